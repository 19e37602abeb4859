import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { forDays, useRetention } from '../../api/retention.ts'
import { useAction } from '../../ui/action.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { memoriesIn } from '../../ui/counts.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { editMemories, exportMemories } from './bulk-changes.ts'
import { deleteMemories, type Memory } from './memory.ts'

const TopicFields = onDemand(async () => (await import('./topic-fields.tsx')).TopicFields)

interface SelectedMemoriesProps {
  memories: readonly Memory[]
  onClear: () => void
  onSelectAll: () => void
}

/** The actions for all selected memories, in a bar at the bottom of the window. */
export function SelectedMemories({ memories, onClear, onSelectAll }: SelectedMemoriesProps) {
  const [asking, setAsking] = useState<'delete' | 'move'>()
  // What the user chose. Until then, the dialog shows the topic that all have, or none.
  const [scope, setScope] = useState<string>()
  const [first] = memories
  const common = memories.every((memory) => memory.scope === first?.scope) ? first?.scope : undefined
  const action = useAction()
  const count = memoriesIn(memories.length)
  const arePinned = memories.every(({ pinned }) => pinned)
  const change = (run: () => Promise<void>) => async () => {
    await run()
    onClear()
  }
  return (
    <>
      <SelectionBar
        label={t`Selected memories`}
        selected={memories.length}
        count={count}
        error={action.error}
        onClear={onClear}
        onSelectAll={onSelectAll}
      >
        <Button size="compact-md" variant="default" onClick={() => setAsking('move')}>
          <Trans>Move</Trans>
        </Button>
        <Button
          size="compact-md"
          variant="default"
          loading={action.busy}
          onClick={() => action.run(change(() => editMemories(memories, { pinned: !arePinned })))}
        >
          {arePinned ? t`Unpin` : t`Pin`}
        </Button>
        <Button size="compact-md" variant="default" onClick={() => exportMemories(memories)}>
          <Trans>Export</Trans>
        </Button>
        <Button size="compact-md" color="red" onClick={() => setAsking('delete')}>
          <Trans>Delete</Trans>
        </Button>
      </SelectionBar>
      <Confirm
        title={t`Delete ${count}?`}
        submitLabel={t`Delete`}
        opened={asking === 'delete'}
        onClose={() => setAsking(undefined)}
        onConfirm={change(() => deleteMemories(memories))}
      >
        <TrashNote />
      </Confirm>
      <Confirm
        title={t`Move ${count}`}
        submitLabel={t`Move`}
        destructive={false}
        opened={asking === 'move'}
        incomplete={scope === undefined || scope === common}
        onClose={() => {
          setAsking(undefined)
          setScope(undefined)
        }}
        onConfirm={change(() => editMemories(memories, { scope }))}
      >
        <TopicFields scope={scope ?? common} onChange={setScope} />
      </Confirm>
    </>
  )
}

/** What becomes of deleted memories. It asks how long they stay only when the dialog is open. */
function TrashNote() {
  const { trash_days } = useRetention() ?? {}
  return (
    <Text>
      <Trans>No app can read them any more. They stay in the trash{forDays(trash_days)}.</Trans>
    </Text>
  )
}
