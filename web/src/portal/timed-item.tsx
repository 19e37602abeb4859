import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Timestamp } from '../ui/timestamp.tsx'
import utilities from '../ui/utilities.module.css'

interface TimedItemProps {
  at: string
  children: ReactNode
}

/** A list item: what happened, and when. */
export function TimedItem({ at, children }: TimedItemProps) {
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Text size="sm" className={utilities.breakWords}>
        {children}
      </Text>
      <Text size="sm" c="dimmed">
        <Timestamp at={at} as="date-time" />
      </Text>
    </Group>
  )
}
