import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../ui/action.ts'
import { useFocusRestore } from '../../ui/focus.ts'
import utilities from '../../ui/utilities.module.css'
import { type Draft, MemoryFields } from './edit-memory.tsx'
import { addMemory } from './memory-changes.ts'

const EMPTY: Draft = { content: '', scope: 'general', type: 'fact' }

/** The form for a new memory, empty or filled in with an example. */
export function NewMemory({ draft: initial = EMPTY, onClose }: { draft?: Draft; onClose: () => void }) {
  const [draft, setDraft] = useState(initial)
  const action = useAction()
  useFocusRestore()
  const save = (event: FormEvent) => {
    event.preventDefault()
    action.run(async () => {
      await addMemory({ content: draft.content, scope: draft.scope, kind: draft.type })
      onClose()
    })
  }
  return (
    <form
      onSubmit={save}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
      aria-label={t`A new memory`}
    >
      <Stack gap="sm" className={utilities.surface} p="md">
        <Title order={2} size="h4">
          <Trans>A new memory</Trans>
        </Title>
        <MemoryFields value={draft} onChange={setDraft} error={action.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={action.busy}>
            <Trans>Remember this</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
