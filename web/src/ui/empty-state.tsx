import { Stack, Text, Title } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import css from './empty-state.module.css'
import utilities from './utilities.module.css'

const ICON_SIZE = 26

interface EmptyStateProps {
  title: string
  icon: ComponentType<{ size?: number; strokeWidth?: number }>
  children: ReactNode
  action?: ReactNode
}

/** Replaces an empty list: what would be here, and what to do first. */
export function EmptyState({ title, icon: Icon, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="sm" px="lg" py={40} ta="center">
      <span className={css.icon} aria-hidden>
        <Icon size={ICON_SIZE} strokeWidth={1.6} />
      </span>
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
