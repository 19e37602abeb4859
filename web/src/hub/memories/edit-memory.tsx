import { Autocomplete, Button, Group, SimpleGrid, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, fieldErrors } from '../../api/errors.ts'
import { catalogQuery, hubQueries } from '../../api/queries.ts'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { editMemory, type Memory, type MemoryPatch } from './memory.ts'

/** The form that changes the content, scope and kind of a memory, in place of its card. */
export function EditMemory({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const [draft, setDraft] = useState({ content: memory.content, scope: memory.scope, type: memory.type })
  const action = useAction()
  const save = (event: FormEvent) => {
    event.preventDefault()
    action.run(async () => {
      await editMemory(memory.id, changedFields(memory, draft))
      onClose()
    })
  }
  return (
    <form onSubmit={save} onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}>
      <Stack gap="sm">
        <MemoryFields value={draft} onChange={setDraft} error={action.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={action.busy}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The fields of a memory that the user writes. */
export interface Draft {
  content: string
  scope: string
  type: string
}

/** Inputs for a draft, with the validation errors of the API at their fields. */
export function MemoryFields(props: { value: Draft; onChange: (draft: Draft) => void; error: unknown }) {
  const { value, onChange, error } = props
  const usedScopes = useQuery(hubQueries.usedScopes).data?.map(({ scope }) => scope) ?? []
  const catalog = useQuery(catalogQuery).data
  const standardScopes = catalog?.standardScopes.map(({ namespace }) => namespace) ?? []
  const errors = errorsByField(error)
  const content = useRef<HTMLTextAreaElement>(null)
  useEffect(() => content.current?.focus(), [])
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
        error={errors.content}
        ref={content}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Autocomplete
          label="Scope"
          description="What it is about. An app sees it only if you let it read this scope."
          data={[...new Set([...usedScopes, ...standardScopes])]}
          value={value.scope}
          onChange={(scope) => onChange({ ...value, scope })}
          error={errors.scope}
        />
        <Autocomplete
          label="Kind"
          description="What it is, such as a fact, a preference or a goal."
          data={catalog?.memoryKinds.map(({ type }) => type) ?? []}
          value={value.type}
          onChange={(type) => onChange({ ...value, type })}
          error={errors.type ?? errors.kind}
        />
      </SimpleGrid>
      {error !== undefined && !Object.keys(errors).length && <ErrorAlert error={error} />}
    </>
  )
}

// The API takes new memories as a list, so their paths look like `memories.0.content`.
function errorsByField(error: unknown): Record<string, string> {
  if (error instanceof ApiError && error.code === 'unknown_scope')
    return { scope: 'There is no such scope. Pick one from the list, or a part of one, such as home.garden.' }
  return Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([path, message]) => [path.replace(/^memories\.0\./, ''), message]),
  )
}

function changedFields(before: Memory, { content, scope, type }: Draft): MemoryPatch {
  return {
    ...(content === before.content ? {} : { content }),
    ...(scope === before.scope ? {} : { scope }),
    ...(type === before.type ? {} : { type }),
  }
}
