import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Shape, unwrap } from '../api/client.ts'
import { portalQueries } from '../api/portal/queries.ts'
import { queryKeys } from '../api/queries.ts'
import { invalidate } from '../api/query-client.ts'
import { useAction } from '../ui/action.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import { Section } from '../ui/section.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import utilities from '../ui/utilities.module.css'
import { SaveForm } from './save-form.tsx'
import { TestBadge } from './test-badge.tsx'
import { useApp } from './use-app.ts'

type TestPerson = Shape<'TestPerson'>

/** The test people of an app: to try it before anyone has consented. */
export function TestPeople() {
  const app = useApp()
  const action = useAction()
  const [creating, setCreating] = useState(false)
  const [token, setToken] = useState<string>()
  const make = async () => setToken(await makeTestPerson(app.id, { sampleMemories: true }))
  return (
    <Section
      title="Test people"
      lead="Try the app before anyone has consented: one click makes a test person with ten sample memories and a connection token. They count against no plan, and cannot sign in."
      actions={
        <>
          <Button variant="default" loading={action.busy} onClick={() => action.run(make)}>
            Make a test person
          </Button>
          <Button variant="subtle" onClick={() => setCreating(true)}>
            With a name
          </Button>
        </>
      }
    >
      {action.error !== undefined && <ErrorAlert error={action.error} />}
      <List appId={app.id} />
      <NewTestPerson appId={app.id} opened={creating} onClose={() => setCreating(false)} onToken={setToken} />
      <SecretDialog
        title="The test person’s token"
        label="Connection token"
        value={token}
        onClose={() => setToken(undefined)}
      >
        Send it as a bearer token with each call. It works until the test person is removed.
      </SecretDialog>
    </Section>
  )
}

/** Makes a test person; returns the token, which is shown once. */
async function makeTestPerson(appId: string, body: { name?: string; sampleMemories: boolean }): Promise<string> {
  const params = { path: { id: appId } }
  const created = await unwrap(api.POST('/v1/dev/apps/{id}/test-people', { params, body }))
  await invalidate(queryKeys.testPeople)
  return created.connection_token
}

function List({ appId }: { appId: string }) {
  const query = useInfiniteQuery(portalQueries.testPeople(appId))
  const [removing, setRemoving] = useState<TestPerson>()
  if (query.error && !query.data) return <ErrorAlert error={query.error} retry={query.refetch} />
  if (!query.data) return <Loading rows={1} height={23} />
  const people = query.data.pages.flatMap(({ items }) => items)
  const remove = async () => {
    const path = { id: appId, personId: removing?.id ?? '' }
    await unwrap(api.DELETE('/v1/dev/apps/{id}/test-people/{personId}', { params: { path } }))
    await invalidate(queryKeys.testPeople)
  }
  return (
    <>
      {people.length ? (
        <ul className={utilities.sectionList}>
          {people.map((person) => (
            <Group component="li" key={person.id} justify="space-between">
              <div>
                <Group gap="xs">
                  <Text className={utilities.breakWords}>{person.name}</Text>
                  <TestBadge />
                </Group>
                <Text size="sm" c="dimmed">
                  {person.memories} {person.memories === 1 ? 'memory' : 'memories'}, created{' '}
                  <Timestamp at={person.createdAt} />
                </Text>
              </div>
              <Button
                variant="default"
                size="xs"
                aria-label={`Remove ${person.name}`}
                onClick={() => setRemoving(person)}
              >
                Remove
              </Button>
            </Group>
          ))}
        </ul>
      ) : (
        <Text c="dimmed" size="sm">
          None yet.
        </Text>
      )}
      <ShowMore of={query} />
      <Confirm
        title={`Remove ${removing?.name ?? ''}?`}
        submitLabel="Remove"
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        onConfirm={remove}
      >
        <Text>The memories of this test person are erased, and the token is refused from then on.</Text>
      </Confirm>
    </>
  )
}

interface NewTestPersonProps {
  appId: string
  opened: boolean
  onClose: () => void
  onToken: (token: string) => void
}

function NewTestPerson({ appId, opened, onClose, onToken }: NewTestPersonProps) {
  const [name, setName] = useState('Test person')
  const [sampleMemories, setSampleMemories] = useState(true)
  const save = async () => {
    const token = await makeTestPerson(appId, { name, sampleMemories })
    onClose()
    onToken(token)
  }
  return (
    <Dialog opened={opened} onClose={onClose} title="Add a test person">
      <SaveForm submitLabel="Add the test person" onSave={save} onCancel={onClose}>
        {(errors) => (
          <>
            <TextInput
              label="Name"
              description="What the app’s prompts call this person."
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={errors.name}
              data-autofocus
            />
            <Checkbox
              label="Store sample memories"
              description="Ten, about several topics; the app sees those it may read."
              checked={sampleMemories}
              onChange={(event) => setSampleMemories(event.currentTarget.checked)}
            />
            <Text size="sm" c="dimmed">
              The app gets all that its manifest asks for.
            </Text>
          </>
        )}
      </SaveForm>
    </Dialog>
  )
}
