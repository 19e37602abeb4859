import { useClipboard } from '@mantine/hooks'
import { useEffect } from 'react'

const COPIED_MS = 1_000

/** Copies a text. `copied` is true for a second afterwards; `onCopied` is called once the browser has stored it. */
export function useCopy(value: string, onCopied?: () => void): { copied: boolean; copy: () => void } {
  const { copied, copy } = useClipboard({ timeout: COPIED_MS })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each copy, not for each render.
  useEffect(() => {
    if (copied) onCopied?.()
  }, [copied])
  return { copied, copy: () => copy(value) }
}
