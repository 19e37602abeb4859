import { Group } from '@mantine/core'
import { ButtonLink } from '../ui/link.tsx'
import { PORTAL } from '../urls.ts'

/** The ways to an account for a visitor of an open page without a session; on a phone, in the navigation. */
export function GuestMenu({ path, place }: { path: string; place: 'header' | 'navigation' }) {
  const next = { next: path }
  if (place === 'navigation')
    return (
      <ButtonLink to={PORTAL.signIn} search={next} variant="default" mt="md" hiddenFrom="sm">
        Sign in
      </ButtonLink>
    )
  return (
    <Group gap="xs" wrap="nowrap">
      <ButtonLink to={PORTAL.signIn} search={next} variant="default" size="xs" visibleFrom="sm">
        Sign in
      </ButtonLink>
      <ButtonLink to={PORTAL.signUp} search={next} size="xs" visibleFrom="sm">
        Create an account
      </ButtonLink>
    </Group>
  )
}
