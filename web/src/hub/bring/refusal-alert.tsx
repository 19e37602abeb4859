import { t } from '@lingui/core/macro'
import { Alert, Text } from '@mantine/core'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { Refusal } from './reader.ts'

/** Says why files cannot be imported. */
export function RefusalAlert({ refusal }: { refusal: Refusal }) {
  return (
    <Alert color="red" variant="light" title={t`This cannot be imported`} icon={<CircleAlert />} role="alert">
      <Text size="sm" c="var(--mantine-color-text)">
        {refusal.message}
      </Text>
    </Alert>
  )
}
