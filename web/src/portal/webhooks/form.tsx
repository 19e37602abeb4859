import { Checkbox, Modal, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api, type Shape } from '../../api/client.ts'
import { useRefresh } from '../../api/session.ts'
import { errorUnder } from '../form.ts'
import { catalogQuery } from '../queries.ts'
import { SavedForm } from '../saved-form.tsx'

type Subscription = Shape<'Subscription'>
type Draft = Pick<Subscription, 'url' | 'events' | 'description'>

interface DialogProps {
  appId: string
  opened: boolean
  onClose: () => void
}

/** Asks where to send which events; the signing secret that comes of it is handed up to be shown. */
export function NewSubscription({ appId, opened, onClose, onSecret }: DialogProps & { onSecret: (s: string) => void }) {
  const refresh = useRefresh()
  const save = async (body: Draft) => {
    const path = { id: appId }
    const made = await answer(api.POST('/v1/dev/apps/{id}/subscriptions', { params: { path }, body }))
    await refresh('subscriptions')
    onClose()
    onSecret(made.secret)
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Add an endpoint">
      <SubscriptionForm
        draft={{ url: '', events: [], description: null }}
        deed="Add the endpoint"
        onSave={save}
        onCancel={onClose}
      />
    </Modal>
  )
}

/** Changes where a subscription goes and what it is told. */
export function EditSubscription(props: DialogProps & { subscription: Subscription }) {
  const { appId, opened, onClose, subscription } = props
  const refresh = useRefresh()
  const save = async (body: Draft) => {
    const path = { id: appId, subId: subscription.id }
    await answer(api.PATCH('/v1/dev/apps/{id}/subscriptions/{subId}', { params: { path }, body }))
    await refresh('subscriptions')
    onClose()
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Edit the endpoint">
      <SubscriptionForm draft={subscription} deed="Save" onSave={save} onCancel={onClose} />
    </Modal>
  )
}

interface FormProps {
  draft: Draft
  deed: string
  onSave: (draft: Draft) => Promise<unknown>
  onCancel: () => void
}

function SubscriptionForm({ draft: before, deed, onSave, onCancel }: FormProps) {
  const [draft, setDraft] = useState<Draft>({
    url: before.url,
    events: before.events,
    description: before.description,
  })
  const { data: catalog } = useQuery(catalogQuery)
  return (
    <SavedForm deed={deed} onSave={() => onSave(draft)} onCancel={onCancel}>
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
            error={errorUnder(errors, 'events') && 'Pick at least one event.'}
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
    </SavedForm>
  )
}
