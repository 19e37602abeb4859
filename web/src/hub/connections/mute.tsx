import { Stack, Switch, Title } from '@mantine/core'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'

/** A switch that hides what the app of a connection wrote from all other apps. */
export function Mute({ connection: { id, app, mutedAt } }: { connection: Shape<'OwnConnection'> }) {
  const action = useAction()
  const change = (muted: boolean) =>
    action.run(async () => {
      const params = { path: { id } }
      await unwrap(
        muted ? api.POST('/v1/connections/{id}/mute', { params }) : api.POST('/v1/connections/{id}/unmute', { params }),
      )
      await invalidate(queryKeys.connections, queryKeys.memory, queryKeys.audit)
    })
  return (
    <Stack component="section" gap="xs">
      <Title order={2} size="h4">
        What it wrote
      </Title>
      <Switch
        checked={mutedAt !== null}
        disabled={action.busy}
        onChange={(event) => change(event.currentTarget.checked)}
        label="Hide it from other apps"
        description={`No other app sees or uses the memories that ${app.name} wrote. You and ${app.name} still see them.`}
      />
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </Stack>
  )
}
