import { Box, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { TextLink } from './link.tsx'
import { SkipLink } from './skip.tsx'

/** A page of one column under the product's name: sign-in, consent, and what is said before there is an account. */
export function Plain(props: { home: '/' | '/developers'; brand: string; width?: number; children: ReactNode }) {
  return (
    <Box mih="100dvh" px="md">
      <SkipLink />
      <Group component="header" h={64} maw={1080} mx="auto">
        <Brand home={props.home} name={props.brand} />
      </Group>
      <Stack
        component="main"
        id="main"
        tabIndex={-1}
        maw={props.width ?? 440}
        mx="auto"
        pt={{ base: 'md', sm: 48 }}
        pb={64}
        gap="lg"
      >
        {props.children}
      </Stack>
    </Box>
  )
}

/** The product's mark and name, leading home. */
export function Brand({ home, name }: { home: '/' | '/developers'; name: string }) {
  return (
    <TextLink to={home} underline="never" c="var(--mantine-color-text)">
      <Group gap="xs" wrap="nowrap">
        <img src="/icon.svg" alt="" width={28} height={28} />
        <Text fw={650}>{name}</Text>
      </Group>
    </TextLink>
  )
}
