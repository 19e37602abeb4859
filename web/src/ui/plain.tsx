import { Box, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Holder } from '../api/renewal.ts'
import { HUB, PORTAL } from '../urls.ts'
import { TextLink } from './link.tsx'
import { PRODUCT } from './page.tsx'
import { SkipLink } from './skip.tsx'

/** A page of one column under the product's name: sign-in, consent, and what is said before there is an account. */
export function Plain(props: { holder: Holder; width?: number; children: ReactNode }) {
  return (
    <Box mih="100dvh" px="md">
      <SkipLink />
      <Group component="header" h={64} maw={1080} mx="auto">
        <Brand holder={props.holder} />
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

/** The product's mark and name, leading home; on the pages of developers it says whose they are. */
export function Brand({ holder }: { holder: Holder }) {
  const isDeveloper = holder === 'developer'
  return (
    <TextLink to={isDeveloper ? PORTAL.home : HUB.home} underline="never" c="var(--mantine-color-text)">
      <Group gap="xs" wrap="nowrap">
        <img src="/icon.svg" alt="" width={28} height={28} />
        <Text lh={1.25}>
          <Text span fw={650} className="whole">
            {PRODUCT}
          </Text>
          {isDeveloper && (
            <>
              {' '}
              <Text span c="dimmed" className="whole">
                for developers
              </Text>
            </>
          )}
        </Text>
      </Group>
    </TextLink>
  )
}
