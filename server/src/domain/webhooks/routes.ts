import { z } from 'zod'
import { PageQuery } from '../../foundation/page.ts'
import { type Route, routesWith } from '../../foundation/route.ts'
import { Done } from '../accounts/accounts.ts'
import { RECENT } from '../accounts/sessions.ts'
import type { DeliveryPorts } from './deliver.ts'
import { Delivery, DeliveryQuery, listDeliveries, webhookTest } from './deliveries.ts'
import { DeliveryWithRequest, readDelivery } from './delivery-request.ts'
import { listenRoutes } from './listen-routes.ts'
import {
  countFailed,
  FailedDeliveries,
  Replayed,
  ReplayFailed,
  replayDelivery,
  replayFailed,
  testSubscription,
} from './on-request.ts'
import { headersOf } from './request.ts'
import { signaturesOf } from './signature.ts'
import {
  editSubscription,
  listSubscriptions,
  rotateSigningSecret,
  subscribe,
  subscriptionShapes,
  unsubscribe,
} from './subscriptions.ts'

const { route } = routesWith<DeliveryPorts>()

const APP_ID = 'app_01kb5dd9v2000m4h2n8y7tq3wz'
const SUBSCRIPTION_ID = 'sub_01kb5dd9v2000m4h2n8y7tq3wz'
const DELIVERY_ID = 'dlv_01kb5dd9v2000m4h2n8y7tq3wz5b1f0c3a'

const AppParams = z.object({ id: z.string().meta({ description: 'The app.', example: APP_ID }) })
const SubscriptionParams = AppParams.extend({ subId: z.string().meta({ example: SUBSCRIPTION_ID }) })
const DeliveryParams = AppParams.extend({ deliveryId: z.string().meta({ example: DELIVERY_ID }) })
const audience = { for: ['developer'], tag: 'Webhooks' } as const

/** The routes of webhooks; a subscription lists some of `types`. */
export function webhookRoutes(types: readonly string[]): Route<DeliveryPorts>[] {
  return [...subscriptionRoutes(types), ...deliveryRoutes(types), ...listenRoutes(types)]
}

function subscriptionRoutes(types: readonly string[]): Route<DeliveryPorts>[] {
  const { Subscription, SubscriptionInput, SubscriptionPatch } = subscriptionShapes(types)
  const WithSecret = z
    .object({ subscription: Subscription, secret: z.string().meta({ description: 'Shown only in this response.' }) })
    .meta({ id: 'SubscriptionWithSecret' })
  const example = {
    id: SUBSCRIPTION_ID,
    url: 'https://trail-coach.example/webhooks',
    events: types.slice(0, 1),
    description: null,
    status: 'active' as const,
    disabled_at: null,
    disabled_reason: null,
    failing_since: null,
    created_at: '2026-05-03T07:30:00.000Z',
  }
  const params = { id: APP_ID, subId: SUBSCRIPTION_ID }
  return [
    route({
      ...audience,
      name: 'listSubscriptions',
      method: 'GET',
      path: '/v1/dev/apps/:id/subscriptions',
      summary: 'List the webhook subscriptions of an app.',
      params: AppParams,
      query: PageQuery,
      output: z
        .object({ items: z.array(Subscription), next_cursor: z.string().nullable() })
        .meta({ id: 'SubscriptionPage' }),
      failures: ['not_found', 'invalid_cursor'],
      example: { params: { id: APP_ID }, output: { items: [example], next_cursor: null } },
      run: (ctx, { params, query }) => listSubscriptions(ctx, params.id, query),
    }),
    route({
      ...audience,
      name: 'subscribe',
      method: 'POST',
      path: '/v1/dev/apps/:id/subscriptions',
      summary: 'Subscribe to events. The signing secret is shown only in this response.',
      description: RECENT,
      params: AppParams,
      body: SubscriptionInput,
      output: WithSecret,
      secret: true,
      failures: ['not_found', 'limit_exceeded', 'reauthentication_required'],
      example: {
        params: { id: APP_ID },
        body: { url: example.url, events: example.events },
        output: { subscription: example, secret: 'whsec_…' },
      },
      run: (ctx, { params, body }) => subscribe(ctx, params.id, body),
    }),
    route({
      ...audience,
      name: 'editSubscription',
      method: 'PATCH',
      path: '/v1/dev/apps/:id/subscriptions/:subId',
      summary: 'Change a subscription’s URL, events or description, or disable or enable it.',
      description: 'Another URL, and enabling it again, need a sign-in or confirmation of the last 15 minutes.',
      params: SubscriptionParams,
      body: SubscriptionPatch,
      output: Subscription,
      failures: ['not_found', 'reauthentication_required'],
      example: { params, body: { events: example.events }, output: example },
      run: (ctx, { params, body }) => editSubscription(ctx, params.id, params.subId, body),
    }),
    route({
      ...audience,
      name: 'rotateSigningSecret',
      method: 'POST',
      path: '/v1/dev/apps/:id/subscriptions/:subId/rotate',
      summary: 'Create a new signing secret. Deliveries are signed with both secrets for 24 hours.',
      description: RECENT,
      params: SubscriptionParams,
      output: WithSecret,
      secret: true,
      failures: ['not_found', 'reauthentication_required'],
      example: { params, output: { subscription: example, secret: 'whsec_…' } },
      run: (ctx, { params }) => rotateSigningSecret(ctx, params.id, params.subId),
    }),
    route({
      ...audience,
      name: 'unsubscribe',
      method: 'DELETE',
      path: '/v1/dev/apps/:id/subscriptions/:subId',
      summary: 'Delete a subscription and its delivery log.',
      description: RECENT,
      params: SubscriptionParams,
      output: Done,
      failures: ['not_found', 'reauthentication_required'],
      example: { params, output: { ok: true } },
      run: (ctx, { params }) => unsubscribe(ctx, params.id, params.subId),
    }),
  ]
}

function deliveryRoutes([type = '']: readonly string[]): Route<DeliveryPorts>[] {
  const example = {
    id: DELIVERY_ID,
    subscription_id: SUBSCRIPTION_ID,
    event_id: 'evt_01kb5dd9v2000m4h2n8y7tq3wz',
    event_type: type,
    status: 'succeeded' as const,
    attempt_count: 1,
    next_attempt_at: null,
    created_at: '2026-05-03T07:31:12.000Z',
    attempts: [
      { at: '2026-05-03T07:31:12.040Z', status_code: 200, duration_ms: 38, error: null, response_excerpt: 'ok' },
    ],
  }
  const headers = headersOf(type, signaturesOf(DELIVERY_ID, `t=1777793472,v1=${'7740b4f0'.repeat(8)}`))
  const request = { url: 'https://trail-coach.example/webhooks', body: '{…}', headers, fresh_headers: headers }
  const queued = {
    ...example,
    event_type: webhookTest.type,
    status: 'pending' as const,
    attempt_count: 0,
    attempts: [],
  }
  const params = { id: APP_ID, deliveryId: DELIVERY_ID }
  return [
    route({
      ...audience,
      name: 'testSubscription',
      method: 'POST',
      path: '/v1/dev/apps/:id/subscriptions/:subId/test',
      summary: 'Send a webhook.test event to one subscription.',
      params: SubscriptionParams,
      output: Delivery,
      failures: ['not_found', 'conflict'],
      example: { params: { id: APP_ID, subId: SUBSCRIPTION_ID }, output: queued },
      run: (ctx, { params }) => testSubscription(ctx, params.id, params.subId),
    }),
    route({
      ...audience,
      name: 'listDeliveries',
      method: 'GET',
      path: '/v1/dev/apps/:id/deliveries',
      summary: 'List the deliveries that are still stored with every attempt, newest first.',
      params: AppParams,
      query: DeliveryQuery,
      output: z.object({ items: z.array(Delivery), next_cursor: z.string().nullable() }).meta({ id: 'DeliveryPage' }),
      failures: ['not_found', 'invalid_cursor'],
      example: { params: { id: APP_ID }, output: { items: [example], next_cursor: null } },
      run: (ctx, { params, query }) => listDeliveries(ctx, params.id, query),
    }),
    route({
      ...audience,
      name: 'countFailedDeliveries',
      method: 'GET',
      path: '/v1/dev/apps/:id/deliveries/failed',
      summary: 'Count the failed deliveries since a time that can be sent again.',
      params: AppParams,
      query: ReplayFailed,
      output: FailedDeliveries,
      failures: ['not_found'],
      example: {
        params: { id: APP_ID },
        query: { since: '2026-05-03T07:00:00Z' },
        output: { failed: 12, more: false },
      },
      run: (ctx, { params, query }) => countFailed(ctx, params.id, query),
    }),
    route({
      ...audience,
      name: 'getDelivery',
      method: 'GET',
      path: '/v1/dev/apps/:id/deliveries/:deliveryId',
      summary: 'Read one delivery with every attempt and the request as it was sent.',
      params: DeliveryParams,
      output: DeliveryWithRequest,
      failures: ['not_found'],
      example: { params, output: { ...example, request, request_hidden: null } },
      run: (ctx, { params }) => readDelivery(ctx, params.id, params.deliveryId),
    }),
    route({
      ...audience,
      name: 'replayDelivery',
      method: 'POST',
      path: '/v1/dev/apps/:id/deliveries/:deliveryId/replay',
      summary: 'Send a finished delivery again, or one that waits for its next attempt now, under the same id.',
      params: DeliveryParams,
      output: Delivery,
      failures: ['not_found', 'conflict'],
      example: { params, output: { ...example, status: 'pending' } },
      run: (ctx, { params }) => replayDelivery(ctx, params.id, params.deliveryId),
    }),
    route({
      ...audience,
      name: 'replayFailedDeliveries',
      method: 'POST',
      path: '/v1/dev/apps/:id/deliveries/replay',
      summary: 'Send all failed deliveries since a time again, 1,000 at a time.',
      params: AppParams,
      body: ReplayFailed,
      output: Replayed,
      failures: ['not_found'],
      example: {
        params: { id: APP_ID },
        body: { since: '2026-05-03T07:00:00Z' },
        output: { queued: 12, more: false },
      },
      run: (ctx, { params, body }) => replayFailed(ctx, params.id, body),
    }),
  ]
}
