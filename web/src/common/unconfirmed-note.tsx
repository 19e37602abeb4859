import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { resendConfirmation } from '../api/confirmation.ts'
import { mailQuery } from '../api/queries.ts'
import type { Account } from '../api/session.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { useAction } from '../ui/action.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Note } from '../ui/note.tsx'
import utilities from '../ui/utilities.module.css'

/** Says on a page that needs a confirmed address that it is not confirmed, where the service sends mail. */
export function UnconfirmedNote({ accountKind, account }: { accountKind: AccountKind; account: Account }) {
  const { data: mail } = useQuery(mailQuery)
  if (account.emailConfirmed || mail !== 'smtp') return null
  return (
    <Note tone="info" title={t`Confirm your address first`} role="note">
      <ConfirmationNote accountKind={accountKind} address={account.email} />
    </Note>
  )
}

/** Says that an address waits for its confirmation, with a button that sends the link again. */
export function ConfirmationNote({ accountKind, address }: { accountKind: AccountKind; address: string }) {
  const [sent, setSent] = useState(false)
  const { busy, error, run } = useAction()
  const send = () =>
    run(async () => {
      setSent(false)
      await resendConfirmation(accountKind)
      setSent(true)
    })
  return (
    <Stack gap="xs">
      <Text size="sm" className={utilities.breakWords}>
        <Trans>{address} is not confirmed yet. Open the link in the mail that was sent to it.</Trans>
      </Text>
      <Group>
        <Button variant="default" size="xs" onClick={send} loading={busy}>
          <Trans>Send the link again</Trans>
        </Button>
        <Text role="status" size="sm" c="dimmed">
          {sent && t`Sent. It works once, within 15 minutes.`}
        </Text>
      </Group>
      {error !== undefined && <ErrorAlert error={error} />}
    </Stack>
  )
}
