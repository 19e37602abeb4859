import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { forDays, useRetention } from '../../api/retention.ts'
import { formatNumber } from '../../i18n/format.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { invalidateMemories } from '../memories/memory.ts'

// As many as one call lists and deletes.
const BATCH = 100

/** Ends a connection and, if wanted, moves what its app wrote to the trash and deletes the conversations it sent. */
export function Disconnect({ connection: { id, app, memories } }: { connection: Shape<'OwnConnection'> }) {
  const [confirming, setConfirming] = useState(false)
  const [messages, setMessages] = useState(0)
  const { trash_days } = useRetention() ?? {}
  const takeBack = (preview: boolean) => {
    const body = { since: new Date(0).toISOString(), only: 'transcripts' as const, preview }
    return unwrap(api.POST('/v1/connections/{id}/undo', { params: { path: { id } }, body }))
  }
  const open = () => {
    setConfirming(true)
    takeBack(true)
      .then((counts) => setMessages(counts.messages))
      .catch(() => {})
  }
  const disconnect = async (form: FormData) => {
    await unwrap(api.POST('/v1/connections/{id}/revoke', { params: { path: { id } } }))
    if (form.has('delete')) {
      await takeBack(false)
      await deleteWrittenBy(app.slug)
    }
    await Promise.all([invalidate(queryKeys.connections), invalidate(queryKeys.chats), invalidateMemories()])
  }
  const saved = memories.used + messages
  return (
    <>
      <Button color="red" variant="light" onClick={open}>
        <Trans>Disconnect</Trans>
      </Button>
      <Confirm
        title={t`Disconnect ${app.name}?`}
        submitLabel={t`Disconnect`}
        opened={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={disconnect}
      >
        <Text>
          <Trans>
            From this moment it can no longer read or change anything here. Copies it has made for itself are beyond our
            reach: ask its makers to delete them.
          </Trans>
        </Text>
        {saved > 0 && (
          <Checkbox
            name="delete"
            label={t`And delete what it saved (${formatNumber(saved)})`}
            description={t`It stays in the trash${forDays(trash_days)}. Otherwise it stays among your memories.`}
          />
        )}
      </Confirm>
    </>
  )
}

/** Deletes all memories that an app wrote, also those that are no longer current. */
async function deleteWrittenBy(app: string): Promise<void> {
  for (;;) {
    const query = { app, state: 'all' as const, limit: BATCH }
    const { memories } = await unwrap(api.GET('/v1/memories', { params: { query } }))
    if (!memories.length) return
    await unwrap(api.POST('/v1/memories/delete', { body: { ids: memories.map(({ id }) => id) } }))
  }
}
