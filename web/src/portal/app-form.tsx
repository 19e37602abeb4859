import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Shape } from '../api/client.ts'
import utilities from '../ui/utilities.module.css'
import { firstErrorUnder, splitLines } from './form-values.ts'
import { ManifestEditor } from './manifest/editor.tsx'
import { SaveForm } from './save-form.tsx'

/** The fields of an app that its developer sets. */
export type AppDraft = Pick<
  Shape<'App'>,
  | 'name'
  | 'description'
  | 'iconUrl'
  | 'homepageUrl'
  | 'privacyUrl'
  | 'redirect_uris'
  | 'manifest'
  | 'dpop_bound_access_tokens'
>

interface AppFormProps {
  draft: AppDraft
  /** The text of the submit button. */
  submitLabel: string
  onSave: (draft: AppDraft) => Promise<unknown>
  onCancel: () => void
}

/** The form for the name, addresses and manifest of an app. The API validates them; errors are shown at their fields. */
export function AppForm({ draft: initial, submitLabel, onSave, onCancel }: AppFormProps) {
  const [draft, setDraft] = useState(() => fieldsOf(initial))
  const [uris, setUris] = useState(initial.redirect_uris.join('\n'))
  const set = (change: Partial<AppDraft>) => setDraft({ ...draft, ...change })
  const save = () => onSave({ ...draft, redirect_uris: splitLines(uris) })
  return (
    <SaveForm submitLabel={submitLabel} onSave={save} onCancel={onCancel} gap="lg">
      {(errors) => (
        <>
          <TextInput
            label="Name"
            description="What people see when you ask for their consent."
            value={draft.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={errors.name}
            required
          />
          <Textarea
            label="Description"
            description="What it does, in a sentence. Optional."
            value={draft.description ?? ''}
            onChange={(event) => set({ description: event.currentTarget.value || null })}
            error={errors.description}
            autosize
            minRows={2}
          />
          <TextInput
            label="Home page"
            description="Where people learn more about it. Optional."
            type="url"
            value={draft.homepageUrl ?? ''}
            onChange={(event) => set({ homepageUrl: event.currentTarget.value.trim() || null })}
            error={errors.homepageUrl}
          />
          <TextInput
            label="Privacy policy"
            description="Where people read what it does with their data, an https address. Linked when you ask for their consent. Optional."
            type="url"
            value={draft.privacyUrl ?? ''}
            onChange={(event) => set({ privacyUrl: event.currentTarget.value.trim() || null })}
            error={errors.privacyUrl}
          />
          <TextInput
            label="Icon"
            description="The address of a square PNG of 48 to 512 pixels and at most 64 kB. It is fetched once, when you save, and shown from here. Optional."
            type="url"
            value={draft.iconUrl ?? ''}
            onChange={(event) => set({ iconUrl: event.currentTarget.value.trim() || null })}
            error={errors.iconUrl}
          />
          <Textarea
            label="Redirect URIs"
            description="Where people return with a code, one address a line. Leave it empty for a first try: the code is then shown to be copied."
            value={uris}
            onChange={(event) => setUris(event.currentTarget.value)}
            error={firstErrorUnder(errors, 'redirect_uris')}
            autosize
            minRows={2}
            classNames={{ input: utilities.monospace }}
            spellCheck={false}
            autoCapitalize="none"
          />
          <Checkbox
            label="Require bound tokens"
            description="Codes are exchanged only with a proof that binds the token to a key of your app (DPoP, RFC 9449). Tokens that were issued before stay as they are."
            checked={draft.dpop_bound_access_tokens}
            onChange={(event) => set({ dpop_bound_access_tokens: event.currentTarget.checked })}
          />
          <ManifestEditor manifest={draft.manifest} onChange={(manifest) => set({ manifest })} errors={errors} />
        </>
      )}
    </SaveForm>
  )
}

/** Only the fields that can be set: the API rejects the others of an app. */
function fieldsOf({
  name,
  description,
  iconUrl,
  homepageUrl,
  privacyUrl,
  redirect_uris,
  manifest,
  dpop_bound_access_tokens,
}: AppDraft): AppDraft {
  return { name, description, iconUrl, homepageUrl, privacyUrl, redirect_uris, manifest, dpop_bound_access_tokens }
}
