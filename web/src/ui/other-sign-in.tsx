import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Divider, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { signInWithPasskey } from '../api/passkeys.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { signInByProvider, signInMethodsQuery } from '../api/sign-in.ts'
import { useAction } from './action.ts'
import { ErrorAlert } from './error-alert.tsx'
import { Note } from './note.tsx'

/** Buttons that sign in without a password: with a passkey, or by the identity provider. */
export function OtherSignIn({ accountKind, next }: { accountKind: AccountKind; next?: string | undefined }) {
  const { data: methods } = useQuery(signInMethodsQuery)
  const { busy, error, run } = useAction()
  if (!methods?.passkeys && !methods?.provider) return null
  return (
    <Stack gap="sm">
      <Divider label={t`or`} />
      {methods.passkeys && (
        <Button variant="default" onClick={() => run(() => signInWithPasskey(accountKind))} loading={busy} fullWidth>
          <Trans>Sign in with a passkey</Trans>
        </Button>
      )}
      {methods.provider && (
        <Button
          variant="default"
          onClick={() => run(() => signInByProvider(accountKind, next))}
          loading={busy}
          fullWidth
        >
          <Trans>Sign in with {methods.provider.name}</Trans>
        </Button>
      )}
      {error !== undefined && <ErrorAlert error={error} />}
    </Stack>
  )
}

const OUTCOMES: Readonly<Record<string, (name: string) => { title: string; text: string }>> = {
  link: (name) => ({
    title: t`You have an account here already`,
    text: t`An account has the address of your ${name} identity. Sign in to it once, as you did so far; from then on, ${name} signs you in.`,
  }),
  cancelled: (name) => ({ title: t`Not signed in`, text: t`The sign-in at ${name} was cancelled.` }),
  unverified: (name) => ({
    title: t`Your address is not confirmed`,
    text: t`${name} does not vouch for your e-mail address, so no account can be made for it.`,
  }),
  unavailable: (name) => ({
    title: t`${name} does not respond`,
    text: t`You can sign in with your password or a passkey, or try again later.`,
  }),
  taken: (name) => ({ title: t`Not linked`, text: t`This ${name} identity signs in to another account.` }),
  closed: (name) => ({
    title: t`No account for this identity`,
    text: t`${name} has signed you in, but this service does not take new accounts for your address.`,
  }),
  failed: (name) => ({ title: t`Not signed in`, text: t`The sign-in at ${name} did not work. Please try again.` }),
}

/** Explains how a visit to the identity provider ended. */
export function ProviderOutcome({ outcome }: { outcome: string | undefined }) {
  const { data: methods } = useQuery(signInMethodsQuery)
  const explained = OUTCOMES[outcome ?? '']?.(methods?.provider?.name ?? t`the provider`)
  if (!explained) return null
  return (
    <Note title={explained.title} tone={outcome === 'link' ? 'info' : 'warning'} role="status">
      {explained.text}
    </Note>
  )
}
