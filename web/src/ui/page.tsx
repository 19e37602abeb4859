import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** The name of all this. */
export const PRODUCT = 'Memory Service'

// The first page is where the reader starts anyway; moving the focus would only skip what stands before it.
let isFirst = true

/**
 * The heading of a page and what belongs beside it. It names the browser's tab, and takes the focus when the reader
 * has come from another page, so that a screen reader says where they are. `tab` is the tab's name where it says more.
 */
export function PageTitle(props: { title: string; tab?: string; lead?: ReactNode; actions?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  return (
    <Group justify="space-between" align="flex-start" gap="md" flex={1}>
      <title>{`${props.tab ?? props.title} · ${PRODUCT}`}</title>
      <Stack gap={4} flex={1} miw={240}>
        <Title order={1} size="h2" ref={heading} tabIndex={-1}>
          {props.title}
        </Title>
        {props.lead && (
          <Text c="dimmed" className="prose">
            {props.lead}
          </Text>
        )}
      </Stack>
      {props.actions && <Group gap="xs">{props.actions}</Group>}
    </Group>
  )
}
