import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** What stands where nothing is yet: what would be here, and what to do first. */
export function Empty({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <Stack className="surface" align="center" gap="sm" px="lg" py={48} ta="center">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" maw={460}>
        {children}
      </Text>
      {action}
    </Stack>
  )
}
