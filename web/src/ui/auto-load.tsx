import { useIntersection } from '@mantine/hooks'
import { useEffect } from 'react'
import { type Paged, ShowMore } from './show-more.tsx'

// The next page is loaded when the end of the list is this close to the window.
const MARGIN = '1200px'

/** Loads the next page of a list when its end comes near; after an error, the button does. */
export function AutoLoad({ of, failed }: { of: Paged; failed: boolean }) {
  const { ref, entry } = useIntersection({ rootMargin: MARGIN })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = of
  const isNear = entry?.isIntersecting ?? false
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage && !failed) fetchNextPage()
  }, [isNear, hasNextPage, isFetchingNextPage, failed, fetchNextPage])
  return (
    <div ref={ref}>
      <ShowMore of={of} />
    </div>
  )
}
