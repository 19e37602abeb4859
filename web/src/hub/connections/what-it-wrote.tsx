import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Switch, Text, Title } from '@mantine/core'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useAction } from '../../ui/action.ts'
import { memoriesIn } from '../../ui/counts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'

/** How much of the store the app of a connection fills, and what the person decides about that. */
export function WhatItWrote({ connection }: { connection: Shape<'OwnConnection'> }) {
  const { id, app, status, mutedAt, unlimitedAt } = connection
  const action = useAction()
  const change = (setting: 'mute' | 'unmute' | 'limit' | 'unlimit') =>
    action.run(async () => {
      await unwrap(api.POST(`/v1/connections/{id}/${setting}`, { params: { path: { id } } }))
      await invalidate(queryKeys.connections, queryKeys.memory, queryKeys.audit)
    })
  return (
    <Stack component="section" gap="xs">
      <Title order={2} size="h4">
        <Trans>What it wrote</Trans>
      </Title>
      <Text>{amountOf(connection)}</Text>
      <Switch
        checked={mutedAt !== null}
        onChange={(event) => change(event.currentTarget.checked ? 'mute' : 'unmute')}
        label={t`Hide it from other apps`}
        description={t`No other app sees or uses the memories that ${app.name} wrote. You and ${app.name} still see them.`}
      />
      {status === 'active' && (
        <Switch
          checked={unlimitedAt !== null}
          onChange={(event) => change(event.currentTarget.checked ? 'unlimit' : 'limit')}
          label={t`Let it use all your space`}
          description={t`Otherwise it may use three quarters, while other apps may write too.`}
        />
      )}
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </Stack>
  )
}

/** How many of the stored memories the app wrote, and how many it may. */
function amountOf({ app, memories: { used, limit } }: Shape<'OwnConnection'>): string {
  const count = memoriesIn(used)
  if (limit === null) return t`${app.name} wrote ${count}.`
  const most = formatNumber(limit)
  return t`${app.name} wrote ${count} of the ${most} it may have here.`
}
