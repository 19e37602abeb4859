import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { focusMain } from '../../ui/focus.ts'
import { HUB } from '../../urls.ts'
import { memoriesSearchIn, memoryFiltersIn } from '../search-params.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many entries of the history the open details of a memory have added since the list. */
    detailsDepth?: number
  }
}

/**
 * Opens and closes the details of a memory, which have an address: reloading keeps them, and going back closes them.
 * @param shown the memory whose details are open
 */
export function useDetails(shown: string | undefined) {
  const navigate = useNavigate()
  const router = useRouter()
  // The details open after the address has changed, when the menu that opened them has taken the focus with it.
  const opener = useRef<Element>(null)
  const last = useRef(shown)
  const goTo = useCallback(
    (memory: string, replace: boolean) => {
      const depth = router.state.location.state.detailsDepth ?? 0
      navigate({
        to: HUB.memories,
        search: (before: Record<string, unknown>) => ({ ...memoriesSearchIn(before), memory }),
        state: { detailsDepth: replace ? depth : depth + 1 },
        replace,
        resetScroll: false,
      })
    },
    [navigate, router],
  )
  /** Opens the details of a memory. */
  const show = useCallback(
    (memory: string) => {
      opener.current ??= document.activeElement
      goTo(memory, false)
    },
    [goTo],
  )
  /** Shows another memory in the open details; going back closes them. */
  const move = useCallback((memory: string) => goTo(memory, true), [goTo])
  useEffect(() => {
    if (shown) last.current = shown
    else if (last.current) {
      returnFocus(opener.current, last.current)
      opener.current = null
      last.current = undefined
    }
  }, [shown])
  const close = () => {
    const depth = router.state.location.state.detailsDepth
    if (depth) router.history.go(-depth)
    // Opened by its address: there is no list to go back to.
    else navigate({ to: HUB.memories, search: memoryFiltersIn, replace: true, resetScroll: false })
  }
  return { show, move, close }
}

/** Focuses what opened the details or, if they last showed another memory, the row of that one. */
function returnFocus(opener: Element | null, memory: string) {
  const row = document.querySelector<HTMLElement>(`[data-memory="${CSS.escape(memory)}"]`)
  if (opener instanceof HTMLElement && opener.isConnected && (!row || row.contains(opener))) opener.focus()
  else if (row) row.querySelector('a')?.focus()
  else focusMain()
}
