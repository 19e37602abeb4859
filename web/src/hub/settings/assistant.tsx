import { t } from '@lingui/core/macro'
import { Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { fieldErrors } from '../../api/errors.ts'
import { hubQueries } from '../../api/hub/queries.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { SaveRow } from './save-row.tsx'

/** The name and the tone of the user's assistant. */
export function Assistant() {
  const { data, error, refetch } = useQuery(hubQueries.identity)
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={2} height={64} />
  return <AssistantForm key={data.id} identity={data} />
}

function AssistantForm({ identity }: { identity: Shape<'Identity'> }) {
  const [name, setName] = useState(identity.name)
  const [tone, setTone] = useState(identity.personality.description ?? '')
  const [saved, setSaved] = useState(false)
  const action = useAction()
  const errors = fieldErrors(action.error)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setSaved(false)
    action.run(async () => {
      await unwrap(api.POST('/v1/identities', { body: { name, personality: { description: tone } } }))
      await invalidate(queryKeys.identity)
      setSaved(true)
    })
  }
  return (
    <form onSubmit={save}>
      <Stack gap="sm" maw={520}>
        <TextInput label={t`Name`} value={name} onChange={(e) => setName(e.currentTarget.value)} error={errors.name} />
        <Textarea
          label={t`Tone`}
          description={t`In a line, such as: warm, brief, never preachy.`}
          autosize
          value={tone}
          onChange={(e) => setTone(e.currentTarget.value)}
          error={errors['personality.description']}
        />
        {action.error !== undefined && !Object.keys(errors).length && <ErrorAlert error={action.error} />}
        <SaveRow
          isChanged={name.trim() !== identity.name || tone.trim() !== (identity.personality.description ?? '')}
          isBusy={action.busy}
          isSaved={saved}
        />
      </Stack>
    </form>
  )
}
