import { Button, Group } from '@mantine/core'

/** What of a list fetched page by page this needs to know. */
interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** Fetches the next page of a list; nothing where there is none. */
export function ShowMore({ of: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { of: Paged }) {
  if (!hasNextPage) return null
  return (
    <Group justify="center">
      <Button variant="default" onClick={() => fetchNextPage()} loading={isFetchingNextPage}>
        Show more
      </Button>
    </Group>
  )
}
