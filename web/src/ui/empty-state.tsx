import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import utilities from './utilities.module.css'

/** Replaces an empty list: what would be here, and what to do first. */
export function EmptyState({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <Stack className={utilities.surface} align="center" gap="sm" px="lg" py={48} ta="center">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" maw={460} className={utilities.balanced}>
        {children}
      </Text>
      {action}
    </Stack>
  )
}
