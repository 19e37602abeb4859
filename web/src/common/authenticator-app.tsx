import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { encode } from 'uqr'
import type { Shape } from '../api/client.ts'
import { fieldErrors } from '../api/errors.ts'
import { addTotp, confirmTotp, removeTotp } from '../api/factors.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { useAction } from '../ui/action.ts'
import { Confirm } from '../ui/confirm.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

interface AuthenticatorAppProps {
  accountKind: AccountKind
  totp: Shape<'Factors'>['totp']
  onChange: (codes?: string[] | null) => Promise<void>
}

/** The authenticator app of the account, to add and remove. */
export function AuthenticatorApp({ accountKind, totp, onChange }: AuthenticatorAppProps) {
  const [secret, setSecret] = useState<Shape<'TotpSecret'>>()
  const [removing, setRemoving] = useState(false)
  const action = useAction()
  return (
    <Section
      title={t`Authenticator app`}
      lead={t`An app on your phone that shows a new six-digit code every 30 seconds, to enter after your password.`}
      actions={
        !totp && (
          <Button loading={action.busy} onClick={() => action.run(async () => setSecret(await addTotp(accountKind)))}>
            <Trans>Set up</Trans>
          </Button>
        )
      }
    >
      {totp && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {totp.lastUsedAt ? (
              <Trans>
                In use since <Timestamp at={totp.createdAt} />, last used <Timestamp at={totp.lastUsedAt} />
              </Trans>
            ) : (
              <Trans>
                In use since <Timestamp at={totp.createdAt} />
              </Trans>
            )}
          </Text>
          <Button variant="default" size="xs" onClick={() => setRemoving(true)}>
            <Trans>Remove</Trans>
          </Button>
        </Group>
      )}
      {action.error !== undefined && <ErrorAlert error={action.error} />}
      <Dialog opened={secret !== undefined} onClose={() => setSecret(undefined)} title={t`Set up the app`}>
        {secret && (
          <FirstCode
            secret={secret}
            onConfirm={async (code) => {
              const codes = await confirmTotp(accountKind, code)
              setSecret(undefined)
              await onChange(codes)
            }}
          />
        )}
      </Dialog>
      <Confirm
        title={t`Remove the authenticator app?`}
        submitLabel={t`Remove`}
        opened={removing}
        onClose={() => setRemoving(false)}
        onConfirm={() => removeTotp(accountKind).then(() => onChange())}
      >
        <Text>
          <Trans>Its codes no longer sign you in.</Trans>
        </Text>
      </Confirm>
    </Section>
  )
}

function FirstCode({ secret, onConfirm }: { secret: Shape<'TotpSecret'>; onConfirm: (code: string) => Promise<void> }) {
  const { busy, error, run } = useAction()
  const errors = fieldErrors(error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code'))
    run(() => onConfirm(code))
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>
          <Trans>Scan this with the app, or enter the key there. Then enter the code that it shows.</Trans>
        </Text>
        <Group justify="center">
          <QrCode text={secret.uri} />
        </Group>
        <CopyField label={t`Key`} value={secret.secret} />
        <TextInput
          name="code"
          label={t`Code`}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          error={errors.code}
        />
        {error !== undefined && !Object.keys(errors).length && <ErrorAlert error={error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            <Trans>Use this app</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const QUIET_MODULES = 4

/** A QR code, black on white in every colour scheme, because cameras expect it so. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: QUIET_MODULES })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg role="img" aria-label={t`QR code for the authenticator app`} viewBox={`0 0 ${size} ${size}`} width={200}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
