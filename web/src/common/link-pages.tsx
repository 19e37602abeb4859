import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { asApiError, fieldErrors } from '../api/errors.ts'
import { confirmAddress, type LinkPurpose, linkQuery, resetPassword, restoreAddress } from '../api/mail-links.ts'
import { queryKeys } from '../api/queries.ts'
import { invalidate } from '../api/query-client.ts'
import { useSession } from '../api/session.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { useAction } from '../ui/action.ts'
import { BackToSignIn, SignInButton } from '../ui/back-to-sign-in.tsx'
import { ColumnLayout } from '../ui/column-layout.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { ButtonLink, TextLink } from '../ui/link.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useReloadOnLink } from '../ui/reload-on-link.ts'
import { urlsOf } from '../urls.ts'

/*
 * The pages that links in mails lead to. Opening a link changes nothing, because programs that scan mail open links too: a
 * button does. The token is the fragment, which is not sent to the server.
 */

// Of the forms.
const FORM_HEIGHT = 132
const CONFIRM_HEIGHT = 36
const toggle = () => ({ visibilityToggleButtonProps: { 'aria-label': t`Show the password`, tabIndex: 0 } })

interface PageProps {
  accountKind: AccountKind
}

/**
 * The link in the address of this page; `error` once the service has said that it no longer works. With any other error
 * of the check the form is shown: sending it tells why.
 */
function useLink(accountKind: AccountKind, purpose: LinkPurpose) {
  const [token] = useState(() => location.hash.slice(1))
  useReloadOnLink()
  const { isPending, error } = useQuery(linkQuery(accountKind, purpose, token))
  return { token, isPending, error }
}

const isDead = (error: unknown) => error !== undefined && error !== null && asApiError(error).code === 'invalid_link'

/** Sets a new password with a link. */
export function ResetPasswordPage({ accountKind }: PageProps) {
  return (
    <NewPasswordPage
      accountKind={accountKind}
      title={t`Choose a new password`}
      lead={t`It ends every session of the account, on all devices.`}
      label={t`Set the password`}
      doneTitle={t`Password changed`}
      done={t`Your password is changed. You can sign in with it now.`}
      wayOn={t`Ask for another link`}
      purpose="reset_password"
      send={resetPassword}
    />
  )
}

/** Takes back a change of the address with a link that was sent to the old one. */
export function RestoreAddressPage({ accountKind }: PageProps) {
  return (
    <NewPasswordPage
      accountKind={accountKind}
      title={t`Take back the change of your address`}
      lead={t`Your account gets this address back. Because another person may know the password, choose a new one; every session ends.`}
      label={t`Take it back`}
      doneTitle={t`Address restored`}
      done={t`Your address is restored, and the password is changed. You can sign in now.`}
      wayOn={t`Forgot your password?`}
      purpose="restore_address"
      send={restoreAddress}
    />
  )
}

interface NewPasswordPageProps extends PageProps {
  title: string
  lead: string
  label: string
  doneTitle: string
  done: string
  /** Names the page for a forgotten password, where a person goes on whose link no longer works. */
  wayOn: string
  purpose: LinkPurpose
  send: (kind: AccountKind, body: { token: string; new_password: string }) => Promise<void>
}

function NewPasswordPage(props: NewPasswordPageProps) {
  const { accountKind, title, lead, label, doneTitle, done, wayOn, purpose, send } = props
  const link = useLink(accountKind, purpose)
  const [isDone, setDone] = useState(false)
  const { busy, error, run } = useAction()
  const errors = fieldErrors(error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const new_password = String(new FormData(event.currentTarget).get('new_password'))
    run(async () => {
      await send(accountKind, { token: link.token, new_password })
      await invalidate(queryKeys.session)
      setDone(true)
    })
  }
  const dead = [link.error, error].find(isDead)
  if (dead && !isDone)
    return (
      <DeadLinkPage accountKind={accountKind}>
        <ButtonLink to={urlsOf(accountKind).forgotPassword} fullWidth>
          {wayOn}
        </ButtonLink>
      </DeadLinkPage>
    )
  return (
    <ColumnLayout accountKind={accountKind} face="password">
      {/* A new heading takes the focus, which was on the form. */}
      <PageTitle key={String(isDone)} title={isDone ? doneTitle : title} lead={!isDone && lead} />
      {isDone ? (
        <Text role="status">{done}</Text>
      ) : link.isPending ? (
        <Pending height={FORM_HEIGHT} />
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <PasswordInput
              name="new_password"
              label={t`New password`}
              description={t`At least 8 characters, hard to guess.`}
              autoComplete="new-password"
              required
              error={errors.new_password}
              data-autofocus
              {...toggle()}
            />
            {error !== undefined && !errors.new_password && <ErrorAlert error={error} />}
            <Button type="submit" loading={busy} fullWidth>
              {label}
            </Button>
          </Stack>
        </form>
      )}
      {isDone ? <SignInButton accountKind={accountKind} /> : <BackToSignIn accountKind={accountKind} />}
    </ColumnLayout>
  )
}

/** Stands in for a form of this height. The skeletons of other pages are in a chunk that these pages do not load. */
function Pending({ height }: { height: number }) {
  return (
    <Text role="status" h={height} c="dimmed">
      <Trans>Loading</Trans>
    </Text>
  )
}

interface DeadLinkPageProps extends PageProps {
  /** Where to go on. */
  children: ReactNode
}

/** Says that a link no longer works, instead of the form that it would serve. */
function DeadLinkPage({ accountKind, children }: DeadLinkPageProps) {
  return (
    <ColumnLayout accountKind={accountKind} face="dead-link">
      <PageTitle
        title={t`This link does not work`}
        lead={t`It was used already, is too old, or was replaced by a newer one. Ask for another.`}
      />
      {children}
      <BackToSignIn accountKind={accountKind} />
    </ColumnLayout>
  )
}

/** Confirms an address with a link: at once in the browser that has a session of the account, else with its password. */
export function ConfirmAddressPage({ accountKind }: PageProps) {
  const link = useLink(accountKind, 'confirm_address')
  const [email, setEmail] = useState<string>()
  const { data: account, isPending } = useSession(accountKind)
  const { busy, error, run } = useAction()
  const errors = fieldErrors(error)
  // The session may be of another account; then the service asks for the password.
  const needsPassword = account === null || errors.password !== undefined
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    run(async () => {
      const confirmed = await confirmAddress(accountKind, {
        token: link.token,
        ...(password ? { password: String(password) } : {}),
      })
      await invalidate(queryKeys.session)
      setEmail(confirmed.email)
    })
  }
  const { settings, signIn } = urlsOf(accountKind)
  const dead = [link.error, error].find(isDead)
  if (dead && email === undefined)
    return (
      <DeadLinkPage accountKind={accountKind}>
        <ButtonLink to={settings} fullWidth>
          <Trans>Ask for another link</Trans>
        </ButtonLink>
      </DeadLinkPage>
    )
  return (
    <ColumnLayout accountKind={accountKind} face="address">
      {/* A new heading takes the focus, which was on the form. */}
      <PageTitle
        key={email}
        title={email === undefined ? t`Confirm your address` : t`Address confirmed`}
        lead={email === undefined && t`So that you can connect apps and get back in if you forget your password.`}
      />
      {email === undefined && (link.isPending || isPending) ? (
        <Pending height={CONFIRM_HEIGHT} />
      ) : email === undefined ? (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            {needsPassword && (
              <PasswordInput
                name="password"
                label={t`Password of the account`}
                description={t`This browser is not signed in to it.`}
                autoComplete="current-password"
                required
                error={errors.password}
                {...toggle()}
              />
            )}
            {error !== undefined && !errors.password && <ErrorAlert error={error} />}
            <Button type="submit" loading={busy} fullWidth>
              <Trans>Confirm the address</Trans>
            </Button>
          </Stack>
        </form>
      ) : (
        <Done>
          <Trans>
            {email} is confirmed. You can close this page, or{' '}
            <TextLink to={account ? settings : signIn} inherit underline="always">
              {account ? t`go to your settings` : t`sign in`}
            </TextLink>
            .
          </Trans>
        </Done>
      )}
    </ColumnLayout>
  )
}

function Done({ children }: { children: ReactNode }) {
  return <Text role="status">{children}</Text>
}
