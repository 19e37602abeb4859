import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { useAction } from '../../ui/action.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { suggestionsIn } from '../../ui/counts.ts'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { invalidateMemories } from '../memories/memory.ts'
import { showUndo } from '../memories/undo.tsx'

// Of one request.
const DECIDED_MAX = 100

type Decision = 'accept' | 'decline' | 'reopen'

/** Decides on candidates; returns the ids of those that changed. */
async function decide(decision: Decision, ids: readonly string[]): Promise<string[]> {
  const changed: string[] = []
  try {
    for (let at = 0; at < ids.length; at += DECIDED_MAX) {
      const body = { decision, ids: ids.slice(at, at + DECIDED_MAX) }
      changed.push(...(await unwrap(api.POST('/v1/candidates/decide', { body }))).changed)
    }
  } finally {
    await Promise.all([invalidate(queryKeys.candidates, queryKeys.chats), invalidateMemories()])
  }
  return changed
}

interface SelectedCandidatesProps {
  ids: readonly string[]
  onClear: () => void
  onSelectAll: () => void
}

/** The decisions on all selected suggestions, in a bar at the bottom of the window. */
export function SelectedCandidates({ ids, onClear, onSelectAll }: SelectedCandidatesProps) {
  const [asking, setAsking] = useState(false)
  const action = useAction()
  const count = suggestionsIn(ids.length)
  const keep = () =>
    action.run(async () => {
      const kept = await decide('accept', ids)
      onClear()
      showUndo(t`Kept: ${suggestionsIn(kept.length)}`, async () => {
        await decide('reopen', kept)
      })
    })
  const decline = async () => {
    const declined = await decide('decline', ids)
    onClear()
    notifications.show({ message: t`Declined: ${suggestionsIn(declined.length)}` })
  }
  return (
    <>
      <SelectionBar
        label={t`Selected suggestions`}
        selected={ids.length}
        count={count}
        error={action.error}
        onClear={onClear}
        onSelectAll={onSelectAll}
      >
        <Button size="compact-md" loading={action.busy} onClick={keep}>
          <Trans>Keep</Trans>
        </Button>
        <Button size="compact-md" variant="default" onClick={() => setAsking(true)}>
          <Trans>Decline</Trans>
        </Button>
      </SelectionBar>
      <Confirm
        title={t`Decline ${count}?`}
        submitLabel={t`Decline`}
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={decline}
      >
        <Text>
          <Trans>Their text is deleted for good. The same import does not suggest them again.</Trans>
        </Text>
      </Confirm>
    </>
  )
}
