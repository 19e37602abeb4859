import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NumberInput, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { catalogQuery } from '../../api/catalog-queries.ts'
import { ApiError, fieldErrors } from '../../api/errors.ts'
import { byLabel } from '../../i18n/format.ts'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { kindLabel } from '../../ui/topic-name.ts'
import { type DatedFields, datesOf, patchOf } from './changed-fields.ts'
import { editMemory, type Memory } from './memory.ts'
import { Readers, TopicPicker } from './topic-picker.tsx'

/** The form that changes a memory, in place of its row. */
export function EditMemory({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const [draft, setDraft] = useState({ content: memory.content, scope: memory.scope, type: memory.type })
  const [weights, setWeights] = useState({ importance: memory.importance, confidence: memory.confidence })
  const [dates, setDates] = useState(datesOf(memory))
  const action = useAction()
  const save = (event: FormEvent) => {
    event.preventDefault()
    action.run(async () => {
      await editMemory(memory.id, patchOf(memory, { ...draft, ...weights }, dates))
      onClose()
    })
  }
  return (
    <form onSubmit={save} onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}>
      <Stack gap="sm">
        <MemoryFields value={draft} onChange={setDraft} error={action.error}>
          <details>
            <summary>
              <Trans>Importance and dates</Trans>
            </summary>
            <Stack gap="sm" mt="sm">
              <SimpleGrid cols={2} spacing="sm">
                {(['importance', 'confidence'] as const).map((name) => (
                  <NumberInput
                    key={name}
                    label={i18n._(WEIGHTS[name])}
                    min={0}
                    max={100}
                    allowDecimal={false}
                    value={weights[name]}
                    onChange={(value) => setWeights({ ...weights, [name]: Number(value) })}
                    error={fieldErrors(action.error)[name]}
                  />
                ))}
              </SimpleGrid>
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                {(Object.keys(DATES) as (keyof DatedFields)[]).map((name) => (
                  <TextInput
                    key={name}
                    type="datetime-local"
                    label={i18n._(DATES[name])}
                    value={dates[name]}
                    onChange={({ currentTarget: { value } }) => setDates({ ...dates, [name]: value })}
                    error={fieldErrors(action.error)[name]}
                  />
                ))}
              </SimpleGrid>
            </Stack>
          </details>
        </MemoryFields>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={action.busy}>
            <Trans>Save</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const WEIGHTS = { importance: msg`Importance, 0 to 100`, confidence: msg`How sure it is, 0 to 100` } as const

const DATES: Readonly<Record<keyof DatedFields, MessageDescriptor>> = {
  occurredAt: msg`Happened`,
  validFrom: msg`True since`,
  validUntil: msg`True until`,
  expiresAt: msg`Erase it at`,
}

/** The fields of a memory that the user writes. */
export interface Draft {
  content: string
  scope: string
  type: string
}

interface MemoryFieldsProps {
  value: Draft
  onChange: (draft: Draft) => void
  error: unknown
  /** Further fields. */
  children?: ReactNode
}

/** Inputs for a draft, with the validation errors of the API at their fields, and the apps that will be able to read it. */
export function MemoryFields({ value, onChange, error, children }: MemoryFieldsProps) {
  const known = useQuery(catalogQuery).data?.memoryKinds.map(({ type }) => type) ?? []
  // An app may have named a kind of its own.
  const kinds = [...new Set([...known, value.type])]
  const errors = errorsByField(error)
  const content = useRef<HTMLTextAreaElement>(null)
  useEffect(() => content.current?.focus(), [])
  return (
    <>
      <Textarea
        label={t`What to remember`}
        dir="auto"
        autosize
        minRows={2}
        maxRows={12}
        value={value.content}
        onChange={(event) => onChange({ ...value, content: event.currentTarget.value })}
        error={errors.content}
        ref={content}
      />
      <TopicPicker scope={value.scope} onChange={(scope) => onChange({ ...value, scope })} error={errors.scope} />
      <Select
        label={t`Kind`}
        description={t`What it is, such as a fact, a preference or a goal.`}
        searchable
        allowDeselect={false}
        data={byLabel(kinds.map((kind) => ({ value: kind, label: kindLabel(kind) })))}
        nothingFoundMessage={t`No such kind`}
        value={value.type}
        onChange={(type) => type && onChange({ ...value, type })}
        error={errors.type ?? errors.kind}
      />
      {children}
      <Readers scope={value.scope} />
      {error !== undefined && !Object.keys(errors).length && <ErrorAlert error={error} />}
    </>
  )
}

// The API takes new memories as a list, so their paths look like `memories.0.content`.
function errorsByField(error: unknown): Record<string, string> {
  if (error instanceof ApiError && error.code === 'unknown_scope') return { scope: t`There is no such topic any more.` }
  return Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([path, message]) => [path.replace(/^memories\.0\./, ''), message]),
  )
}
