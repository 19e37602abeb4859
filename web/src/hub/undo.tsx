import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { asApiError } from '../api/errors.ts'
import { focusPage } from '../ui/focus.ts'

const UNDO_MS = 12_000
// A dialog in which it was asked for gives the focus back first.
const FOCUS_AFTER_MS = 50

/** Says what was done, and for a while offers to take it back. */
export function offerUndo(what: string, undo: () => Promise<void>): void {
  const id = notifications.show({
    autoClose: false,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    message: <Offer what={what} onUndo={undo} onEnd={() => notifications.hide(id)} />,
  })
}

// What had the focus is gone with what was deleted, so it comes here; the time runs only while it is elsewhere.
function Offer({ what, onUndo, onEnd }: { what: string; onUndo: () => Promise<void>; onEnd: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => button.current?.focus({ preventScroll: true }), FOCUS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins anew only when it is let go of.
  useEffect(() => {
    if (held) return
    const timer = setTimeout(onEnd, UNDO_MS)
    return () => clearTimeout(timer)
  }, [held])
  const undo = () => {
    onEnd()
    focusPage()
    onUndo().catch((error) =>
      notifications.show({ color: 'red', title: 'That did not work', message: asApiError(error).message }),
    )
  }
  return (
    <Group justify="space-between" wrap="nowrap" p={4}>
      <Text size="sm">{what}</Text>
      <Button
        ref={button}
        size="compact-sm"
        variant="light"
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        onClick={undo}
      >
        Undo
      </Button>
    </Group>
  )
}
