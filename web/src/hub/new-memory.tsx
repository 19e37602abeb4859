import { Button, Group, Stack, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useDeed } from '../ui/deed.ts'
import { useReturningFocus } from '../ui/focus.ts'
import { type Draft, MemoryFields } from './edit-memory.tsx'
import { addMemory } from './memory.ts'

const EMPTY: Draft = { content: '', scope: 'general', type: 'fact' }

/** Where a person tells something themselves, from the start or from an example. */
export function NewMemory({ start = EMPTY, onClose }: { start?: Draft; onClose: () => void }) {
  const [draft, setDraft] = useState(start)
  const deed = useDeed()
  useReturningFocus()
  const save = (event: FormEvent) => {
    event.preventDefault()
    deed.run(async () => {
      await addMemory({ content: draft.content, scope: draft.scope, kind: draft.type })
      onClose()
    })
  }
  return (
    <form onSubmit={save} aria-label="A new memory">
      <Stack gap="sm" className="surface" p="md">
        <Title order={2} size="h5">
          A new memory
        </Title>
        <MemoryFields value={draft} onChange={setDraft} error={deed.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={deed.busy}>
            Remember this
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
