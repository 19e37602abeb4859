import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Shape } from '../api/client.ts'
import { endRecentAccess, recentAccessQuery } from '../api/portal/access.ts'
import { Confirm } from '../ui/confirm.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { focusMain } from '../ui/focus.ts'
import { Loading } from '../ui/loading.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import utilities from '../ui/utilities.module.css'

type Access = Shape<'DeveloperAccess'>

const countOf = (count: number, one: string, other: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : other}`

const KINDS: Readonly<Record<Access['kind'], (count: number) => string>> = {
  app: () => 'Registered the app',
  client_secret: () => 'Client secret of',
  redirect_uri: () => 'Redirect URI of',
  subscription: () => 'Webhook endpoint of',
  connections: (count) => `${countOf(count, 'person', 'people')} connected with new access to`,
  test_people: (count) => `${countOf(count, 'test person', 'test people')} of`,
}

const keyOf = ({ kind, appId, url }: Access) => `${kind} ${appId} ${url}`
const textOf = ({ kind, appName, url, connections = 0 }: Access) =>
  `${KINDS[kind](connections)} ${appName}${url ? `: ${url}` : ''}`

/** What lets others into the developer's apps and was set lately; the developer ends all of it, or what is ticked. */
export function RecentAccess() {
  const { data, error, refetch } = useQuery(recentAccessQuery)
  const [confirming, setConfirming] = useState(false)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={1} height={32} />
  const { items, since } = data
  if (!items.length)
    return (
      <Text size="sm" c="dimmed">
        Nothing in the last 30 days.
      </Text>
    )
  const chosen = items.filter((each) => !kept.has(keyOf(each)))
  const isAll = chosen.length === items.length
  const toggle = (key: string) => {
    const next = new Set(kept)
    if (!next.delete(key)) next.add(key)
    setKept(next)
  }
  const end = async () => {
    await endRecentAccess(since, isAll ? undefined : chosen)
    setKept(new Set())
    // The pressed button is gone.
    if (isAll) focusMain()
  }
  return (
    <Stack gap="md">
      <ul className={utilities.sectionList}>
        {items.map((each) => (
          <Group component="li" key={keyOf(each)} justify="space-between" gap="xs">
            <Checkbox
              label={textOf(each)}
              checked={!kept.has(keyOf(each))}
              onChange={() => toggle(keyOf(each))}
              className={utilities.breakWords}
            />
            <Text size="sm" c="dimmed">
              <Timestamp at={each.at} as="date-time" />
            </Text>
          </Group>
        ))}
      </ul>
      <Group>
        <Button variant="default" onClick={() => setConfirming(true)} disabled={!chosen.length}>
          {isAll ? 'This was not me: end all of these' : 'This was not me: end what is ticked'}
        </Button>
      </Group>
      <Confirm
        title={isAll ? 'End all access that was set lately?' : 'End the access that is ticked?'}
        submitLabel={isAll ? 'End all of these' : 'End what is ticked'}
        opened={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={end}
      >
        <Text>
          The client secrets stop working until you replace them, the redirect URIs are removed, and the webhook
          endpoints are disabled. Apps registered lately lose their redirect URIs and everybody connected to them, too.
          Listed people are disconnected, and can connect again; tokens of listed test people stop working.
        </Text>
      </Confirm>
    </Stack>
  )
}
