import { Box, Flex, Group } from '@mantine/core'
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
      <Group component="header" h={64} maw={1080} w="100%" mx="auto" justify="space-between" wrap="nowrap">
        <Brand accountKind={props.accountKind} />
        {props.accountKind === 'user' && <LanguageSelect />}
      </Group>
      <Box flex={1}>
        <Flex
          direction="column"
          component="main"
          id="main"
          tabIndex={-1}
          maw={props.width ?? 440}
          mx="auto"
          pt={{ base: 8, sm: 48 }}
          pb="md"
          gap={{ base: 'md', sm: 'lg' }}
        >
          {props.children}
        </Flex>
      </Box>
    </Flex>
  )
}
