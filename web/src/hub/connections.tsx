import { Badge, Box, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Shape } from '../api/client.ts'
import { Empty } from '../ui/empty.tsx'
import { Initials } from '../ui/initials.tsx'
import { TextLink } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import { PageTitle } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { Unverified } from '../ui/unverified.tsx'
import { When } from '../ui/when.tsx'
import { HUB } from '../urls.ts'
import { McpAddress } from './first-steps.tsx'
import { connections } from './memory.ts'

type Connection = Shape<'OwnConnection'>

/** The apps that reach the person's memory, and those that once did. */
export function Connections() {
  const { data, error, refetch } = useQuery(connections)
  const active = data?.filter(({ status }) => status === 'active') ?? []
  const ended = data?.filter(({ status }) => status === 'revoked') ?? []
  return (
    <Stack gap="lg">
      <PageTitle
        title="Connected apps"
        lead="Each app reads and changes only what you allowed. Open one to see what it has done, to allow it less, or to disconnect it."
      />
      {error && !data && <Trouble error={error} retry={refetch} />}
      {!error && !data && <Loading rows={3} height={92} />}
      {data && !active.length && (
        <Empty title="No app is connected" action={<McpAddress />}>
          Open an app you like and press its “Connect” button, or give an AI assistant the address below. It asks you
          here what it may know; nothing is shared before.
        </Empty>
      )}
      <Stack gap="sm">
        {active.map((connection) => (
          <Row key={connection.id} connection={connection} />
        ))}
      </Stack>
      {ended.length > 0 && (
        <Stack gap="sm" component="section">
          <Title order={2} size="h5">
            No longer connected
          </Title>
          {ended.map((connection) => (
            <Row key={connection.id} connection={connection} />
          ))}
        </Stack>
      )}
    </Stack>
  )
}

function Row({ connection }: { connection: Connection }) {
  const { id, app, described, connectedAt, lastUsedAt, status } = connection
  const isActive = status === 'active'
  return (
    <Group component="article" className="surface" p="md" wrap="nowrap" align="flex-start" aria-label={app.name}>
      <Initials name={app.name} />
      <Box flex={1} miw={0}>
        <Group gap="xs">
          <TextLink to={HUB.connection} params={{ id }} fw={600}>
            {app.name}
          </TextLink>
          {!app.verified && <Unverified />}
          {!isActive && (
            <Badge variant="light" color="gray" tt="none">
              disconnected
            </Badge>
          )}
        </Group>
        {isActive && (
          <Text size="sm" className="breaks">
            {described.map(({ title }) => title).join(' · ')}
          </Text>
        )}
        <Text size="xs" c="dimmed" mt={4}>
          Connected <When at={connectedAt} />,{' '}
          {lastUsedAt ? (
            <>
              last used <When at={lastUsedAt} />
            </>
          ) : (
            'never used'
          )}
        </Text>
      </Box>
    </Group>
  )
}
