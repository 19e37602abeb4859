import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountSessionsQuery, endAccountSession, endOtherSessions } from '../api/account-settings.ts'
import type { Shape } from '../api/client.ts'
import { queryKeys } from '../api/queries.ts'
import { invalidate } from '../api/query-client.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { useAction } from '../ui/action.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { focusMain } from '../ui/focus.ts'
import { Loading } from '../ui/loading.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import utilities from '../ui/utilities.module.css'

/** Where the account is signed in; each session can be ended, and all others at once. */
export function SessionsSection({ accountKind }: { accountKind: AccountKind }) {
  const { data, error, refetch } = useQuery(accountSessionsQuery(accountKind))
  const action = useAction()
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={2} height={56} />
  const end = (work: () => Promise<unknown>) =>
    action.run(async () => {
      await work()
      await invalidate(queryKeys.accountSessions)
      // The pressed button is gone.
      focusMain()
    })
  return (
    <Stack gap="md">
      <ul className={utilities.sectionList}>
        {data.map((session) => (
          <Session
            key={session.id}
            {...session}
            busy={action.busy}
            onEnd={() => end(() => endAccountSession(accountKind, session.id))}
          />
        ))}
      </ul>
      {action.error !== undefined && <ErrorAlert error={action.error} />}
      {data.length > 1 && (
        <Group>
          <Button variant="default" loading={action.busy} onClick={() => end(() => endOtherSessions(accountKind))}>
            <Trans>Sign out everywhere else</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  )
}

interface SessionProps extends Omit<Shape<'AccountSession'>, 'id'> {
  busy: boolean
  onEnd: () => void
}

function Session({ device, network, createdAt, lastUsedAt, current, busy, onEnd }: SessionProps) {
  const name = device ?? t`Unknown device`
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          {current && (
            <Badge variant="light" color="gray">
              <Trans>This one</Trans>
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {network && t`From ${network}.`}{' '}
          <Trans>
            Signed in <Timestamp at={createdAt} />, last used <Timestamp at={lastUsedAt} />.
          </Trans>
        </Text>
      </div>
      {!current && (
        <Button
          variant="default"
          size="xs"
          flex="none"
          onClick={onEnd}
          data-disabled={busy}
          aria-label={t`Sign out: ${name}`}
        >
          <Trans>Sign out</Trans>
        </Button>
      )}
    </Group>
  )
}
