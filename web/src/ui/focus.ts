import { useEffect, useState } from 'react'

/**
 * Returns the focus on unmount to the element that had it before, or to the page if that element no longer exists. If
 * the user has moved the focus elsewhere in the meantime, it stays there.
 */
export function useFocusRestore(): void {
  // Reads the element during the first render, before a child takes the focus.
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (!isFocusLost()) return
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
      else focusMain()
    },
    [before],
  )
}

/** Focuses the main element after the focused element was removed, so that the keyboard does not restart at the top. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Whether no element has the focus, as after the focused element was removed. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
