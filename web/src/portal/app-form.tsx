import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Shape } from '../api/client.ts'
import { fieldErrors } from '../api/errors.ts'
import { useDeed } from '../ui/deed.ts'
import { Trouble } from '../ui/trouble.tsx'
import { errorUnder, linesOf } from './form.ts'
import { ManifestEditor } from './manifest/editor.tsx'

/** What can be said of an app by its developer. */
export type AppDraft = Pick<
  Shape<'App'>,
  'name' | 'description' | 'iconUrl' | 'homepageUrl' | 'redirect_uris' | 'manifest'
>

interface AppFormProps {
  draft: AppDraft
  /** What the button says. */
  deed: string
  onSave: (draft: AppDraft) => Promise<unknown>
  onCancel: () => void
}

/** Name, addresses and manifest of an app. Which of them are right the service says, at the field. */
export function AppForm({ draft: before, deed, onSave, onCancel }: AppFormProps) {
  const [draft, setDraft] = useState(before)
  const [uris, setUris] = useState(before.redirect_uris.join('\n'))
  const { busy, error, run } = useDeed()
  const errors = fieldErrors(error)
  const isAtFields = Object.keys(errors).length > 0
  const form = useRef<HTMLFormElement>(null)
  // It is a long form: the first field that is not right is brought into sight.
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  const set = (change: Partial<AppDraft>) => setDraft({ ...draft, ...change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run(() => onSave({ ...draft, redirect_uris: linesOf(uris) }))
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TextInput
          label="Name"
          description="As people read it when you ask them."
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={errors.name}
          required
        />
        <Textarea
          label="Description"
          description="What it does, in a sentence. You may leave it out."
          value={draft.description ?? ''}
          onChange={(event) => set({ description: event.currentTarget.value || null })}
          error={errors.description}
          autosize
          minRows={2}
        />
        <TextInput
          label="Home page"
          type="url"
          value={draft.homepageUrl ?? ''}
          onChange={(event) => set({ homepageUrl: event.currentTarget.value.trim() || null })}
          error={errors.homepageUrl}
        />
        <Textarea
          label="Redirect URIs"
          description="Where people come back to with a code, one a line. With none, they are shown the code to copy, which is enough for a first try."
          value={uris}
          onChange={(event) => setUris(event.currentTarget.value)}
          error={errorUnder(errors, 'redirect_uris')}
          autosize
          minRows={2}
          classNames={{ input: 'mono' }}
          spellCheck={false}
          autoCapitalize="none"
        />
        <ManifestEditor manifest={draft.manifest} onChange={(manifest) => set({ manifest })} errors={errors} />
        {error !== undefined && !isAtFields && <Trouble error={error} />}
        {isAtFields && (
          <Text role="alert" size="sm" c="error" ta="end">
            Something above needs a change.
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {deed}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
