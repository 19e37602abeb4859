import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import utilities from './utilities.module.css'

/** The name of the product in headers and browser tabs. */
export const PRODUCT = 'Memory Service'

// On the first page the focus starts at the top anyway; moving it would skip what comes before the heading.
let isFirstPage = true

interface PageTitleProps {
  title: string
  /** The name of the browser tab, if it is not the title. */
  tab?: string
  lead?: ReactNode
  /** `h1` for the one large line of a landing page. */
  size?: 'h1' | 'h2'
  /** What stands over the heading, such as a link to the page above this one. */
  above?: ReactNode
  actions?: ReactNode
}

/**
 * The heading of a page with its lead and actions. Sets the name of the browser tab, and takes the focus after a
 * navigation, so that a screen reader announces the new page.
 */
export function PageTitle({ title, tab = title, lead, size = 'h2', above, actions }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  const row = (
    <Group justify="space-between" align="flex-start" gap="md" flex={1}>
      <title>{`${tab} · ${PRODUCT}`}</title>
      <Stack gap={4} flex={1} miw={200}>
        <Title order={1} size={size} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {lead && (
          <Text c="dimmed" className={utilities.prose}>
            {lead}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  )
  if (!above) return row
  return (
    <Stack gap={4} flex={1}>
      {above}
      {row}
    </Stack>
  )
}
