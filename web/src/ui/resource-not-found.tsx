import { Group, Stack } from '@mantine/core'
import { ButtonLink } from './link.tsx'
import { PageTitle } from './page-title.tsx'

/** Replaces the content of a page whose resource does not exist, such as a deleted app. */
export function ResourceNotFound({ what, back }: { what: string; back: string }) {
  return (
    <Stack>
      <PageTitle title="Not found" lead={`${what} does not exist, or no longer exists.`} />
      <Group>
        <ButtonLink to={back}>Back to the list</ButtonLink>
      </Group>
    </Stack>
  )
}
