import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Shape } from '../api/client.ts'
import { endRecentAccess, recentAccessQuery } from '../api/portal/access.ts'
import { Confirm } from '../ui/confirm.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { focusMain } from '../ui/focus.ts'
import { Loading } from '../ui/loading.tsx'
import utilities from '../ui/utilities.module.css'
import { TimedItem } from './timed-item.tsx'

type Access = Shape<'DeveloperAccess'>

const KINDS: Readonly<Record<Access['kind'], string>> = {
  app: 'Registered the app',
  client_secret: 'Client secret of',
  redirect_uri: 'Redirect URI of',
  subscription: 'Webhook endpoint of',
  connections: 'People connected to',
  test_people: 'Test people of',
}

/** What lets others into the developer's apps and was set lately; all of it can be ended at once. */
export function RecentAccess() {
  const { data, error, refetch } = useQuery(recentAccessQuery)
  const [confirming, setConfirming] = useState(false)
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={1} height={32} />
  if (!data.items.length)
    return (
      <Text size="sm" c="dimmed">
        Nothing in the last 30 days.
      </Text>
    )
  const end = async () => {
    await endRecentAccess(data.since)
    // The pressed button is gone.
    focusMain()
  }
  return (
    <Stack gap="md">
      <ul className={utilities.sectionList}>
        {data.items.map(({ kind, appId, appName, url, connections, at }) => (
          <TimedItem key={`${kind} ${appId} ${url}`} at={at}>
            {KINDS[kind]} {appName}
            {url && `: ${url}`}
            {connections && ` (${connections})`}
          </TimedItem>
        ))}
      </ul>
      <Group>
        <Button variant="default" onClick={() => setConfirming(true)}>
          This was not me: end all of these
        </Button>
      </Group>
      <Confirm
        title="End all access that was set lately?"
        submitLabel="End all of these"
        opened={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={end}
      >
        <Text>
          The client secrets stop working until you replace them, the redirect URIs are removed, and the webhook
          endpoints are disabled. Apps registered lately lose their redirect URIs and everybody connected to them, too.
          Listed people can connect again.
        </Text>
      </Confirm>
    </Stack>
  )
}
