import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './section.module.css'
import utilities from './utilities.module.css'

interface SectionProps {
  title: string
  /** The level of the heading; 3 for a part of a group. */
  level?: 2 | 3
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A part of a page below a hairline; on a wide screen its heading, as large as the text, is beside its content. */
export function Section({ title, level = 2, lead, actions, children }: SectionProps) {
  return (
    <section className={css.section} aria-label={title}>
      <div>
        <Title order={level} size="h5">
          {title}
        </Title>
        {lead && (
          <Text c="dimmed" size="xs" mt={4} className={`${utilities.prose} ${utilities.breakWords}`}>
            {lead}
          </Text>
        )}
      </div>
      <Stack gap="md" miw={0}>
        {actions && <Group>{actions}</Group>}
        {children}
      </Stack>
    </section>
  )
}
