import { t } from '@lingui/core/macro'
import { Button, type ButtonProps } from '@mantine/core'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'

interface PauseButtonProps {
  connection: Shape<'OwnConnection'>
  size?: ButtonProps['size']
}

/** Pauses the app of a connection, or lets it go on. */
export function PauseButton({ connection: { id, app, pausedAt }, size }: PauseButtonProps) {
  const action = useAction()
  const change = () =>
    action.run(async () => {
      const params = { path: { id } }
      if (pausedAt) await unwrap(api.POST('/v1/connections/{id}/resume', { params }))
      else await unwrap(api.POST('/v1/connections/{id}/pause', { params }))
      await invalidate(queryKeys.connections, queryKeys.memory, queryKeys.audit)
    })
  return (
    <>
      <Button
        variant="default"
        size={size}
        onClick={change}
        loading={action.busy}
        aria-label={pausedAt ? t`Resume ${app.name}` : t`Pause ${app.name}`}
      >
        {pausedAt ? t`Resume` : t`Pause`}
      </Button>
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </>
  )
}
