import { Group, Stack, Text } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { ButtonLink, TextLink } from '../ui/link.tsx'
import { PageTitle } from '../ui/page.tsx'
import { Plain } from '../ui/plain.tsx'
import { HUB, PORTAL } from '../urls.ts'

/** The start: what this is and what to do first; for somebody signed in, their memories. */
export function Welcome() {
  const { data: account } = useSession('user')
  if (account) return <Navigate to={HUB.memories} replace />
  return (
    <Plain holder="user" width={560}>
      <PageTitle title="One memory, yours, for all your apps" />
      <Stack gap="sm" fz="lg">
        <Text inherit>
          What you tell one app, the others can know too: it is kept here, in one place that belongs to you.
        </Text>
        <Text inherit>
          You decide, app by app, what each may read and write, and you can look at it, correct it or end it at any
          time.
        </Text>
        <Text inherit>Create your account first; then open an app you like and press its “Connect” button.</Text>
      </Stack>
      <Group>
        <ButtonLink to={HUB.signUp} size="md">
          Create your account
        </ButtonLink>
        <ButtonLink to={HUB.signIn} size="md" variant="default">
          Sign in
        </ButtonLink>
      </Group>
      <Text size="sm" c="dimmed">
        Building an app?{' '}
        <TextLink to={PORTAL.home} inherit underline="always">
          Go to the developer portal
        </TextLink>
      </Text>
    </Plain>
  )
}
