import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Shape } from '../../api/client.ts'
import { portalQueries } from '../../api/portal/queries.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import utilities from '../../ui/utilities.module.css'
import { localAddress, replayCommand } from './local-replay.ts'

type Shown = Shape<'DeliveryWithRequest'>

const HIDDEN: Record<NonNullable<Shown['request_hidden']>, string> = {
  personal: 'The data of this event may come from a person, so it is not shown. Only your endpoint gets it.',
  expired: 'The request is shown for seven days.',
  erased: 'The data of this event was deleted when its delivery ended.',
}

interface DeliveryRequestProps {
  appId: string
  deliveryId: string
  /** Changes with each attempt, so that its signature is fetched. */
  attempts: number
}

/** The request of a delivery as it was sent, and a command that sends it to the developer's own machine. */
export function DeliveryRequest({ appId, deliveryId, attempts }: DeliveryRequestProps) {
  const { data, error, refetch, isFetching } = useQuery(portalQueries.delivery(appId, deliveryId, attempts))
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={1} height={160} />
  if (!data.request)
    return (
      <Text size="sm" c="dimmed">
        {data.request_hidden && HIDDEN[data.request_hidden]}
      </Text>
    )
  const { body, headers } = data.request
  return (
    <Stack gap="sm">
      <CodeBlock label="Payload" text={indented(body)} copied={body} />
      {headers && <CodeBlock label="Headers, as last sent" text={asLines(headers)} />}
      <LocalReplay request={data.request} refresh={refetch} busy={isFetching} />
    </Stack>
  )
}

interface LocalReplayProps {
  request: NonNullable<Shown['request']>
  refresh: () => unknown
  busy: boolean
}

function LocalReplay({ request, refresh, busy }: LocalReplayProps) {
  const [address, setAddress] = useState(() => localAddress(request.url))
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Send it to your machine"
          description="The command has the same body and headers, with a signature that is valid for five minutes."
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value.trim())}
          classNames={{ input: utilities.monospace }}
          flex={1}
          miw={220}
          autoComplete="off"
          spellCheck={false}
        />
        <Button variant="default" onClick={refresh} loading={busy}>
          Sign it again
        </Button>
      </Group>
      <CodeBlock label="Command" text={replayCommand(address, request)} />
    </Stack>
  )
}

function asLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function indented(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2)
}
