import { Button, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { useRetention } from '../../api/retention.ts'
import { Confirm } from '../../ui/confirm.tsx'

const HOUR_MS = 60 * 60_000
const HOURS_PER_DAY = 24
const PERIODS = [
  { value: '1', label: 'the last hour' },
  { value: '24', label: 'the last 24 hours' },
  { value: '168', label: 'the last 7 days' },
]
const PERIOD_DAYS_MAX = 7

interface ResendFailedProps {
  appId: string
  subscriptions: readonly Shape<'Subscription'>[]
}

/** Sends all failed deliveries since a time again, such as after an outage of the endpoint. */
export function ResendFailed({ appId, subscriptions }: ResendFailedProps) {
  const [opened, setOpened] = useState(false)
  const [hours, setHours] = useState('24')
  const [endpoint, setEndpoint] = useState<string | null>(null)
  const days = useRetention()?.delivery_days ?? 0
  const periods =
    days > PERIOD_DAYS_MAX
      ? [...PERIODS, { value: `${days * HOURS_PER_DAY}`, label: `the last ${days} days` }]
      : PERIODS
  const [replayed, setReplayed] = useState<Shape<'ReplayedDeliveries'>>()
  const send = async () => {
    const since = new Date(Date.now() - Number(hours) * HOUR_MS).toISOString()
    const body = { since, ...(endpoint ? { subscription_id: endpoint } : {}) }
    const path = { id: appId }
    setReplayed(await unwrap(api.POST('/v1/dev/apps/{id}/deliveries/replay', { params: { path }, body })))
    await invalidate(queryKeys.deliveries, queryKeys.subscriptions)
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        Send failed ones again
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {replayed && outcomeOf(replayed)}
      </Text>
      <Confirm
        title="Send failed deliveries again?"
        submitLabel="Send them again"
        destructive={false}
        opened={opened}
        onClose={() => setOpened(false)}
        onConfirm={send}
      >
        <Stack>
          <Text>
            Every delivery that failed for good is attempted once more, under its id. Those that are still being retried
            go on by themselves.
          </Text>
          <Select
            label="Failed in"
            data={periods}
            value={hours}
            onChange={(value) => setHours(value ?? hours)}
            allowDeselect={false}
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
        </Stack>
      </Confirm>
    </>
  )
}

function outcomeOf({ queued, more }: Shape<'ReplayedDeliveries'>): string {
  if (!queued) return 'None has failed for good in that time. Those that are still being retried go on by themselves.'
  return `${queued} ${queued === 1 ? 'is' : 'are'} sent again.${more ? ' More are left: send them, too.' : ''}`
}
