import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Group,
  Menu,
  NavLink,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import CircleUser from 'lucide-react/icons/circle-user'
import { type ComponentType, useEffect, useState } from 'react'
import type { Holder } from '../api/renewal.ts'
import { type Account, signOut } from '../api/session.ts'
import { Brand } from './plain.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { SkipLink } from './skip.tsx'

const NAV_WIDTH = 232
const ICON_SIZE = 18

export interface NavItem {
  to: string
  label: string
  icon: ComponentType<{ size?: number }>
}

interface FrameProps {
  holder: Holder
  home: '/' | '/developers'
  brand: string
  nav: readonly NavItem[]
  account: Account
}

/** What stands around every page of somebody who is signed in; below a tablet's width the navigation folds away. */
export function Frame({ holder, home, brand, nav, account }: FrameProps) {
  const [opened, setOpened] = useState(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: going elsewhere folds the navigation.
  useEffect(() => setOpened(false), [path])
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: NAV_WIDTH, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <SkipLink />
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={() => setOpened(!opened)}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? 'Close navigation' : 'Open navigation'}
              aria-expanded={opened}
            />
            <Brand home={home} name={brand} />
          </Group>
          <AccountMenu holder={holder} account={account} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Main">
        <Stack gap={2}>
          {nav.map(({ to, label, icon: Icon }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={label}
              leftSection={<Icon size={ICON_SIZE} />}
              active={path === to || path.startsWith(`${to}/`)}
              aria-current={path === to ? 'page' : undefined}
            />
          ))}
        </Stack>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Box maw={960} mx="auto">
          <Outlet />
        </Box>
      </AppShell.Main>
      <SignInAgain holder={holder} account={account} />
      <Notifications position="bottom-center" />
    </AppShell>
  )
}

function AccountMenu({ holder, account }: { holder: Holder; account: Account }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const schemes = { auto: 'As the system', light: 'Light', dark: 'Dark' } as const
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" aria-label="Your account">
          <CircleUser size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" c="var(--mantine-color-text)" className="breaks">
            {account.name ?? account.email}
          </Text>
        </Menu.Label>
        <Menu.Label>Colours</Menu.Label>
        {(Object.keys(schemes) as (keyof typeof schemes)[]).map((scheme) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            onClick={() => setColorScheme(scheme)}
            rightSection={colorScheme === scheme ? '✓' : undefined}
          >
            {schemes[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut(holder)}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
