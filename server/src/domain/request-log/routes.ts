import { z } from 'zod'
import { routesWith } from '../../foundation/route.ts'
import type { MeterPorts } from '../plans/meter.ts'
import type { RequestLogPorts } from './log.ts'
import { AppsOverview, readAppsOverview } from './overview.ts'
import { LoggedRequest, listRequests, RequestFilters, RequestQuery, RequestSummary, summarizeRequests } from './read.ts'

const { route } = routesWith<MeterPorts & RequestLogPorts>()

const APP_ID = 'app_01kb5dd9v2000m4h2n8y7tq3wz'
const params = z.object({ id: z.string().meta({ description: 'The app.', example: APP_ID }) })
const audience = { for: ['developer'], tag: 'Developer apps' } as const

const example = {
  id: 'rql_01kb5dd9v2000m4h2n8y7tq3wz5b',
  at: '2026-05-03T07:31:12.000Z',
  method: 'PATCH',
  route: '/v1/memories/:id',
  status: 403,
  code: 'scope_denied' as const,
  ms: 4,
  request_id: 'req_01kb5dd9v2000m4h2n8y7tq3wz',
  test: false,
}
const counts = { requests: 1, client_errors: 1, server_errors: 0, p50_ms: 3, p95_ms: 5 }

export const requestLogRoutes = [
  route({
    ...audience,
    name: 'readAppsOverview',
    method: 'GET',
    path: '/v1/dev/overview',
    summary: 'Read the calls, people, errors and failing webhooks of all of your apps.',
    output: AppsOverview,
    example: {
      output: {
        plan: 'sandbox',
        limits: { api_calls: 10_000, connected_users: 100 },
        api_calls: 2_642,
        connected_users: 1,
        since: '2026-05-03T07:00:00.000Z',
        apps: [
          {
            id: APP_ID,
            api_calls: 2_642,
            connected_users: 1,
            failing_subscriptions: 0,
            requests: 1,
            failed: 1,
            hours: [{ hour: '2026-05-03T07:00:00.000Z', requests: 1, failed: 1 }],
          },
        ],
      },
    },
    run: (ctx) => readAppsOverview(ctx),
  }),
  route({
    ...audience,
    name: 'listRequests',
    method: 'GET',
    path: '/v1/dev/apps/:id/requests',
    summary: 'List the requests of an app in the last days, newest first, without content.',
    description:
      'Requests with a token or the credentials of the app. Of each hour, 500 requests that succeeded and 500 that failed are kept; the summary counts all of them.',
    params,
    query: RequestQuery,
    output: z.object({ items: z.array(LoggedRequest), next_cursor: z.string().nullable() }).meta({
      id: 'LoggedRequestPage',
    }),
    failures: ['not_found', 'invalid_cursor'],
    example: { params: { id: APP_ID }, query: { status: '4xx' }, output: { items: [example], next_cursor: null } },
    run: (ctx, { params, query }) => listRequests(ctx, params.id, query),
  }),
  route({
    ...audience,
    name: 'summarizeRequests',
    method: 'GET',
    path: '/v1/dev/apps/:id/requests/summary',
    summary: 'Count the requests of an app by hour, route and failure; by default of the last 24 hours.',
    params,
    query: RequestFilters,
    output: RequestSummary,
    failures: ['not_found'],
    example: {
      params: { id: APP_ID },
      output: {
        retention_days: 7,
        since: '2026-05-03T07:00:00.000Z',
        totals: counts,
        hours: [{ hour: '2026-05-03T07:00:00.000Z', ...counts }],
        routes: [{ method: example.method, route: example.route, ...counts }],
        failures: [{ failure: example.code, requests: 1 }],
      },
    },
    run: (ctx, { params, query }) => summarizeRequests(ctx, params.id, query),
  }),
]
