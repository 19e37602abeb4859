import { z } from 'zod'
import type { DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { FAILURES, type FailureCode } from '../../foundation/failures.ts'
import { type Page, PageQuery, pageById } from '../../foundation/page.ts'
import { join, type Sql, sql } from '../../foundation/sql/sql.ts'
import { Time } from '../../foundation/times.ts'
import { readApp } from '../apps/apps.ts'
import type { RequestLogPorts } from './log.ts'
import { DAY_MS, firstIdAt, HOUR_MS, hourOf, LATENCY_MS, quantile } from './requests.ts'

const ROUTE_CHARS_MAX = 200
const ROUTES_MAX = 100
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const CODES = Object.keys(FAILURES) as [FailureCode, ...FailureCode[]]

export const RequestFilters = z.object({
  status: z.enum(['2xx', '3xx', '4xx', '5xx']).optional().meta({ description: 'Only responses of this class.' }),
  code: z.enum(CODES).optional().meta({ description: 'Only failures with this code.' }),
  method: z.enum(METHODS).optional(),
  route: z.string().max(ROUTE_CHARS_MAX).optional().meta({
    description: 'Only this route: the template of its path.',
    example: '/v1/memories/:id',
  }),
  since: Time.optional().meta({ description: 'Not before this time.' }),
})
type RequestFilters = z.output<typeof RequestFilters>
export const RequestQuery = PageQuery.extend(RequestFilters.shape)

const code = z.enum(CODES).nullable().meta({
  description: 'The code of the failure, if any. A stream can fail after its status was sent.',
})
export const LoggedRequest = z
  .object({
    id: z.string(),
    at: z.iso.datetime().meta({ description: 'When the request arrived.' }),
    method: z.string(),
    route: z.string().meta({ description: 'The template of the path, such as `/v1/memories/:id`.' }),
    status: z.int().meta({ description: '499 if the client left before the response.' }),
    code,
    ms: z.int().meta({ description: 'Milliseconds until the response had been sent.' }),
    request_id: z.string().meta({ description: 'The `X-Request-Id` of the response.' }),
    test: z.boolean().meta({ description: 'Whether it was for a test person of the app.' }),
  })
  .meta({ id: 'LoggedRequest' })
type LoggedRequest = z.output<typeof LoggedRequest>

/** The logged requests of an app, newest first. */
export async function listRequests(
  ctx: Ctx<DeveloperActor, RequestLogPorts>,
  appId: string,
  { limit, cursor, ...filters }: z.output<typeof RequestQuery>,
): Promise<Page<LoggedRequest>> {
  await readApp(ctx, appId)
  await ctx.requestLog.settle()
  const { status, code, method, route, since } = filters
  const from = new Date(firstMs(ctx, since)).toISOString()
  return pageById(
    ctx.vault,
    ['requests', appId, status, code, method, route, since],
    { limit, cursor },
    (below, rows) =>
      ctx.db.rows<LoggedRequest>(sql`
      select id, at, method, route, status, code, ms, request_id, is_test as test from app_requests
      where app_id = ${appId} and id < ${below} and id >= ${firstIdAt(Date.parse(from))} and at >= ${from}
        and ${matches(filters)}
      order by id desc limit ${rows}`),
  )
}

/** The conditions of all filters but `since`; both tables have these columns. */
function matches({ status, code, method, route }: RequestFilters): Sql {
  const least = Number(status?.[0]) * 100
  return join(
    [
      sql`true`,
      ...(status ? [sql`status between ${least} and ${least + 99}`] : []),
      ...(code ? [sql`code = ${code}`] : []),
      ...(method ? [sql`method = ${method}`] : []),
      ...(route === undefined ? [] : [sql`route = ${route}`]),
    ],
    sql` and `,
  )
}

/** The time from which requests are shown, in milliseconds: not before those that a job will delete. */
function firstMs({ clock, config }: Ctx, since: string | undefined, otherwise = 0): number {
  const kept = clock().getTime() - config.requestLogDays * DAY_MS
  return Math.max(kept, since === undefined ? otherwise : Date.parse(since))
}

const counts = {
  requests: z.int(),
  client_errors: z.int().meta({ description: 'Responses with a status of 400 to 499.' }),
  server_errors: z.int().meta({ description: 'Responses with a status of 500 or more.' }),
  p50_ms: z.int().nullable().meta({ description: 'The median latency, estimated; null without requests.' }),
  p95_ms: z.int().nullable().meta({ description: 'The latency that 95 % of the requests stay below, estimated.' }),
}
export const RequestSummary = z
  .object({
    retention_days: z.int().meta({ description: 'How long requests are kept; 0 if this service logs none.' }),
    since: z.iso.datetime(),
    totals: z.object(counts),
    hours: z.array(z.object({ hour: z.iso.datetime(), ...counts }).meta({ id: 'RequestHour' })).meta({
      description: 'One entry for each UTC hour, oldest first; the last is the current one.',
    }),
    routes: z.array(z.object({ method: z.string(), route: z.string(), ...counts }).meta({ id: 'RouteRequests' })).meta({
      description: 'The routes with the most requests, at most 100.',
    }),
    failures: z.array(z.object({ failure: z.enum(CODES), requests: z.int() }).meta({ id: 'FailureRequests' })).meta({
      description: 'The codes of the failures, the most frequent first.',
    }),
  })
  .meta({
    id: 'RequestSummary',
    description: 'Exact numbers of requests, also of those that the list leaves out.',
  })
type RequestSummary = z.output<typeof RequestSummary>

/** Requests with the same hour, route, class of latency, status and code. */
interface Cell {
  hour: string
  method: string
  route: string
  latency: number
  /** The first digit of the status. */
  kind: number
  requests: number
}

/** Totals of the requests of an app by hour, by route and by code; by default of the last 24 hours. */
export async function summarizeRequests(
  ctx: Ctx<DeveloperActor, RequestLogPorts>,
  appId: string,
  filters: RequestFilters,
): Promise<RequestSummary> {
  await readApp(ctx, appId)
  await ctx.requestLog.settle()
  const now = ctx.clock().getTime()
  const last = hourOf(now)
  const first = Math.min(last, hourOf(firstMs(ctx, filters.since, now - DAY_MS)))
  const from = new Date(first).toISOString()
  const where = sql`app_id = ${appId} and hour >= ${from} and ${matches(filters)}`
  const group = (columns: Sql) =>
    ctx.db.rows<Cell>(sql`
      select ${columns}, latency, status / 100 as kind, sum(requests)::bigint as requests from app_request_hours
      where ${where} group by ${columns}, latency, kind`)
  const byHour = cellsBy(await group(sql`hour`), ({ hour }) => hour)
  const byRoute = cellsBy(await group(sql`method, route`), ({ method, route }) => `${method} ${route}`)
  const failures = await ctx.db.rows<RequestSummary['failures'][number]>(sql`
    select code as failure, sum(requests)::bigint as requests from app_request_hours
    where ${where} and code <> '' group by code order by 2 desc, 1`)
  const hours = Array.from({ length: (last - first) / HOUR_MS + 1 }, (_, at) => {
    const hour = new Date(first + at * HOUR_MS).toISOString()
    return { hour, ...countsOf(byHour.get(hour) ?? []) }
  })
  const routes = [...byRoute.values()].map((cells) => {
    const { method, route } = cells[0] as Cell
    return { method, route, ...countsOf(cells) }
  })
  return {
    retention_days: ctx.config.requestLogDays,
    since: from,
    totals: countsOf([...byHour.values()].flat()),
    hours,
    routes: routes.toSorted((a, b) => b.requests - a.requests).slice(0, ROUTES_MAX),
    failures,
  }
}

function cellsBy(cells: readonly Cell[], keyOf: (cell: Cell) => string): Map<string, Cell[]> {
  const groups = new Map<string, Cell[]>()
  for (const cell of cells) {
    const key = keyOf(cell)
    const group = groups.get(key)
    if (group) group.push(cell)
    else groups.set(key, [cell])
  }
  return groups
}

function countsOf(cells: readonly Cell[]) {
  const classes: number[] = new Array(LATENCY_MS.length + 1).fill(0)
  const kinds: number[] = new Array(10).fill(0)
  for (const { latency, kind, requests } of cells) {
    classes[latency] = (classes[latency] ?? 0) + requests
    kinds[kind] = (kinds[kind] ?? 0) + requests
  }
  return {
    requests: classes.reduce((sum, requests) => sum + requests, 0),
    client_errors: kinds[4] as number,
    server_errors: kinds[5] as number,
    p50_ms: quantile(classes, 0.5),
    p95_ms: quantile(classes, 0.95),
  }
}
