import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Button,
  Group,
  type MantineColorScheme,
  NavLink,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import CircleUser from 'lucide-react/icons/circle-user'
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Holder } from '../api/renewal.ts'
import { type Account, signOut } from '../api/session.ts'
import { Brand } from './plain.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { SkipLink } from './skip.tsx'

const NAV_WIDTH = 232
const ICON_SIZE = 18
const SCHEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export interface NavItem {
  to: string
  label: string
  icon: ComponentType<{ size?: number }>
}

interface FrameProps {
  holder: Holder
  nav: readonly NavItem[]
  account: Account
}

/** What stands around every page of somebody who is signed in; below a tablet's width the navigation folds away. */
export function Frame({ holder, nav, account }: FrameProps) {
  const [opened, setOpened] = useState(false)
  const burger = useRef<HTMLButtonElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: going elsewhere folds the navigation.
  useEffect(() => setOpened(false), [path])
  const fold = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !opened) return
    setOpened(false)
    burger.current?.focus()
  }
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
              ref={burger}
              opened={opened}
              onClick={() => setOpened(!opened)}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? 'Close navigation' : 'Open navigation'}
              aria-expanded={opened}
            />
            <Brand holder={holder} />
          </Group>
          <AccountMenu holder={holder} account={account} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Main" className={opened ? undefined : 'folded'} onKeyDown={fold}>
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

// No menu in the strict sense: it holds a choice beside the deed, and who one is.
function AccountMenu({ holder, account }: { holder: Holder; account: Account }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Popover position="bottom-end" width={260} trapFocus withinPortal={false}>
      <Popover.Target>
        <ActionIcon variant="subtle" size="lg" aria-label="Your account">
          <CircleUser size={22} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Your account">
        <Stack gap="md">
          <Text size="sm" className="breaks">
            {account.name ?? account.email}
          </Text>
          <SegmentedControl
            aria-label="Colours"
            size="xs"
            data={SCHEMES}
            value={colorScheme}
            onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
          />
          <Button variant="default" onClick={() => signOut(holder)}>
            Sign out
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
