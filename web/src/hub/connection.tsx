import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { answer, api, type Shape } from '../api/client.ts'
import { useRefresh } from '../api/session.ts'
import { Bars } from '../ui/bars.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { useDeed } from '../ui/deed.ts'
import { Initials } from '../ui/initials.tsx'
import { TextLink } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import { NotHere } from '../ui/not-here.tsx'
import { PageTitle } from '../ui/page.tsx'
import { ScopeList } from '../ui/scopes.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { Unverified } from '../ui/unverified.tsx'
import { When } from '../ui/when.tsx'
import { HUB } from '../urls.ts'
import { connections } from './memory.ts'

type Own = Shape<'OwnConnection'>

/** One connected app: what it may do, what it did, and how to narrow or end it. */
export function Connection() {
  const { id } = useParams({ from: '/hub/connections/$id' })
  const { data, error, refetch } = useQuery(connections)
  const connection = data?.find((one) => one.id === id)
  if (error && !data) return <Trouble error={error} retry={refetch} />
  if (!data) return <Loading rows={4} height={110} />
  if (!connection) return <NotHere what="This connection" back={HUB.connections} />
  const { app, connectedAt, lastUsedAt, status } = connection
  return (
    <Stack gap="xl">
      <Group wrap="nowrap" align="flex-start">
        <Initials name={app.name} size={48} />
        <PageTitle
          title={app.name}
          lead={
            <>
              Connected <When at={connectedAt} />,{' '}
              {lastUsedAt ? (
                <>
                  last used <When at={lastUsedAt} />
                </>
              ) : (
                'never used'
              )}
              .
            </>
          }
          actions={status === 'active' && <Revoke connection={connection} />}
        />
      </Group>
      {!app.verified && (
        <Group gap="xs">
          <Unverified />
          <Text size="sm" c="dimmed">
            No known developer has registered this app here; its name is only what it calls itself.
          </Text>
        </Group>
      )}
      {status === 'revoked' ? (
        <Alert color="gray" variant="light" title="This app is disconnected">
          {app.name} can no longer read or change anything. What it saved before is still yours, among your memories.
        </Alert>
      ) : (
        <Grants key={connection.scopes.join(' ')} connection={connection} />
      )}
      <Activity connection={connection} />
    </Stack>
  )
}

function Grants({ connection: { id, app, scopes, described } }: { connection: Own }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(scopes))
  const deed = useDeed()
  const refresh = useRefresh()
  const isNarrowed = ticked.size < scopes.length
  const tick = (scope: string, now: boolean) =>
    setTicked(new Set([...ticked].filter((other) => other !== scope).concat(now ? scope : [])))
  const save = () =>
    deed.run(async () => {
      await answer(api.PATCH('/v1/connections/{id}', { params: { path: { id } }, body: { scopes: [...ticked] } }))
      await refresh('connections', 'memory', 'audit')
    })
  return (
    <Stack component="section" gap="md">
      <div>
        <Title order={2} size="h4">
          What you allow it
        </Title>
        <Text size="sm" c="dimmed">
          Untick what it should no longer do, then save.
        </Text>
      </div>
      <ScopeList scopes={described} ticked={ticked} onTick={tick} />
      {isNarrowed && (
        <Group className="decision" justify="space-between" role="status">
          <Text size="sm">
            {ticked.size
              ? `${app.name} keeps only what is ticked. To allow more again later, connect again from the app.`
              : 'Nothing is ticked. Disconnect the app instead.'}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={() => setTicked(new Set(scopes))}>
              Cancel
            </Button>
            <Button onClick={save} loading={deed.busy} disabled={!ticked.size}>
              Save changes
            </Button>
          </Group>
        </Group>
      )}
      {deed.error !== undefined && <Trouble error={deed.error} />}
    </Stack>
  )
}

function Activity({ connection: { id, app } }: { connection: Own }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['connections', id, 'activity'],
    queryFn: () => answer(api.GET('/v1/connections/{id}/activity', { params: { path: { id } } })),
  })
  return (
    <Stack component="section" gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          The last 30 days
        </Title>
        <TextLink to={HUB.activity} search={{ app: app.slug }} size="sm" underline="always">
          See each time
        </TextLink>
      </Group>
      {error && !data && <Trouble error={error} retry={refetch} />}
      {!error && !data && <Loading rows={1} height={190} />}
      {data && (
        <>
          <Text>
            It read {times(data.totals.reads)} ({memories(data.totals.memoriesRead)}) and changed something{' '}
            {times(data.totals.writes)} ({memories(data.totals.memoriesWritten)}).
          </Text>
          <Bars
            label={`What ${app.name} did by day`}
            parts={['Reads', 'Changes']}
            days={data.series.map(({ date, reads, writes }) => ({ date, parts: [reads, writes] }))}
          />
        </>
      )}
    </Stack>
  )
}

function Revoke({ connection: { id, app } }: { connection: Own }) {
  const [asking, setAsking] = useState(false)
  const refresh = useRefresh()
  return (
    <>
      <Button color="red" variant="light" onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <Confirm
        title={`Disconnect ${app.name}?`}
        deed="Disconnect"
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await answer(api.POST('/v1/connections/{id}/revoke', { params: { path: { id } } }))
          await refresh('connections', 'memory', 'audit', 'usage')
        }}
      >
        <Text>
          From this moment it can no longer read or change anything here. What it saved stays among your memories.
          Copies it has made for itself are beyond our reach: ask its makers to delete them.
        </Text>
      </Confirm>
    </>
  )
}

const times = (count: number) => (count === 1 ? 'once' : `${count.toLocaleString()} times`)
const memories = (count: number) => (count === 1 ? '1 memory' : `${count.toLocaleString()} memories`)
