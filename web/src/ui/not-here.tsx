import { Group, Stack } from '@mantine/core'
import { ButtonLink } from './link.tsx'
import { PageTitle } from './page.tsx'

/** What stands in a page whose thing is not there, or no longer. */
export function NotHere({ what, back }: { what: string; back: string }) {
  return (
    <Stack>
      <PageTitle title="Not found" lead={`${what} does not exist, or no longer exists.`} />
      <Group>
        <ButtonLink to={back}>Back to the list</ButtonLink>
      </Group>
    </Stack>
  )
}
