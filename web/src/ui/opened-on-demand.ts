import { useEffect, useRef, useState } from 'react'

/**
 * The state of a menu that opens as soon as its scripts are there. Its button replaces the one that was pressed, so that
 * it takes the focus first: Escape returns to it.
 */
export function useOpenedOnDemand() {
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    setOpened(true)
  }, [])
  return { button, menu: { opened, onChange: setOpened } }
}
