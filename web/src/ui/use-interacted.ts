import { useEffect, useState } from 'react'

const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const

/** Whether the user has done something since the page was loaded. */
export function useInteracted(): boolean {
  const [hasInteracted, setInteracted] = useState(false)
  useEffect(() => {
    if (hasInteracted) return
    const controller = new AbortController()
    for (const type of INTERACTIONS)
      addEventListener(type, () => setInteracted(true), { passive: true, signal: controller.signal })
    return () => controller.abort()
  }, [hasInteracted])
  return hasInteracted
}
