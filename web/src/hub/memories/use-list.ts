import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ListItems, memoriesBetween } from './list-items.ts'
import type { Memory } from './memory.ts'

/** How far an element is from the top of the page, in pixels. What is above it may change its height at any time. */
export function useDistanceFromTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}

/** Whether the page is being printed, known before the browser lays it out for that. */
export function useIsPrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    const before = () => flushSync(() => setPrinted(true))
    const after = () => setPrinted(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return isPrinted
}

/** Scrolls back to the top of the list when another list takes its place. */
export function useScrollToNewList(name: string, top: number): void {
  const shown = useRef(name)
  useLayoutEffect(() => {
    if (shown.current !== name && window.scrollY > top) window.scrollTo(0, top)
    shown.current = name
  }, [name, top])
}

export type SelectRow = (memory: Memory, isSelected: boolean, withRange: boolean) => void

/** Selects a memory or, with the Shift key, all memories from the one that was selected before it. */
export function useRangeSelection(
  items: ListItems,
  onSelect: (memories: readonly Memory[], isSelected: boolean) => void,
): SelectRow {
  const latest = useRef(items)
  const anchor = useRef<string>(undefined)
  useEffect(() => {
    latest.current = items
  }, [items])
  return useCallback(
    (memory, isSelected, withRange) => {
      const { current: from } = anchor
      anchor.current = memory.id
      onSelect(withRange && from ? memoriesBetween(latest.current, from, memory.id) : [memory], isSelected)
    },
    [onSelect],
  )
}
