import { z } from 'zod'
import { type Route, routesWith } from '../../foundation/route.ts'
import { Done } from '../accounts/accounts.ts'
import type { DeliveryPorts } from './deliver.ts'
import { Fetch, Fetched, fetchDeliveries, Listening, listeningShape, startListening, stopListening } from './listen.ts'
import { headersOf } from './request.ts'
import { signaturesOf } from './signature.ts'

const { route } = routesWith<DeliveryPorts>()

const APP_ID = 'app_01kb5dd9v2000m4h2n8y7tq3wz'
const SESSION_ID = 'sub_01kb5dd9v2000m4h2n8y7tq3wz'
const DELIVERY_ID = 'dlv_01kb5dd9v2000m4h2n8y7tq3wz5b1f0c3a'

const AppParams = z.object({ id: z.string().meta({ description: 'The app.', example: APP_ID }) })
const SessionParams = AppParams.extend({ sessionId: z.string().meta({ example: SESSION_ID }) })
const audience = { for: ['developer'], tag: 'Webhooks' } as const

/** The routes with which a developer receives webhooks without an endpoint; a session lists some of `types`. */
export function listenRoutes(types: readonly string[]): Route<DeliveryPorts>[] {
  const params = { id: APP_ID, sessionId: SESSION_ID }
  const session = { id: SESSION_ID, secret: 'whsec_…', expires_at: '2026-05-03T07:31:00.000Z' }
  const [type = ''] = types
  const headers = headersOf(type, signaturesOf(DELIVERY_ID, `t=1777793472,v1=${'7740b4f0'.repeat(8)}`))
  return [
    route({
      ...audience,
      name: 'startListening',
      method: 'POST',
      path: '/v1/dev/apps/:id/listen',
      summary: 'Start a session that fetches the deliveries of an app, as `memory-service listen` does.',
      description:
        'For development: a session gets the events that a subscription would get, from now on, and needs no endpoint that ' +
        'the service can reach. It ends a minute after its last fetch. At most five for an app. Needs the password again 15 ' +
        'minutes after the sign-in.',
      params: AppParams,
      body: listeningShape(types),
      output: Listening,
      secret: true,
      failures: ['not_found', 'limit_exceeded', 'reauthentication_required'],
      example: { params: { id: APP_ID }, body: { events: types.slice(0, 1) }, output: session },
      run: (ctx, { params, body }) => startListening(ctx, params.id, body),
    }),
    route({
      ...audience,
      name: 'fetchDeliveries',
      method: 'POST',
      path: '/v1/dev/apps/:id/listen/:sessionId/fetch',
      summary: 'Report what the endpoint answered to earlier deliveries, and fetch those that are due.',
      description:
        'Waits up to `wait_seconds` if none is due. A delivery without a result within 30 seconds, or whose result is a ' +
        'failure, is due again later under the same id, as with an endpoint. 300 calls per minute and session.',
      params: SessionParams,
      body: Fetch,
      output: Fetched,
      costly: true,
      storesResponse: true,
      failures: ['not_found', 'rate_limited'],
      example: {
        params,
        body: { results: [], wait_seconds: 15 },
        output: { deliveries: [{ id: DELIVERY_ID, body: '{…}', headers }], expires_at: session.expires_at },
      },
      run: (ctx, { params, body }) => fetchDeliveries(ctx, params.id, params.sessionId, body),
    }),
    route({
      ...audience,
      name: 'stopListening',
      method: 'DELETE',
      path: '/v1/dev/apps/:id/listen/:sessionId',
      summary: 'End a session.',
      params: SessionParams,
      output: Done,
      failures: ['not_found'],
      example: { params, output: { ok: true } },
      run: (ctx, { params }) => stopListening(ctx, params.id, params.sessionId),
    }),
  ]
}
