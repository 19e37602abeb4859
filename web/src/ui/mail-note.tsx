import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { mailQuery } from '../api/queries.ts'
import { Note } from './note.tsx'

/** Says that mail goes to a folder of the machine, on an installation that only this machine reaches. */
export function MailNote() {
  const { data: mail } = useQuery(mailQuery)
  if (mail === 'file')
    return (
      <Text size="sm" c="dimmed">
        <Trans>
          This is a local installation without a mail server: each mail is a file on the machine that runs it, and its
          log names the file.
        </Trans>
      </Text>
    )
  if (mail === 'off')
    return (
      <Note tone="info" title={t`This service sends no mail`} role="note">
        <Text size="sm" c="var(--mantine-color-text)">
          <Trans>Links cannot be sent. Ask the people who run this service.</Trans>
        </Text>
      </Note>
    )
  return null
}
