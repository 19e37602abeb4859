import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useInteracted } from '../ui/use-interacted.ts'

/** Nothing was fetched for this long: the page has what it shows, and has painted it. */
const QUIET_MS = 1_000

/** Whether the first page has all that it shows, or the user has done something. */
export function useSettled(): boolean {
  const hasInteracted = useInteracted()
  const isFetching = useIsFetching() > 0
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (isFetching || isSettled) return
    const timer = setTimeout(() => setSettled(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [isFetching, isSettled])
  return hasInteracted || isSettled
}
