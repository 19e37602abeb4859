import { Box, Flex, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AccountKind } from '../api/session-expiry.ts'
import { Brand } from './brand.tsx'
import { Face, type FaceName, withFace } from './face.tsx'
import { LanguageSelect } from './language-select.tsx'
import { SkipLink } from './skip-link.tsx'

interface ColumnLayoutProps {
  accountKind: AccountKind
  width?: number
  /** The picture over the title, for pages about one thing, whose title is then in large type. */
  face?: FaceName
  children: ReactNode
}

/**
 * A page of one column below the product's name, which begins at the same edge: home, sign-in, consent and errors.
 * `index.html` has its shell.
 */
export function ColumnLayout({ accountKind, width = 480, face, children }: ColumnLayoutProps) {
  return (
    <Flex direction="column" mih="100dvh" px="md">
      <SkipLink />
      <Group component="header" h={64} maw={width} w="100%" mx="auto" justify="space-between" wrap="nowrap">
        <Brand accountKind={accountKind} />
        {accountKind === 'user' && <LanguageSelect />}
      </Group>
      <Box flex={1}>
        <Flex
          direction="column"
          component="main"
          id="main"
          tabIndex={-1}
          maw={width}
          mx="auto"
          pt={{ base: 8, sm: 48 }}
          pb="md"
          gap={{ base: 'md', sm: 'lg' }}
          className={face && withFace}
        >
          {face && <Face name={face} />}
          {children}
        </Flex>
      </Box>
    </Flex>
  )
}
