import { useEffect, useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { useInteracted } from '../ui/use-interacted.ts'

/** How often it is looked whether the page still waits for an answer. */
const LOOK_MS = 1_000

/** Whether the first page has all that it shows, or the user has done something. */
export function useSettled(): boolean {
  const hasInteracted = useInteracted()
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (isSettled) return
    const timer = setInterval(() => setSettled(!queryClient.isFetching()), LOOK_MS)
    return () => clearInterval(timer)
  }, [isSettled])
  return hasInteracted || isSettled
}
