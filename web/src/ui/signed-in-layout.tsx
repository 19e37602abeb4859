import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { AppShell, Box, Burger, Group, NavLink, Stack } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { AccountKind } from '../api/session-expiry.ts'
import { HUB, PORTAL } from '../urls.ts'
import { AccountMenu } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { ButtonLink } from './link.tsx'
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
  /** Its pages need no session. */
  isOpen?: boolean
}

interface SignedInLayoutProps {
  accountKind: AccountKind
  nav: readonly NavItem[]
  /** What the header has before the account menu. */
  tools?: ReactNode
}

/**
 * The header and navigation around every page that requires a session, and open ones beside them; on a phone the navigation is folded. Until the
 * session is known it shows what the shell in `index.html` shows.
 */
export function SignedInLayout({ accountKind, nav, tools }: SignedInLayoutProps) {
  const [opened, setOpened] = useState(false)
  const burger = useRef<HTMLButtonElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isWithin = (to: string) => path === to || path.startsWith(`${to}/`)
  const isOpen = nav.some((item) => item.isOpen && isWithin(item.to))
  const { data: account, error, refetch } = useRequiredSession(accountKind, !isOpen)
  const isGuest = isOpen && account === null
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
              aria-label={opened ? t`Close navigation` : t`Open navigation`}
              aria-expanded={opened}
            />
            <Brand accountKind={accountKind} />
          </Group>
          {isGuest && <GuestMenu accountKind={accountKind} path={path} />}
          {account && (
            <Group gap="xs" wrap="nowrap">
              {tools}
              <AccountMenu accountKind={accountKind} account={account} />
            </Group>
          )}
        </Group>
      </AppShell.Header>
      <AppShell.Navbar
        p="sm"
        aria-label={t`Main`}
        className={opened ? undefined : css.closed}
        onKeyDown={closeOnEscape}
      >
        <Stack gap={2}>
          {(account || isGuest) &&
            nav
              .filter((item) => account || item.isOpen)
              .map(({ to, label, icon: Icon }) => (
                <NavLink
                  key={to}
                  component={Link}
                  to={to}
                  label={label}
                  leftSection={<Icon size={ICON_SIZE} />}
                  active={isWithin(to)}
                  aria-current={path === to ? 'page' : undefined}
                />
              ))}
          {isGuest && (
            <ButtonLink
              to={accountKind === 'user' ? HUB.signIn : PORTAL.signIn}
              search={{ next: path }}
              variant="default"
              mt="md"
              hiddenFrom="sm"
            >
              <Trans>Sign in</Trans>
            </ButtonLink>
          )}
        </Stack>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Box maw={PAGE_WIDTH} mx="auto">
          {account || isGuest ? <Outlet /> : error ? <ErrorAlert error={error} retry={refetch} /> : <Loading />}
        </Box>
      </AppShell.Main>
      {account && <SignInAgainDialog accountKind={accountKind} account={account} />}
      <Notifications position="bottom-center" />
    </AppShell>
  )
}

/** What the header has for a visitor of an open page without a session. */
function GuestMenu({ accountKind, path }: { accountKind: AccountKind; path: string }) {
  const { signIn, signUp } = accountKind === 'user' ? HUB : PORTAL
  return (
    <Group gap="xs" wrap="nowrap">
      <ButtonLink to={signIn} search={{ next: path }} variant="default" size="xs" visibleFrom="sm">
        <Trans>Sign in</Trans>
      </ButtonLink>
      <ButtonLink to={signUp} search={{ next: path }} size="xs" visibleFrom="sm">
        <Trans>Create an account</Trans>
      </ButtonLink>
    </Group>
  )
}
