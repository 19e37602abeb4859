import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A part of a page that stands for itself, under its own heading. */
export function Section({ title, lead, actions, children }: SectionProps) {
  return (
    <Stack component="section" gap="md" className="surface" p={{ base: 'md', sm: 'lg' }} aria-label={title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" size="sm" className="prose breaks">
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
