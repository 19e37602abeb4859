import { z } from 'zod'
import { PageQuery } from '../../foundation/page.ts'
import { route } from '../../foundation/route.ts'
import { Done } from '../accounts/accounts.ts'
import {
  Delivery,
  DeliveryQuery,
  listDeliveries,
  readDelivery,
  replayDelivery,
  testSubscription,
} from './deliveries.ts'
import {
  editSubscription,
  listSubscriptions,
  rotateSigningSecret,
  Subscription,
  SubscriptionInput,
  SubscriptionPatch,
  subscribe,
  unsubscribe,
} from './subscriptions.ts'

const shown = {
  id: 'sub_01kb5dd9v2000m4h2n8y7tq3wz',
  url: 'https://trail-coach.example/webhooks',
  events: ['memory.created' as const],
  description: null,
  status: 'active' as const,
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  created_at: '2026-05-03T07:30:00.000Z',
}
const shownDelivery = {
  id: 'dlv_01kb5dd9v2000m4h2n8y7tq3wz5b1f0c3a',
  subscription_id: shown.id,
  event_id: 'evt_01kb5dd9v2000m4h2n8y7tq3wz',
  event_type: 'memory.created',
  status: 'succeeded' as const,
  attempt_count: 1,
  next_attempt_at: null,
  created_at: '2026-05-03T07:31:12.000Z',
  attempts: [
    { at: '2026-05-03T07:31:12.040Z', status_code: 200, duration_ms: 38, error: null, response_excerpt: 'ok' },
  ],
}

const app = 'app_01kb5dd9v2000m4h2n8y7tq3wz'
const ofApp = z.object({ id: z.string().meta({ description: 'The app.', example: app }) })
const ofSubscription = ofApp.extend({ subId: z.string().meta({ example: shown.id }) })
const ofDelivery = ofApp.extend({ deliveryId: z.string().meta({ example: shownDelivery.id }) })
const WithSecret = z
  .object({ subscription: Subscription, secret: z.string().meta({ description: 'Shown this once.' }) })
  .meta({ id: 'SubscriptionWithSecret' })
const audience = { for: ['developer'], tag: 'Webhooks' } as const

export const webhookRoutes = [
  route({
    ...audience,
    name: 'listSubscriptions',
    method: 'GET',
    path: '/v1/dev/apps/:id/subscriptions',
    summary: 'Where the events of an app go.',
    params: ofApp,
    query: PageQuery,
    output: z
      .object({ items: z.array(Subscription), next_cursor: z.string().nullable() })
      .meta({ id: 'SubscriptionPage' }),
    failures: ['not_found', 'invalid_cursor'],
    example: { params: { id: app }, output: { items: [shown], next_cursor: null } },
    run: (ctx, { params, query }) => listSubscriptions(ctx, params.id, query),
  }),
  route({
    ...audience,
    name: 'subscribe',
    method: 'POST',
    path: '/v1/dev/apps/:id/subscriptions',
    summary: 'Subscribe to events. The signing secret is shown only in this response.',
    params: ofApp,
    body: SubscriptionInput,
    output: WithSecret,
    failures: ['not_found', 'limit_exceeded'],
    example: {
      params: { id: app },
      body: { url: shown.url, events: shown.events },
      output: { subscription: shown, secret: 'whsec_…' },
    },
    run: (ctx, { params, body }) => subscribe(ctx, params.id, body),
  }),
  route({
    ...audience,
    name: 'editSubscription',
    method: 'PATCH',
    path: '/v1/dev/apps/:id/subscriptions/:subId',
    summary: 'Change address, events or description, disable it, or set it active again.',
    params: ofSubscription,
    body: SubscriptionPatch,
    output: Subscription,
    failures: ['not_found'],
    example: { params: { id: app, subId: shown.id }, body: { events: shown.events }, output: shown },
    run: (ctx, { params, body }) => editSubscription(ctx, params.id, params.subId, body),
  }),
  route({
    ...audience,
    name: 'rotateSigningSecret',
    method: 'POST',
    path: '/v1/dev/apps/:id/subscriptions/:subId/rotate',
    summary: 'A new signing secret; for a day both sign.',
    params: ofSubscription,
    output: WithSecret,
    failures: ['not_found'],
    example: { params: { id: app, subId: shown.id }, output: { subscription: shown, secret: 'whsec_…' } },
    run: (ctx, { params }) => rotateSigningSecret(ctx, params.id, params.subId),
  }),
  route({
    ...audience,
    name: 'testSubscription',
    method: 'POST',
    path: '/v1/dev/apps/:id/subscriptions/:subId/test',
    summary: 'Send a webhook.test event.',
    params: ofSubscription,
    output: Delivery,
    failures: ['not_found', 'conflict'],
    example: {
      params: { id: app, subId: shown.id },
      output: { ...shownDelivery, event_type: 'webhook.test', status: 'pending', attempt_count: 0, attempts: [] },
    },
    run: (ctx, { params }) => testSubscription(ctx, params.id, params.subId),
  }),
  route({
    ...audience,
    name: 'unsubscribe',
    method: 'DELETE',
    path: '/v1/dev/apps/:id/subscriptions/:subId',
    summary: 'Delete a subscription and its delivery log.',
    params: ofSubscription,
    output: Done,
    failures: ['not_found'],
    example: { params: { id: app, subId: shown.id }, output: { ok: true } },
    run: (ctx, { params }) => unsubscribe(ctx, params.id, params.subId),
  }),
  route({
    ...audience,
    name: 'listDeliveries',
    method: 'GET',
    path: '/v1/dev/apps/:id/deliveries',
    summary: 'Deliveries of the last thirty days with every attempt, newest first.',
    params: ofApp,
    query: DeliveryQuery,
    output: z.object({ items: z.array(Delivery), next_cursor: z.string().nullable() }).meta({ id: 'DeliveryPage' }),
    failures: ['not_found', 'invalid_cursor'],
    example: { params: { id: app }, output: { items: [shownDelivery], next_cursor: null } },
    run: (ctx, { params, query }) => listDeliveries(ctx, params.id, query),
  }),
  route({
    ...audience,
    name: 'getDelivery',
    method: 'GET',
    path: '/v1/dev/apps/:id/deliveries/:deliveryId',
    summary: 'One delivery with every attempt.',
    params: ofDelivery,
    output: Delivery,
    failures: ['not_found'],
    example: { params: { id: app, deliveryId: shownDelivery.id }, output: shownDelivery },
    run: (ctx, { params }) => readDelivery(ctx, params.id, params.deliveryId),
  }),
  route({
    ...audience,
    name: 'replayDelivery',
    method: 'POST',
    path: '/v1/dev/apps/:id/deliveries/:deliveryId/replay',
    summary: 'Send a finished delivery again, under the same id.',
    params: ofDelivery,
    output: Delivery,
    failures: ['not_found', 'conflict'],
    example: { params: { id: app, deliveryId: shownDelivery.id }, output: { ...shownDelivery, status: 'pending' } },
    run: (ctx, { params }) => replayDelivery(ctx, params.id, params.deliveryId),
  }),
]
