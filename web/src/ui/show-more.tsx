import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'

/** The part of an infinite query that the button uses. */
export interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** A button that fetches the next page of a list. Renders nothing after the last page. */
export function ShowMore({ of: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { of: Paged }) {
  if (!hasNextPage) return null
  return (
    <Group justify="center">
      <Button variant="default" onClick={() => fetchNextPage()} loading={isFetchingNextPage}>
        <Trans>Show more</Trans>
      </Button>
    </Group>
  )
}
