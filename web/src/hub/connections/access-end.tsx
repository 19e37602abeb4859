import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { useAction } from '../../ui/action.ts'
import { type Duration, secondsOf } from '../../ui/duration.ts'
import { DurationSelect } from '../../ui/duration-select.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { focusMain } from '../../ui/focus.ts'

/** How long an app may have access: sets an end, another one, or none. */
export function AccessEnd({ connection: { id, expiresAt } }: { connection: Shape<'OwnConnection'> }) {
  const now = expiresAt ? 'current' : 'open'
  const [duration, setDuration] = useState<Duration>(now)
  const action = useAction()
  const save = () =>
    action.run(async () => {
      const expires_in = secondsOf(duration, new Date(), expiresAt) ?? null
      await unwrap(api.PATCH('/v1/connections/{id}', { params: { path: { id } }, body: { expires_in } }))
      await invalidate(queryKeys.connections, queryKeys.audit)
      // The button is gone, as the new end is the current one.
      focusMain()
    })
  return (
    <Stack gap="xs" align="flex-start">
      <Group align="flex-end" gap="sm">
        <DurationSelect
          value={duration}
          onChange={setDuration}
          currentEnd={expiresAt}
          description={t`When the time is over, its access ends by itself.`}
        />
        {duration !== now && (
          <Button onClick={save} loading={action.busy}>
            <Trans>Set the time</Trans>
          </Button>
        )}
      </Group>
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </Stack>
  )
}
