import { useEffect, useRef } from 'react'

/** How long a search waits for the next letter. */
const DELAY_MS = 60
/** After a pause of this length, a search does not wait: the first letter, or what was pasted. */
const PAUSE_MS = 300

/** Returns a function that sends a search as it is typed: at once after a pause, otherwise when no other letter follows it. */
export function useSearchDelay(send: (query: string) => void): (query: string) => void {
  const state = useRef({ timer: 0, typedAt: -PAUSE_MS, send })
  useEffect(() => {
    state.current.send = send
  }, [send])
  useEffect(() => () => clearTimeout(state.current.timer), [])
  return (query) => {
    const { current } = state
    clearTimeout(current.timer)
    const wait = performance.now() - current.typedAt < PAUSE_MS ? DELAY_MS : 0
    current.typedAt = performance.now()
    if (wait) current.timer = window.setTimeout(() => current.send(query), wait)
    else current.send(query)
  }
}
