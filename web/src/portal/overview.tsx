import { Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, unwrap } from '../api/client.ts'
import { portalQueries } from '../api/portal/queries.ts'
import { queryKeys } from '../api/queries.ts'
import { invalidate, queryClient } from '../api/query-client.ts'
import { Confirm } from '../ui/confirm.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { focusMain } from '../ui/focus.ts'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import { Section } from '../ui/section.tsx'
import { PORTAL } from '../urls.ts'
import { type AppDraft, AppForm } from './app-form.tsx'
import { FirstCall } from './first-call.tsx'
import { ManifestSummary } from './manifest/summary.tsx'
import { TestPeople } from './test-people.tsx'
import { useApp } from './use-app.ts'

/** The first page of an app: its credentials, the first call, its manifest and its deletion. */
export function Overview() {
  const app = useApp()
  const [editing, setEditing] = useState(false)
  // The pressed button unmounts, and the new content starts at the top.
  const switchTo = (isEditing: boolean) => {
    setEditing(isEditing)
    scrollTo(0, 0)
    focusMain()
  }
  const save = async (body: AppDraft) => {
    const saved = await unwrap(api.PATCH('/v1/dev/apps/{id}', { params: { path: { id: app.id } }, body }))
    queryClient.setQueryData(portalQueries.app(app.id).queryKey, saved)
    await invalidate(queryKeys.apps)
    switchTo(false)
  }
  if (editing)
    return (
      <div>
        <Section
          title="Edit the app"
          lead="A narrower manifest applies to future consents. What people have already granted stays until they change it."
        >
          <AppForm draft={app} submitLabel="Save" onSave={save} onCancel={() => switchTo(false)} />
        </Section>
      </div>
    )
  return (
    <Stack gap="lg">
      <Credentials />
      <TestPeople />
      <Section title="The first call">
        <FirstCall app={app} />
      </Section>
      <Section
        title="What people see"
        actions={
          <Button variant="default" onClick={() => switchTo(true)}>
            Edit
          </Button>
        }
      >
        <ManifestSummary app={app} />
      </Section>
      <DeleteApp />
    </Stack>
  )
}

function Credentials() {
  const app = useApp()
  const [confirming, setConfirming] = useState(false)
  const [secret, setSecret] = useState<string>()
  const rotate = async () => {
    const path = { id: app.id }
    const rotated = await unwrap(api.POST('/v1/dev/apps/{id}/rotate-secret', { params: { path } }))
    setSecret(rotated.client_secret)
  }
  return (
    <Section title="Credentials">
      <CopyField label="Client id" value={app.client_id} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" flex={1} miw={220}>
          The client secret was shown when it was made. If it is lost or has leaked, rotate it to get a new one.
        </Text>
        <Button variant="default" onClick={() => setConfirming(true)}>
          Rotate the secret
        </Button>
      </Group>
      <Confirm
        title="Rotate the client secret?"
        submitLabel="Rotate it"
        opened={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={rotate}
      >
        <Text>
          The old secret stops working at once: until your servers know the new one, they cannot exchange codes.
          Existing connections are not affected.
        </Text>
      </Confirm>
      <SecretDialog
        title="The new client secret"
        label="Client secret"
        value={secret}
        onClose={() => setSecret(undefined)}
      >
        Keep it on your server, never in a browser. The old one has ended.
      </SecretDialog>
    </Section>
  )
}

function DeleteApp() {
  const app = useApp()
  const [confirming, setConfirming] = useState(false)
  const navigate = useNavigate()
  const remove = async () => {
    await unwrap(api.DELETE('/v1/dev/apps/{id}', { params: { path: { id: app.id } } }))
    await navigate({ to: PORTAL.apps })
    queryClient.removeQueries({ queryKey: portalQueries.app(app.id).queryKey })
    await invalidate(queryKeys.apps)
  }
  return (
    <Section title="Delete the app">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" flex={1} miw={220}>
          Everybody is disconnected from it. The memories it wrote stay with their people.
        </Text>
        <Button color="red" variant="light" onClick={() => setConfirming(true)}>
          Delete
        </Button>
      </Group>
      <Confirm
        title={`Delete ${app.name}?`}
        submitLabel="Delete it for good"
        opened={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={remove}
      >
        <Text>
          Everybody is disconnected from it, and its tokens are refused from then on. Its webhooks, usage and log are
          deleted. The memories it wrote stay with their people. This cannot be undone.
        </Text>
      </Confirm>
    </Section>
  )
}
