import { Badge, Box, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Shape } from '../../api/client.ts'
import { hubQueries } from '../../api/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Initials } from '../../ui/initials.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { UnverifiedBadge } from '../../ui/unverified-badge.tsx'
import utilities from '../../ui/utilities.module.css'
import { HUB } from '../../urls.ts'
import { McpAddress } from '../memories/first-steps.tsx'
import { ConnectionTimes } from './connection-times.tsx'

type Connection = Shape<'OwnConnection'>

/** The connected apps of the user, and those that were disconnected. */
export function Connections() {
  const { data, error, refetch } = useQuery(hubQueries.connections)
  const active = data?.filter(({ status }) => status === 'active') ?? []
  const ended = data?.filter(({ status }) => status !== 'active') ?? []
  return (
    <Stack gap="lg">
      <PageTitle
        title="Connected apps"
        lead="Each app reads and changes only what you allowed. Open one to see what it has done, to allow it less, or to disconnect it."
      />
      {error && !data && <ErrorAlert error={error} retry={refetch} />}
      {!error && !data && <Loading rows={3} height={92} />}
      {data && !active.length && (
        <EmptyState title="No app is connected" action={<McpAddress />}>
          Open an app you like and press its “Connect” button, or give an AI assistant the address below. It asks you
          here what it may know; nothing is shared before.
        </EmptyState>
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
  const { id, app, described, status, pausedAt } = connection
  const isActive = status === 'active'
  return (
    <Group
      component="article"
      className={utilities.surface}
      p="md"
      wrap="nowrap"
      align="flex-start"
      aria-label={app.name}
    >
      <Initials name={app.name} />
      <Box flex={1} miw={0}>
        <Group gap="xs">
          <TextLink to={HUB.connection} params={{ id }} fw={600}>
            {app.name}
          </TextLink>
          {!app.verified && <UnverifiedBadge />}
          {(!isActive || pausedAt) && (
            <Badge variant="light" color="gray" tt="none">
              {isActive ? 'paused' : status === 'expired' ? 'expired' : 'disconnected'}
            </Badge>
          )}
        </Group>
        {isActive && (
          <Text size="sm" className={utilities.breakWords}>
            {described.map(({ title }) => title).join(' · ')}
          </Text>
        )}
        <Text size="xs" c="dimmed" mt={4}>
          <ConnectionTimes connection={connection} />
        </Text>
      </Box>
    </Group>
  )
}
