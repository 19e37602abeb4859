import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { catalogQuery } from '../../api/catalog-queries.ts'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { firstErrorUnder } from '../form-values.ts'
import { SaveForm } from '../save-form.tsx'

type Subscription = Shape<'Subscription'>
type Draft = Pick<Subscription, 'url' | 'events' | 'description'>

interface DialogProps {
  appId: string
  opened: boolean
  onClose: () => void
}

/** The dialog that adds an endpoint and passes its new signing secret to `onSecret`. */
export function NewSubscription({ appId, opened, onClose, onSecret }: DialogProps & { onSecret: (s: string) => void }) {
  const save = async (body: Draft) => {
    const path = { id: appId }
    const created = await unwrap(api.POST('/v1/dev/apps/{id}/subscriptions', { params: { path }, body }))
    await invalidate(queryKeys.subscriptions)
    onClose()
    onSecret(created.secret)
  }
  return (
    <Dialog opened={opened} onClose={onClose} title="Add an endpoint">
      <SubscriptionForm
        draft={{ url: '', events: [], description: null }}
        submitLabel="Add the endpoint"
        onSave={save}
        onCancel={onClose}
      />
    </Dialog>
  )
}

/** The dialog that changes the address and the events of an endpoint. */
export function EditSubscription(props: DialogProps & { subscription: Subscription }) {
  const { appId, opened, onClose, subscription } = props
  const save = async (body: Draft) => {
    const path = { id: appId, subId: subscription.id }
    await unwrap(api.PATCH('/v1/dev/apps/{id}/subscriptions/{subId}', { params: { path }, body }))
    await invalidate(queryKeys.subscriptions)
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title="Edit the endpoint">
      <SubscriptionForm draft={subscription} submitLabel="Save" onSave={save} onCancel={onClose} />
    </Dialog>
  )
}

interface FormProps {
  draft: Draft
  submitLabel: string
  onSave: (draft: Draft) => Promise<unknown>
  onCancel: () => void
}

function SubscriptionForm({ draft: initial, submitLabel, onSave, onCancel }: FormProps) {
  const [draft, setDraft] = useState<Draft>({
    url: initial.url,
    events: initial.events,
    description: initial.description,
  })
  const { data: catalog } = useQuery(catalogQuery)
  return (
    <SaveForm submitLabel={submitLabel} onSave={() => onSave(draft)} onCancel={onCancel}>
      {(errors) => (
        <>
          <TextInput
            label="Address"
            description="Gets a signed POST for each event; answers with 2xx within ten seconds."
            placeholder="https://example.com/webhooks"
            type="url"
            value={draft.url}
            onChange={(event) => setDraft({ ...draft, url: event.currentTarget.value.trim() })}
            error={errors.url}
            data-autofocus
          />
          <Checkbox.Group
            label="Events"
            value={draft.events}
            onChange={(events) => setDraft({ ...draft, events: events as Draft['events'] })}
            error={firstErrorUnder(errors, 'events') && 'Pick at least one event.'}
          >
            <Stack gap="xs" mt="xs">
              {catalog?.webhookEvents.map(({ type, payload }) => (
                <Checkbox
                  key={type}
                  value={type}
                  label={type}
                  description={`With ${payload.map(({ name }) => name).join(', ')}`}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <TextInput
            label="Note"
            description="For yourself, to tell endpoints apart. Optional."
            value={draft.description ?? ''}
            onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value || null })}
            error={errors.description}
          />
        </>
      )}
    </SaveForm>
  )
}
