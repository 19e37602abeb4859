import { Badge, Box, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Shape } from '../api/client.ts'
import { overviewQuery } from '../api/portal/overview-query.ts'
import { appColor } from '../ui/app-color.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Initials } from '../ui/initials.tsx'
import { TextLink } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import utilities from '../ui/utilities.module.css'
import { PORTAL } from '../urls.ts'
import css from './app-list.module.css'

type Overview = Shape<'AppsOverview'>
type Numbers = Shape<'AppOverview'>

const numberFormat = new Intl.NumberFormat()
const shareFormat = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

/** The developer's apps, and above them the numbers of all together against the limits of the plan. */
export function AppList({ apps }: { apps: readonly Shape<'App'>[] }) {
  const { data, error, refetch } = useQuery(overviewQuery)
  // The list would move when its numbers arrive.
  if (!data && !error) return <Loading rows={3} height={92} />
  const numbersOf = new Map(data?.apps.map((numbers) => [numbers.id, numbers]))
  return (
    <Stack gap="md">
      {data ? <Totals overview={data} /> : <ErrorAlert error={error} retry={refetch} />}
      <div className={utilities.rows}>
        {apps.map((app) => (
          <Row key={app.id} app={app} numbers={numbersOf.get(app.id)} />
        ))}
      </div>
    </Stack>
  )
}

function Totals({ overview: { limits, api_calls, connected_users, apps } }: { overview: Overview }) {
  const sum = (name: 'requests' | 'failed' | 'failing_subscriptions') =>
    apps.reduce((total, numbers) => total + numbers[name], 0)
  const [requests, failed, failing] = [sum('requests'), sum('failed'), sum('failing_subscriptions')]
  return (
    <dl className={css.totals}>
      <Total name="Calls this month" value={api_calls} limit={limits.api_calls} />
      <Total name="People connected" value={connected_users} limit={limits.connected_users} />
      <Total name="Errors in 24 hours" value={failed} note={shareOf(failed, requests)} />
      <Total
        name="Failing webhooks"
        value={failing}
        note={failing ? 'events do not arrive' : 'all arrive'}
        isBad={failing > 0}
      />
    </dl>
  )
}

function shareOf(failed: number, requests: number): string {
  if (!requests) return 'no requests'
  const all = `of ${numberFormat.format(requests)} ${requests === 1 ? 'request' : 'requests'}`
  return failed ? `${shareFormat.format(failed / requests)} ${all}` : all
}

interface TotalProps {
  name: string
  value: number
  /** The limit of the plan; `null` is unlimited. */
  limit?: number | null
  note?: string
  isBad?: boolean
}

function Total({ name, value, limit, note, isBad = false }: TotalProps) {
  const share = limit ? Math.min(100, (100 * value) / limit) : 0
  return (
    <div data-bad={isBad || undefined}>
      <dt>{name}</dt>
      <dd>
        {numberFormat.format(value)}{' '}
        <Text span size="xs" c="dimmed" fw={400}>
          {limit ? `of ${numberFormat.format(limit)}` : (note ?? 'no limit')}
        </Text>
        {limit != null && <Progress value={share} mt={6} color={share >= 100 ? 'red' : undefined} aria-label={name} />}
      </dd>
    </div>
  )
}

function Row({ app, numbers }: { app: Shape<'App'>; numbers: Numbers | undefined }) {
  return (
    <article className={`${css.app} ${appColor(app.slug)}`} aria-label={app.name}>
      <Initials name={app.name} slug={app.slug} icon={app.icon} size={44} />
      <Box miw={0}>
        <Group gap="xs">
          <TextLink to={PORTAL.app} params={{ id: app.id }} fw={600} className={utilities.breakWords}>
            {app.name}
          </TextLink>
          {app.suspended && (
            <Badge color="red" variant="light">
              stopped
            </Badge>
          )}
        </Group>
        {app.description && (
          <Text size="sm" c="dimmed" className={utilities.breakWords} lineClamp={2}>
            {app.description}
          </Text>
        )}
        {numbers && (
          <Text size="sm" mt={2}>
            {used(numbers)}
          </Text>
        )}
        {numbers && numbers.failing_subscriptions > 0 && (
          <TextLink to={PORTAL.webhooks} params={{ id: app.id }} size="sm" c="var(--mantine-color-orange-light-color)">
            {numbers.failing_subscriptions === 1
              ? 'A webhook is failing'
              : `${numberFormat.format(numbers.failing_subscriptions)} webhooks are failing`}
          </TextLink>
        )}
      </Box>
      {numbers && <LastDay numbers={numbers} />}
    </article>
  )
}

function used({ connected_users: people, api_calls: calls }: Numbers): string {
  return `${numberFormat.format(people)} ${people === 1 ? 'person' : 'people'} · ${numberFormat.format(calls)} ${calls === 1 ? 'call' : 'calls'} this month`
}

/** The requests of the last 24 hours: a bar for each hour, and the same in words. */
function LastDay({ numbers }: { numbers: Numbers }) {
  const { hours } = numbers
  const most = Math.max(1, ...hours.map(({ requests }) => requests))
  return (
    <div className={css.day}>
      <svg viewBox={`0 0 ${hours.length} 1`} preserveAspectRatio="none" aria-hidden="true">
        {hours.map(({ hour, requests, failed }, at) => (
          <g key={hour}>
            <rect x={at + 0.1} width={0.8} y={1 - requests / most} height={requests / most} />
            <rect x={at + 0.1} width={0.8} y={1 - failed / most} height={failed / most} className={css.failed} />
          </g>
        ))}
      </svg>
      <Text size="xs" c="dimmed">
        {summary(numbers)}
      </Text>
    </div>
  )
}

function summary({ requests, failed }: Numbers): string {
  if (!requests) return 'No requests in 24 hours'
  const errors = failed ? `${numberFormat.format(failed)} ${failed === 1 ? 'error' : 'errors'}` : 'no errors'
  return `${numberFormat.format(requests)} ${requests === 1 ? 'request' : 'requests'} in 24 hours, ${errors}`
}
