import '@mantine/charts/styles.css'
import { Alert, Box, Group, Progress, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { answer, api, type Shape } from '../api/client.ts'
import { Loading } from '../ui/loading.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { PORTAL } from '../urls.ts'
import { usageSpanIn } from './filters.ts'
import { Plot } from './plot.tsx'
import { useApp } from './queries.ts'

const DAY_MS = 24 * 60 * 60_000
const SPANS = [
  { value: '', label: 'This month' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
]
const whole = new Intl.NumberFormat()

/** The meters of an app over so many days, or of this month. */
const usageQuery = (id: string, days?: string) =>
  queryOptions({
    queryKey: ['app-usage', id, days ?? 'month'],
    placeholderData: keepPreviousData,
    queryFn: () => {
      const from = days && new Date(Date.now() - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10)
      return answer(api.GET('/v1/dev/apps/{id}/usage', { params: { path: { id }, query: { from } } }))
    },
  })

/** What an app has used, day by day, held against what the plan allows. */
export function Usage() {
  const { id } = useApp()
  const { days } = usageSpanIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const month = useQuery(usageQuery(id))
  const { data, error, refetch } = useQuery(usageQuery(id, days))
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Usage
        </Title>
        <SegmentedControl
          aria-label="How far back"
          data={SPANS}
          value={days ?? ''}
          onChange={(value) =>
            navigate({ to: PORTAL.usage, params: { id }, search: usageSpanIn({ days: value }), replace: true })
          }
        />
      </Group>
      {error && !data && <Trouble error={error} retry={refetch} />}
      {!error && !(data && month.data) && <Loading rows={4} height={180} />}
      {data && month.data && <Meters usage={data} month={month.data} />}
    </Stack>
  )
}

function Meters({ usage: { totals, series }, month }: { usage: Shape<'AppUsage'>; month: Shape<'AppUsage'> }) {
  const { limits, plan } = month
  const tokens = totals.hosted_tokens_in + totals.hosted_tokens_out
  const sum = (count: number) => `${whole.format(count)} in total`
  return (
    <>
      <AtTheLimit month={month} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Meter label="API calls this month" used={month.totals.api_calls} max={limits.api_calls} plan={plan} />
        <Meter label="People connected" used={totals.connected_users} max={limits.connected_users} plan={plan} />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Limits are those of the {plan} plan, over all of your apps together; the counts are those of this app. Days are
        days in UTC.
      </Text>
      <Plot
        title="API calls"
        note={sum(totals.api_calls)}
        days={series}
        series={[{ name: 'api_calls', label: 'Calls', color: 'pine.6' }]}
      />
      <Plot
        title="Memories written"
        note={sum(totals.memory_writes)}
        days={series}
        series={[{ name: 'memory_writes', label: 'Memories', color: 'pine.6' }]}
      />
      <Plot
        title="Context requests"
        note={sum(totals.context_requests)}
        days={series}
        series={[{ name: 'context_requests', label: 'Requests', color: 'pine.6' }]}
      />
      <Plot
        title="Hosted model tokens"
        note={sum(tokens)}
        days={series}
        series={[
          { name: 'hosted_tokens_in', label: 'Input', color: 'pine.6' },
          { name: 'hosted_tokens_out', label: 'Output', color: 'orange.6' },
        ]}
      />
      <Plot
        title="People"
        note={`${whole.format(totals.connected_users)} now`}
        days={series}
        series={[{ name: 'connected_users', label: 'People', color: 'pine.6' }]}
      />
    </>
  )
}

function Meter({ label, used, max, plan }: { label: string; used: number; max: number | null; plan: string }) {
  return (
    <Box className="surface" p="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz="h3" fw={650}>
        {whole.format(used)}{' '}
        <Text span size="sm" c="dimmed" fw={400}>
          {max === null ? `no limit on ${plan}` : `of ${whole.format(max)}`}
        </Text>
      </Text>
      {max !== null && (
        <Progress value={(used / max) * 100} mt="xs" color={used >= max ? 'red' : undefined} aria-label={label} />
      )}
    </Box>
  )
}

/** What happens at a limit that is reached, and what to do. */
function AtTheLimit({ month: { totals, limits, plan } }: { month: Shape<'AppUsage'> }) {
  const isFull = limits.connected_users !== null && totals.connected_users >= limits.connected_users
  const isSpent = limits.api_calls !== null && totals.api_calls >= limits.api_calls
  if (!isFull && !isSpent) return null
  return (
    <Alert color="red" variant="light" icon={<TriangleAlert />} title={`The ${plan} plan is full`}>
      <Stack gap="xs" fz="sm" c="var(--mantine-color-text)">
        {isSpent && (
          <Text inherit>
            This month’s calls are used up. Calls that write or cost tokens are answered with 402 until the first of
            next month, UTC; reads go on. Whoever runs this service can move you to a larger plan.
          </Text>
        )}
        {isFull && (
          <Text inherit>
            Nobody new can connect: the consent page tells them so. Those who are connected go on as before. Room comes
            when somebody leaves, or with a larger plan.
          </Text>
        )}
      </Stack>
    </Alert>
  )
}
