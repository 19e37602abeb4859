import { t } from '@lingui/core/macro'
import { Burger, Group, Stack } from '@mantine/core'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { AccountKind } from '../api/session-expiry.ts'
import { AccountMenu } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { Loading } from './loading.tsx'
import { Notices } from './notices.tsx'
import { useRequiredSession } from './required-session.ts'
import { SignInAgain } from './sign-in-again.tsx'
import css from './signed-in-layout.module.css'
import { SkipLink } from './skip-link.tsx'
import { WithinLayout } from './within-layout.ts'

const ICON_SIZE = 18

export interface NavItem {
  to: string
  label: string
  icon: ComponentType<{ size?: number }>
  /** What its link has after the label. */
  Badge?: ComponentType
  /** Other pages that belong to it. */
  pages?: readonly string[]
  /** Its pages need no session. */
  isOpen?: boolean
}

interface SignedInLayoutProps {
  accountKind: AccountKind
  nav: readonly NavItem[]
  /** What the header has before the account menu. */
  tools?: ReactNode
  /** What stands at the button that opens the navigation of a phone. */
  news?: ReactNode
  /** What a visitor of an open page without a session gets in the header, and in the navigation on a phone. */
  Guest?: ComponentType<{ path: string; place: 'header' | 'navigation' }>
}

/**
 * The header and navigation around every page that requires a session, and open ones beside them; on a phone the
 * navigation is folded. Until the session is known it shows what the shell in `index.html` shows.
 */
export function SignedInLayout({ accountKind, nav, tools, news, Guest }: SignedInLayoutProps) {
  const [opened, setOpened] = useState(false)
  const burger = useRef<HTMLButtonElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isWithin = ({ to, pages = [] }: NavItem) =>
    [to, ...pages].some((each) => path === each || path.startsWith(`${each}/`))
  const isOpen = nav.some((item) => item.isOpen && isWithin(item))
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
    <>
      <SkipLink />
      <header className={css.header}>
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
            {account && news}
            <Brand accountKind={accountKind} />
          </Group>
          {isGuest && Guest && <Guest path={path} place="header" />}
          {account && (
            <Group gap="xs" wrap="nowrap">
              {tools}
              <AccountMenu accountKind={accountKind} account={account} />
            </Group>
          )}
        </Group>
      </header>
      <nav aria-label={t`Main`} className={opened ? css.nav : `${css.nav} ${css.closed}`} onKeyDown={closeOnEscape}>
        <Stack gap={2}>
          {(account || isGuest) &&
            nav
              .filter((item) => account || item.isOpen)
              .map((item) => (
                <Link
                  key={item.to}
                  to={item.to}
                  className={css.link}
                  data-active={isWithin(item) || undefined}
                  aria-current={path === item.to ? 'page' : undefined}
                >
                  <item.icon size={ICON_SIZE} />
                  {item.label}
                  {item.Badge && <item.Badge />}
                </Link>
              ))}
          {isGuest && Guest && <Guest path={path} place="navigation" />}
        </Stack>
      </nav>
      <main id="main" tabIndex={-1} className={css.main}>
        <div className={css.page}>
          {account || isGuest ? (
            <WithinLayout value={true}>
              <Outlet />
            </WithinLayout>
          ) : error ? (
            <ErrorAlert error={error} retry={refetch} />
          ) : (
            <Loading />
          )}
        </div>
      </main>
      {account && <SignInAgain accountKind={accountKind} account={account} />}
      <Notices />
    </>
  )
}
