import { useEffect, useState } from 'react'

/** Gives the focus back, when this goes, to what had it before; to the page where that is gone as well. */
export function useReturningFocus(): void {
  // Before anything in here takes it.
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
      else focusPage()
    },
    [before],
  )
}

/** Puts the focus at the page, where what had it is gone: the keyboard goes on from there, not from the top. */
export function focusPage(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}
