import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import utilities from './utilities.module.css'

interface SectionProps {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A boxed part of a page with its own heading. */
export function Section({ title, lead, actions, children }: SectionProps) {
  return (
    <Stack component="section" gap="md" className={utilities.surface} p={{ base: 'md', sm: 'lg' }} aria-label={title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" size="sm" className={`${utilities.prose} ${utilities.breakWords}`}>
              {lead}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </Stack>
  )
}
