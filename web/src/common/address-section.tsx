import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { changeAddress } from '../api/account-settings.ts'
import { fieldErrors } from '../api/errors.ts'
import { mailQuery, queryKeys } from '../api/queries.ts'
import { invalidate } from '../api/query-client.ts'
import { useSession } from '../api/session.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { useAction } from '../ui/action.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { MailNote } from '../ui/mail-note.tsx'
import utilities from '../ui/utilities.module.css'
import { ConfirmationNote } from './unconfirmed-note.tsx'

/** The address of the account: whether it is confirmed, and a form that replaces it. */
export function AddressSection({ accountKind }: { accountKind: AccountKind }) {
  const { data: account } = useSession(accountKind)
  const { data: mail } = useQuery(mailQuery)
  if (!account) return null
  const { email, emailConfirmed, pendingEmail } = account
  const waiting = pendingEmail ?? (emailConfirmed ? null : email)
  // The note about a first address that is not confirmed yet names it.
  const isNamed = waiting === email && mail !== 'off'
  return (
    <Stack gap="md">
      {!isNamed && <Text className={utilities.breakWords}>{emailConfirmed ? t`${email}, confirmed` : email}</Text>}
      <MailNote />
      {mail !== undefined && mail !== 'off' && (
        <>
          {waiting !== null && <ConfirmationNote accountKind={accountKind} address={waiting} />}
          <ChangeAddress accountKind={accountKind} />
        </>
      )}
    </Stack>
  )
}

function ChangeAddress({ accountKind }: { accountKind: AccountKind }) {
  const [sentTo, setSentTo] = useState<string>()
  const { busy, error, run } = useAction()
  const errors = fieldErrors(error)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { email = '', password = '' } = Object.fromEntries(new FormData(form)) as Record<string, string>
    setSentTo(undefined)
    run(async () => {
      await changeAddress(accountKind, { email, password })
      await invalidate(queryKeys.session)
      form.reset()
      setSentTo(email)
    })
  }
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm" maw={400}>
        <TextInput
          name="email"
          type="email"
          label={t`New address`}
          description={t`It replaces this one once you open the link we send to it.`}
          autoComplete="email"
          error={errors.email}
        />
        <PasswordInput
          name="password"
          label={t`Your password`}
          autoComplete="current-password"
          error={errors.password}
          visibilityToggleButtonProps={{ 'aria-label': t`Show the password`, tabIndex: 0 }}
        />
        {error !== undefined && !Object.keys(errors).length && <ErrorAlert error={error} />}
        <Group>
          <Button type="submit" variant="default" loading={busy}>
            <Trans>Change the address</Trans>
          </Button>
          <Text role="status" size="sm" c="dimmed" className={utilities.breakWords}>
            {sentTo !== undefined && t`A link was sent to ${sentTo}.`}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}
