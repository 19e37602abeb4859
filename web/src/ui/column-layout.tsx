import { Box, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AccountKind } from '../api/session-expiry.ts'
import { Brand } from './brand.tsx'
import { SkipLink } from './skip-link.tsx'

/** A page of one column below the product's name: home, sign-in, consent and errors. `index.html` has its shell. */
export function ColumnLayout(props: { accountKind: AccountKind; width?: number; children: ReactNode }) {
  return (
    <Box mih="100dvh" px="md">
      <SkipLink />
      <Group component="header" h={64} maw={1080} mx="auto">
        <Brand accountKind={props.accountKind} />
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
