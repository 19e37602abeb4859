import { Box, Flex, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AccountKind } from '../api/session-expiry.ts'
import { Brand } from './brand.tsx'
import { LanguageSelect } from './language-select.tsx'
import { SkipLink } from './skip-link.tsx'

/** A page of one column below the product's name: home, sign-in, consent and errors. `index.html` has its shell. */
export function ColumnLayout(props: { accountKind: AccountKind; width?: number; children: ReactNode }) {
  return (
    <Flex direction="column" mih="100dvh" px="md">
      <SkipLink />
      <Group component="header" h={64} maw={1080} w="100%" mx="auto">
        <Brand accountKind={props.accountKind} />
      </Group>
      <Box flex={1}>
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
      {props.accountKind === 'user' && (
        <Box component="footer" pb="lg" style={{ alignSelf: 'center' }}>
          <LanguageSelect />
        </Box>
      )}
    </Flex>
  )
}
