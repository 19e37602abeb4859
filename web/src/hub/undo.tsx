import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { asApiError } from '../api/errors.ts'

const UNDO_MS = 12_000

/** Says what was done, and for a while offers to take it back. */
export function offerUndo(what: string, undo: () => Promise<void>): void {
  const id = notifications.show({
    autoClose: UNDO_MS,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{what}</Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id)
            undo().catch((error) =>
              notifications.show({ color: 'red', title: 'That did not work', message: asApiError(error).message }),
            )
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  })
}
