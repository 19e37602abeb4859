import { Autocomplete, Button, Group, SimpleGrid, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../api/errors.ts'
import { useDeed } from '../ui/deed.ts'
import { Trouble } from '../ui/trouble.tsx'
import { catalog, editMemory, type Memory, type Patch, scopes } from './memory.ts'

/** A memory's own words, its place and its kind, to be changed where they stand. */
export function EditMemory({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const [draft, setDraft] = useState({ content: memory.content, scope: memory.scope, type: memory.type })
  const deed = useDeed()
  const save = (event: FormEvent) => {
    event.preventDefault()
    deed.run(async () => {
      await editMemory(memory.id, changed(memory, draft))
      onClose()
    })
  }
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        <MemoryFields value={draft} onChange={setDraft} error={deed.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Leave as it was
          </Button>
          <Button type="submit" loading={deed.busy}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface Draft {
  content: string
  scope: string
  type: string
}

/** The fields a memory is written in, with what the service said of each. */
export function MemoryFields(props: { value: Draft; onChange: (draft: Draft) => void; error: unknown }) {
  const { value, onChange, error } = props
  const used = useQuery(scopes).data ?? []
  const names = useQuery(catalog).data
  const standard = names?.standardScopes.map(({ namespace }) => namespace) ?? []
  const wrong = byField(error)
  return (
    <>
      <Textarea
        label="What is to be remembered"
        autosize
        minRows={2}
        maxRows={12}
        value={value.content}
        onChange={(event) => onChange({ ...value, content: event.currentTarget.value })}
        error={wrong.content}
        data-autofocus
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Autocomplete
          label="Where it lies"
          description="Apps see it if you let them read this scope."
          data={[...new Set([...used.map(({ scope }) => scope), ...standard])]}
          value={value.scope}
          onChange={(scope) => onChange({ ...value, scope })}
          error={wrong.scope}
        />
        <Autocomplete
          label="Kind"
          description="A hint, such as fact, preference or goal."
          data={names?.memoryKinds.map(({ type }) => type) ?? []}
          value={value.type}
          onChange={(type) => onChange({ ...value, type })}
          error={wrong.type ?? wrong.kind}
        />
      </SimpleGrid>
      {error !== undefined && !Object.keys(wrong).length && <Trouble error={error} />}
    </>
  )
}

// A new memory is one of a list, so its fields go by `memories.0.content`.
function byField(error: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([path, message]) => [path.replace(/^memories\.0\./, ''), message]),
  )
}

function changed(before: Memory, { content, scope, type }: Draft): Patch {
  return {
    ...(content === before.content ? {} : { content }),
    ...(scope === before.scope ? {} : { scope }),
    ...(type === before.type ? {} : { type }),
  }
}
