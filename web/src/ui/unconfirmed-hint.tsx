import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sendConfirmation } from '../api/confirmation.ts'
import { mailQuery } from '../api/queries.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { useAction } from './action.ts'
import { ErrorAlert } from './error-alert.tsx'
import { Note } from './note.tsx'
import utilities from './utilities.module.css'

/**
 * Says after a failed sign-in that a new account must be confirmed first, where the service sends mail, and sends the
 * link again. The same for every address, so that it does not tell whether there is an account.
 */
export function UnconfirmedHint({ accountKind, email }: { accountKind: AccountKind; email: string }) {
  const { data: mail } = useQuery(mailQuery)
  const [sent, setSent] = useState(false)
  const { busy, error, run } = useAction()
  if (mail !== 'smtp') return null
  const send = () =>
    run(async () => {
      await sendConfirmation(accountKind, email)
      setSent(true)
    })
  return (
    <Note tone="info" title={t`Is the account new?`} role="note">
      <Stack gap="xs">
        <Text size="sm" c="var(--mantine-color-text)">
          <Trans>Before you can sign in again, open the link in the mail we sent you.</Trans>
        </Text>
        <Group>
          <Button variant="default" size="xs" onClick={send} loading={busy}>
            <Trans>Send the link again</Trans>
          </Button>
          <Text role="status" size="sm" c="var(--mantine-color-text)" className={utilities.breakWords}>
            {sent &&
              t`If a new account with ${email} waits for it, a link is on its way. It works once, within 15 minutes.`}
          </Text>
        </Group>
        {error !== undefined && <ErrorAlert error={error} />}
      </Stack>
    </Note>
  )
}
