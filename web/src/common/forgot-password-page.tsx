import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../api/errors.ts'
import { mailQuery } from '../api/queries.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { sendPasswordLink } from '../api/sign-in.ts'
import { useAction } from '../ui/action.ts'
import { BackToSignIn } from '../ui/back-to-sign-in.tsx'
import { ColumnLayout } from '../ui/column-layout.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { MailNote } from '../ui/mail-note.tsx'
import { PageTitle } from '../ui/page-title.tsx'

/** Asks for a link that sets a new password. The response is the same whether or not the address has an account. */
export function ForgotPasswordPage({ accountKind }: { accountKind: AccountKind }) {
  const [sentTo, setSentTo] = useState<string>()
  const { data: mail } = useQuery(mailQuery)
  const { busy, error, run } = useAction()
  const errors = fieldErrors(error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    run(async () => {
      await sendPasswordLink(accountKind, email)
      setSentTo(email)
    })
  }
  return (
    <ColumnLayout accountKind={accountKind} face="mail">
      <PageTitle
        key={sentTo}
        title={sentTo === undefined ? t`Forgot your password?` : t`Look at your mail`}
        lead={
          sentTo === undefined && mail !== 'off' && t`We send a link to your address, with which you choose a new one.`
        }
      />
      {sentTo === undefined && mail !== 'off' && (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <TextInput
              name="email"
              type="email"
              label={t`E-mail`}
              autoComplete="username"
              required
              error={errors.email}
              data-autofocus
            />
            {error !== undefined && !Object.keys(errors).length && <ErrorAlert error={error} />}
            <Button type="submit" loading={busy} fullWidth>
              <Trans>Send a link</Trans>
            </Button>
          </Stack>
        </form>
      )}
      {sentTo !== undefined && (
        <Text role="status">
          <Trans>If {sentTo} has an account here, a link is on its way. It works once, within 15 minutes.</Trans>
        </Text>
      )}
      <MailNote />
      <BackToSignIn accountKind={accountKind} />
    </ColumnLayout>
  )
}
