import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { ApiError } from '../api/errors.ts'
import { signInWithPasskey } from '../api/passkeys.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { signInWithCode } from '../api/sign-in.ts'
import { useAction } from './action.ts'
import { ErrorAlert } from './error-alert.tsx'

interface SecondFactorProps {
  accountKind: AccountKind
  /** What completes the sign-in. */
  methods: readonly string[]
  /** Goes back to the first step. */
  onBack: () => void
}

/** The second step of a sign-in: a passkey, or a code of the authenticator app or from the recovery codes. */
export function SecondFactorForm({ accountKind, methods, onBack }: SecondFactorProps) {
  const { busy, error, run } = useAction()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code'))
    run(() => signInWithCode(accountKind, code))
  }
  const isWrong = error instanceof ApiError && error.code === 'unauthorized'
  const hasApp = methods.includes('totp')
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>
          <Trans>One more step: confirm that it is you.</Trans>
        </Text>
        {methods.includes('passkey') && (
          <Button onClick={() => run(() => signInWithPasskey(accountKind, true))} loading={busy} fullWidth>
            <Trans>Use a passkey</Trans>
          </Button>
        )}
        {(hasApp || methods.includes('recovery_code')) && (
          <>
            <TextInput
              name="code"
              label={t`Code`}
              description={
                hasApp ? t`From your authenticator app, or a recovery code.` : t`One of your recovery codes.`
              }
              autoComplete="one-time-code"
              required
              error={isWrong && error.message}
              data-autofocus
            />
            <Button type="submit" variant={methods.includes('passkey') ? 'default' : 'filled'} loading={busy} fullWidth>
              <Trans>Continue</Trans>
            </Button>
          </>
        )}
        {error !== undefined && !isWrong && <ErrorAlert error={error} />}
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          <Trans>Start again</Trans>
        </Anchor>
      </Stack>
    </form>
  )
}
