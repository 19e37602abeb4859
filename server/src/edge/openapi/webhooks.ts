import type { WebhookEvent } from '../../domain/webhooks/event.ts'
import type { Components, Json } from './components.ts'

/* Webhook events in the OpenAPI document. */

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})
const DELIVERY = 'dlv_01kb5dd9v2000m4h2n8y7tq3wz5b1f0c3a'
const SIGNATURE =
  't=<unix seconds>,v1=<hex>: HMAC-SHA256 over `<X-Service-Delivery>.<t>.<raw body>` with the signing secret, whose ' +
  'part after `whsec_` is base64; two `v1` for a day after a rotation.'

/** The request that an endpoint receives for an event, and the responses it may send. */
export function webhookOperation({ type, name, summary, body, example }: WebhookEvent, components: Components): Json {
  return {
    post: {
      operationId: `on${name}`,
      summary,
      tags: ['Webhooks'],
      security: [],
      parameters: [
        header('X-Service-Event', 'The event type.', type),
        header('X-Service-Delivery', 'The same at every attempt; use it to detect repeated deliveries.', DELIVERY),
        header('X-Service-Signature', SIGNATURE, `t=1777793472,v1=${'5b1f0c3a'.repeat(8)}`),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: components.use(body, 'output'), example } },
      },
      responses: {
        '2XX': {
          description:
            'Accepted. After any other response the delivery is retried, up to ten attempts over three days.',
        },
        '410': { description: 'Disables the subscription.' },
      },
    },
  }
}
