import { Alert, Button, Divider, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { signInByProvider, signInMethodsQuery } from '../api/factors.ts'
import { signInWithPasskey } from '../api/passkeys.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { useAction } from './action.ts'
import { ErrorAlert } from './error-alert.tsx'

/** Buttons that sign in without a password: with a passkey, or by the identity provider. */
export function OtherSignIn({ accountKind, next }: { accountKind: AccountKind; next?: string | undefined }) {
  const { data: methods } = useQuery(signInMethodsQuery)
  const { busy, error, run } = useAction()
  if (!methods?.passkeys && !methods?.provider) return null
  return (
    <Stack gap="sm">
      <Divider label="or" />
      {methods.passkeys && (
        <Button variant="default" onClick={() => run(() => signInWithPasskey(accountKind))} loading={busy} fullWidth>
          Sign in with a passkey
        </Button>
      )}
      {methods.provider && (
        <Button
          variant="default"
          onClick={() => run(() => signInByProvider(accountKind, next))}
          loading={busy}
          fullWidth
        >
          Sign in with {methods.provider.name}
        </Button>
      )}
      {error !== undefined && <ErrorAlert error={error} />}
    </Stack>
  )
}

const OUTCOMES: Readonly<Record<string, (name: string) => { title: string; text: string }>> = {
  link: (name) => ({
    title: 'You have an account here already',
    text: `An account has the address of your ${name} identity. Sign in to it once, as you did so far; from then on, ${name} signs you in.`,
  }),
  cancelled: (name) => ({ title: 'Not signed in', text: `The sign-in at ${name} was cancelled.` }),
  unverified: (name) => ({
    title: 'Your address is not confirmed',
    text: `${name} does not vouch for your e-mail address, so no account can be made for it.`,
  }),
  unavailable: (name) => ({
    title: `${name} does not respond`,
    text: 'You can sign in with your password or a passkey, or try again later.',
  }),
  taken: (name) => ({ title: 'Not linked', text: `This ${name} identity signs in to another account.` }),
  closed: (name) => ({
    title: 'No account for this identity',
    text: `${name} has signed you in, but this service does not take new accounts for your address.`,
  }),
  failed: (name) => ({ title: 'Not signed in', text: `The sign-in at ${name} did not work. Please try again.` }),
}

/** Explains how a visit to the identity provider ended. */
export function ProviderOutcome({ outcome }: { outcome: string | undefined }) {
  const { data: methods } = useQuery(signInMethodsQuery)
  const explained = OUTCOMES[outcome ?? '']?.(methods?.provider?.name ?? 'the provider')
  if (!explained) return null
  return (
    <Alert title={explained.title} color={outcome === 'link' ? 'blue' : 'orange'} variant="light" role="status">
      {explained.text}
    </Alert>
  )
}
