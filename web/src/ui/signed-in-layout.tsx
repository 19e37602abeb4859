import { AppShell, Box, Burger, Group, NavLink, Stack } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { AccountKind } from '../api/session-expiry.ts'
import { AccountMenu } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { Loading } from './loading.tsx'
import { useRequiredSession } from './required-session.ts'
import { SignInAgainDialog } from './sign-in-again-dialog.tsx'
import css from './signed-in-layout.module.css'
import { SkipLink } from './skip-link.tsx'

const NAV_WIDTH = 232
const PAGE_WIDTH = 960
const ICON_SIZE = 18

export interface NavItem {
  to: string
  label: string
  icon: ComponentType<{ size?: number }>
}

interface SignedInLayoutProps {
  accountKind: AccountKind
  nav: readonly NavItem[]
}

/**
 * The header and navigation around every page that requires a session; on a phone the navigation is folded. Until the
 * session is known it shows what the shell in `index.html` shows.
 */
export function SignedInLayout({ accountKind, nav }: SignedInLayoutProps) {
  const { data: account, error, refetch } = useRequiredSession(accountKind)
  const [opened, setOpened] = useState(false)
  const burger = useRef<HTMLButtonElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes the navigation after every change of the path.
  useEffect(() => setOpened(false), [path])
  const closeOnEscape = ({ key }: KeyboardEvent) => {
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
            <Brand accountKind={accountKind} />
          </Group>
          {account && <AccountMenu accountKind={accountKind} account={account} />}
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Main" className={opened ? undefined : css.closed} onKeyDown={closeOnEscape}>
        <Stack gap={2}>
          {account &&
            nav.map(({ to, label, icon: Icon }) => (
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
        <Box maw={PAGE_WIDTH} mx="auto">
          {account ? <Outlet /> : error ? <ErrorAlert error={error} retry={refetch} /> : <Loading />}
        </Box>
      </AppShell.Main>
      {account && <SignInAgainDialog accountKind={accountKind} account={account} />}
      <Notifications position="bottom-center" />
    </AppShell>
  )
}
