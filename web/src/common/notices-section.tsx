import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Switch, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { noticesQuery, setNotice } from '../api/account-settings.ts'
import { mailQuery } from '../api/queries.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { serverText } from '../i18n/server-text.ts'
import { useAction } from '../ui/action.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { MailNote } from '../ui/mail-note.tsx'
import css from './notices-section.module.css'

/** The mails about the account; those about its safety cannot be turned off. */
export function NoticesSection({ accountKind }: { accountKind: AccountKind }) {
  const query = noticesQuery(accountKind)
  const { data, error, refetch } = useQuery(query)
  const { data: mail } = useQuery(mailQuery)
  const client = useQueryClient()
  const action = useAction()
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={3} height={32} />
  const set = (id: string, enabled: boolean) =>
    action.run(async () => {
      client.setQueryData(query.queryKey, await setNotice(accountKind, id, enabled))
    })
  return (
    <Stack gap="sm">
      <MailNote />
      <div>
        <Text size="sm" c="dimmed">
          <Trans>Always sent, for the safety of your account:</Trans>
        </Text>
        <ul className={css.always}>
          {data
            .filter(({ required }) => required)
            .map(({ id, about }) => (
              <li key={id}>
                <Check size={16} aria-hidden />
                {serverText(`notice.${id}`, about)}
              </li>
            ))}
        </ul>
      </div>
      {data
        .filter(({ required }) => !required)
        .map(({ id, about, enabled }) => (
          <Switch
            key={id}
            label={serverText(`notice.${id}`, about)}
            checked={enabled}
            disabled={mail === 'off'}
            onChange={(event) => set(id, event.currentTarget.checked)}
          />
        ))}
      {action.error !== undefined && <ErrorAlert error={action.error} />}
      <Text role="status" size="sm" c="dimmed">
        {action.busy && t`Saving.`}
      </Text>
    </Stack>
  )
}
