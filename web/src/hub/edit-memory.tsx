import { Autocomplete, Button, Group, SimpleGrid, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, fieldErrors } from '../api/errors.ts'
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
    <form onSubmit={save} onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}>
      <Stack gap="sm">
        <MemoryFields value={draft} onChange={setDraft} error={deed.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={deed.busy}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A memory as it is written: the words, where they belong and what they are. */
export interface Draft {
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
  const words = useRef<HTMLTextAreaElement>(null)
  // Whoever opened these fields came to write.
  useEffect(() => words.current?.focus(), [])
  return (
    <>
      <Textarea
        label="What to remember"
        dir="auto"
        autosize
        minRows={2}
        maxRows={12}
        value={value.content}
        onChange={(event) => onChange({ ...value, content: event.currentTarget.value })}
        error={wrong.content}
        ref={words}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Autocomplete
          label="Scope"
          description="What it is about. An app sees it only if you let it read this scope."
          data={[...new Set([...used.map(({ scope }) => scope), ...standard])]}
          value={value.scope}
          onChange={(scope) => onChange({ ...value, scope })}
          error={wrong.scope}
        />
        <Autocomplete
          label="Kind"
          description="What it is, such as a fact, a preference or a goal."
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
  if (error instanceof ApiError && error.code === 'unknown_scope')
    return { scope: 'There is no such scope. Pick one from the list, or a part of one, such as home.garden.' }
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
