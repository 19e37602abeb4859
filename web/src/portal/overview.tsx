import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { answer, api } from '../api/client.ts'
import { useRefresh } from '../api/session.ts'
import { Confirm } from '../ui/confirm.tsx'
import { focusPage } from '../ui/focus.ts'
import { Secret } from '../ui/secret.tsx'
import { Section } from '../ui/section.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { PORTAL } from '../urls.ts'
import { type AppDraft, AppForm } from './app-form.tsx'
import { FirstCall } from './first-call.tsx'
import { ManifestSummary } from './manifest/summary.tsx'
import { appQuery, useApp } from './queries.ts'

/** One app: its credentials, what it may ask for, how to call, and how to end it. */
export function Overview() {
  const app = useApp()
  const [editing, setEditing] = useState(false)
  const client = useQueryClient()
  const refresh = useRefresh()
  // What was pressed goes, and what comes instead begins at the top.
  const turn = (now: boolean) => {
    setEditing(now)
    scrollTo(0, 0)
    focusPage()
  }
  const save = async (body: AppDraft) => {
    const saved = await answer(api.PATCH('/v1/dev/apps/{id}', { params: { path: { id: app.id } }, body }))
    client.setQueryData(appQuery(app.id).queryKey, saved)
    await refresh('apps')
    turn(false)
  }
  if (editing)
    return (
      <Section
        title="Edit the app"
        lead="A narrower manifest applies to future consents. What people have already granted stays until they change it."
      >
        <AppForm draft={app} deed="Save" onSave={save} onCancel={() => turn(false)} />
      </Section>
    )
  return (
    <Stack gap="lg">
      <Credentials />
      <Section title="The first call">
        <FirstCall app={app} />
      </Section>
      <Section
        title="What people see"
        actions={
          <Button variant="default" size="xs" onClick={() => turn(true)}>
            Edit
          </Button>
        }
      >
        <ManifestSummary app={app} />
      </Section>
      <Ending />
    </Stack>
  )
}

function Credentials() {
  const app = useApp()
  const [asking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const rotate = async () => {
    const path = { id: app.id }
    const made = await answer(api.POST('/v1/dev/apps/{id}/rotate-secret', { params: { path } }))
    setSecret(made.client_secret)
  }
  return (
    <Section title="Credentials">
      <Secret label="Client id" value={app.client_id} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" flex={1} miw={220}>
          The client secret was shown when it was made. If it is lost or has leaked, rotate it to get a new one.
        </Text>
        <Button variant="default" onClick={() => setAsking(true)}>
          Rotate the secret
        </Button>
      </Group>
      <Confirm
        title="Rotate the client secret?"
        deed="Rotate it"
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={rotate}
      >
        <Text>
          The old secret stops working at once: until your servers know the new one, they cannot exchange codes.
          Existing connections are not affected.
        </Text>
      </Confirm>
      <ShownOnce
        title="The new client secret"
        label="Client secret"
        value={secret}
        onClose={() => setSecret(undefined)}
      >
        Keep it on your server, never in a browser. The old one has ended.
      </ShownOnce>
    </Section>
  )
}

function Ending() {
  const app = useApp()
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  const end = async () => {
    await answer(api.DELETE('/v1/dev/apps/{id}', { params: { path: { id: app.id } } }))
    await navigate({ to: PORTAL.apps })
    client.removeQueries({ queryKey: ['app', app.id] })
    await client.invalidateQueries({ queryKey: ['apps'] })
  }
  return (
    <Section title="Delete the app">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" flex={1} miw={220}>
          Everybody is disconnected from it. The memories it wrote stay with their people.
        </Text>
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          Delete
        </Button>
      </Group>
      <Confirm
        title={`Delete ${app.name}?`}
        deed="Delete it for good"
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={end}
      >
        <Text>
          Everybody is disconnected from it, and its tokens are refused from then on. Its webhooks, usage and log are
          deleted. The memories it wrote stay with their people. This cannot be undone.
        </Text>
      </Confirm>
    </Section>
  )
}
