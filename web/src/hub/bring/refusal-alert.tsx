import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { Note } from '../../ui/note.tsx'
import type { Refusal } from './reader.ts'

/** Says why files cannot be imported. */
export function RefusalAlert({ refusal }: { refusal: Refusal }) {
  return (
    <Note tone="danger" title={t`This cannot be imported`} role="alert">
      <Text size="sm" c="var(--mantine-color-text)">
        {refusal.message}
      </Text>
    </Note>
  )
}
