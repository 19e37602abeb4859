import { Badge, Box, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Shape } from '../api/client.ts'
import { overviewQuery } from '../api/portal/overview-query.ts'
import { appColor } from '../ui/app-color.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Initials } from '../ui/initials.tsx'
import { TextLink } from '../ui/link.tsx'
import utilities from '../ui/utilities.module.css'
import { PORTAL } from '../urls.ts'
import css from './app-list.module.css'

type Overview = Shape<'AppsOverview'>
type Numbers = Shape<'AppOverview'>

const HOUR_MS = 60 * 60_000

const numberFormat = new Intl.NumberFormat()
const shareFormat = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const hourFormat = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric', minute: 'numeric' })

/**
 * The developer's apps, and above them the numbers of all together against the limits of the plan. The apps are shown
 * before their numbers, which have placeholders of the same height.
 */
export function AppList({ apps }: { apps: readonly Shape<'App'>[] }) {
  const { data, error, refetch } = useQuery(overviewQuery)
  const isPending = !error
  const since = hourFormat.format(data ? new Date(data.since) : startOfNumbers())
  const numbersOf = new Map(data?.apps.map((numbers) => [numbers.id, numbers]))
  return (
    <Stack gap="md" aria-busy={!data && isPending}>
      {data || isPending ? <Totals overview={data} since={since} /> : <ErrorAlert error={error} retry={refetch} />}
      <div className={utilities.rows}>
        {apps.map((app) => (
          <Row key={app.id} app={app} numbers={numbersOf.get(app.id)} isPending={isPending} since={since} />
        ))}
      </div>
    </Stack>
  )
}

/** The first hour that the overview counts, before it arrives: 23 hours before the current one. */
function startOfNumbers(): Date {
  return new Date((Math.floor(Date.now() / HOUR_MS) - 23) * HOUR_MS)
}

function Totals({ overview, since }: { overview: Overview | undefined; since: string }) {
  const sum = (name: 'requests' | 'failed' | 'failing_subscriptions') =>
    overview?.apps.reduce((total, numbers) => total + numbers[name], 0)
  const [requests = 0, failed, failing] = [sum('requests'), sum('failed'), sum('failing_subscriptions')]
  const { api_calls, connected_users, limits } = overview ?? {}
  return (
    <dl className={css.totals}>
      <Total name="Calls this month" value={api_calls} limit={limits?.api_calls ?? null} />
      <Total name="People connected" value={connected_users} limit={limits?.connected_users ?? null} />
      <Total name={`Errors since ${since}`} value={failed} note={shareOf(failed ?? 0, requests)} />
      <Total
        name="Failing webhooks"
        value={failing}
        note={failing ? 'last delivery failed' : 'no failures'}
        isBad={failing !== undefined && failing > 0}
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
  /** `undefined` until the overview has arrived. */
  value: number | undefined
  /** The limit of the plan; `null` is unlimited. */
  limit?: number | null
  note?: string
  isBad?: boolean
}

function Total({ name, value, limit, note = 'no limit', isBad = false }: TotalProps) {
  const share = limit ? Math.min(100, (100 * (value ?? 0)) / limit) : 0
  return (
    <div data-bad={isBad || undefined}>
      <dt>{name}</dt>
      <dd>
        {value === undefined ? <Placeholder length={3} /> : numberFormat.format(value)}{' '}
        <Text size="xs" c="dimmed" fw={400}>
          {value === undefined ? <Placeholder length={9} /> : limit ? `of ${numberFormat.format(limit)}` : note}
        </Text>
        {limit !== undefined && (
          <div className={css.share}>
            {limit !== null && <Progress value={share} color={share >= 100 ? 'red' : undefined} aria-label={name} />}
          </div>
        )}
      </dd>
    </div>
  )
}

interface RowProps {
  app: Shape<'App'>
  numbers: Numbers | undefined
  /** Whether numbers that are missing are still to come. */
  isPending: boolean
  since: string
}

function Row({ app, numbers, isPending, since }: RowProps) {
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
          {numbers && numbers.failing_subscriptions > 0 && (
            <TextLink
              to={PORTAL.webhooks}
              params={{ id: app.id }}
              size="sm"
              c="var(--mantine-color-orange-light-color)"
            >
              {failing(numbers)}
            </TextLink>
          )}
        </Group>
        {app.description && (
          <Text size="sm" c="dimmed" className={utilities.breakWords} lineClamp={2}>
            {app.description}
          </Text>
        )}
        {(numbers || isPending) && (
          <Text size="sm" mt={2}>
            {numbers ? used(numbers) : <Placeholder length={20} />}
          </Text>
        )}
      </Box>
      {(numbers || isPending) && <LastDay numbers={numbers} since={since} />}
    </article>
  )
}

/** In few words, so that it fits beside the name. */
function failing({ failing_subscriptions: count }: Numbers): string {
  return count === 1 ? 'A webhook failed' : `${numberFormat.format(count)} webhooks failed`
}

function used({ connected_users: people, api_calls: calls }: Numbers): string {
  return `${numberFormat.format(people)} ${people === 1 ? 'person' : 'people'} · ${numberFormat.format(calls)} ${calls === 1 ? 'call' : 'calls'} this month`
}

/** The requests of the current hour and the 23 before it: a bar for each hour, and the same in words. */
function LastDay({ numbers, since }: { numbers: Numbers | undefined; since: string }) {
  const hours = numbers?.hours ?? []
  const most = Math.max(1, ...hours.map(({ requests }) => requests))
  return (
    <div className={css.day}>
      <svg viewBox={`0 0 ${hours.length || 1} 1`} preserveAspectRatio="none" aria-hidden="true">
        {hours.map(({ hour, requests, failed }, at) => (
          <g key={hour}>
            <rect x={at + 0.1} width={0.8} y={1 - requests / most} height={requests / most} />
            <rect x={at + 0.1} width={0.8} y={1 - failed / most} height={failed / most} className={css.failed} />
          </g>
        ))}
      </svg>
      <Text size="xs" c="dimmed">
        {numbers ? summary(numbers, since) : <Placeholder length={24} />}
      </Text>
    </div>
  )
}

function summary({ requests, failed }: Numbers, since: string): string {
  if (!requests) return `No requests since ${since}`
  const errors = failed ? `${numberFormat.format(failed)} ${failed === 1 ? 'error' : 'errors'}` : 'no errors'
  return `${numberFormat.format(requests)} ${requests === 1 ? 'request' : 'requests'} since ${since}, ${errors}`
}

/** Takes the place of that many characters without changing the height of the line. */
function Placeholder({ length }: { length: number }) {
  return <span className={css.placeholder} style={{ width: `${length}ch` }} />
}
