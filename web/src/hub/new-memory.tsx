import { Button, Group, Stack, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useDeed } from '../ui/deed.ts'
import { MemoryFields } from './edit-memory.tsx'
import { addMemory } from './memory.ts'

const EMPTY = { content: '', scope: 'general', type: 'fact' }

/** Where a person tells something themselves. */
export function NewMemory({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY)
  const deed = useDeed()
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
