/** Between the bar and what has the focus, and between the bar and the end of the window. */
const GAP_PX = 40

/** The ref of a bar at the end of the window: what takes the focus is scrolled above it, however high it is (WCAG 2.2, 2.4.11). */
export function keepAbove(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    style.scrollPaddingBlockEnd = `${bar.offsetHeight + GAP_PX}px`
  })
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.scrollPaddingBlockEnd = ''
  }
}
