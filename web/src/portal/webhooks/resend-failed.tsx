import { Button, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { portalQueries } from '../../api/portal/queries.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { forDays, useRetention } from '../../api/retention.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { inputTime, timeOfInput } from './input-time.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const COUNT_POLL_MS = 10_000

interface ResendFailedProps {
  appId: string
  subscriptions: readonly Shape<'Subscription'>[]
}

/**
 * Sends all failed deliveries since a chosen time again, such as after an outage of the endpoint. Nothing is shown unless
 * some have failed for good.
 */
export function ResendFailed({ appId, subscriptions }: ResendFailedProps) {
  const [opened, setOpened] = useState(false)
  const [since, setSince] = useState('')
  const [endpoint, setEndpoint] = useState<string | null>(null)
  const { delivery_days } = useRetention() ?? {}
  // Rounded, so that it is the same from one render to the next.
  const stored = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - (delivery_days ?? 1) * DAY_MS)
  const all = useQuery({
    ...portalQueries.failedDeliveries(appId, { since: stored.toISOString() }),
    refetchInterval: COUNT_POLL_MS,
  })
  const [replayed, setReplayed] = useState<Shape<'ReplayedDeliveries'>>()
  const at = timeOfInput(since)
  const request = { since: at ?? '', ...(endpoint ? { subscription_id: endpoint } : {}) }
  const count = useQuery({
    ...portalQueries.failedDeliveries(appId, request),
    enabled: opened && at !== undefined,
    // A delivery may fail, or be sent again, at any time.
    staleTime: 0,
  })
  const open = () => {
    setSince(inputTime(stored))
    setReplayed(undefined)
    setOpened(true)
  }
  const send = async () => {
    const path = { id: appId }
    setReplayed(await unwrap(api.POST('/v1/dev/apps/{id}/deliveries/replay', { params: { path }, body: request })))
    await invalidate(queryKeys.deliveries, queryKeys.subscriptions)
  }
  const { failed } = count.data ?? {}
  return (
    <>
      {(all.data?.failed ?? 0) > 0 && (
        <Button variant="default" onClick={open}>
          Resend failed ({amountOf(all.data)})
        </Button>
      )}
      <Text size="sm" c="dimmed" role="status">
        {replayed && outcomeOf(replayed)}
      </Text>
      <Confirm
        title="Resend failed deliveries?"
        submitLabel={failed ? `Resend ${amountOf(count.data)}` : 'Resend'}
        destructive={false}
        opened={opened}
        onClose={() => setOpened(false)}
        onConfirm={send}
        incomplete={!at || !failed}
      >
        <Stack>
          <Text>
            Every delivery that failed for good is attempted once more, under its id. Those that are still being retried
            go on by themselves.
          </Text>
          <TextInput
            type="datetime-local"
            label="Failed since"
            description={delivery_days && `Deliveries are stored${forDays(delivery_days)}.`}
            value={since}
            max={inputTime(new Date())}
            onChange={(event) => setSince(event.currentTarget.value)}
          />
          <Select
            label="Endpoint"
            placeholder="Every endpoint"
            clearable
            clearButtonProps={{ 'aria-label': 'Every endpoint' }}
            data={subscriptions.map(({ id, url, description }) => ({ value: id, label: description ?? url }))}
            value={endpoint}
            onChange={setEndpoint}
          />
          {count.error && <ErrorAlert error={count.error} retry={count.refetch} />}
          <Text size="sm" fw={600} role="status">
            {at ? countedText(count.data) : 'Choose a time.'}
          </Text>
        </Stack>
      </Confirm>
    </>
  )
}

const amountOf = (counted: Shape<'FailedDeliveries'> | undefined) =>
  counted ? `${counted.more ? 'more than ' : ''}${counted.failed.toLocaleString('en')}` : ''

function countedText(counted: Shape<'FailedDeliveries'> | undefined): string {
  if (!counted) return 'Counting…'
  if (!counted.failed) return 'None has failed for good since then.'
  const { failed, more } = counted
  return `${more ? 'More than ' : ''}${failed.toLocaleString('en')} ${failed === 1 && !more ? 'delivery has' : 'deliveries have'} failed since then.`
}

function outcomeOf({ queued, more }: Shape<'ReplayedDeliveries'>): string {
  if (!queued) return 'None has failed for good since then. Those that are still being retried go on by themselves.'
  return `${queued} ${queued === 1 ? 'is' : 'are'} sent again.${more ? ' More are left: send them, too.' : ''}`
}
