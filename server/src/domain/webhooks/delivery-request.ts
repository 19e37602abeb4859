import { z } from 'zod'
import type { DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { readApp } from '../apps/apps.ts'
import type { DeliveryPorts } from './deliver.ts'
import { columns, Delivery, ofApp } from './deliveries.ts'
import type { DeliveryRules } from './event.ts'
import { bodyOf, type Event, headersOf } from './request.ts'
import { openSecrets } from './sealed-secrets.ts'
import type { Attempt } from './send.ts'
import { signatureHeaders, signaturesOf } from './signature.ts'

/** How long a developer sees the request of a delivery. */
const SHOWN_MS = 7 * 24 * 60 * 60_000

const Headers = z.record(z.string(), z.string())
const RequestShown = {
  request: z
    .object({
      url: z.string().meta({ description: 'The present URL of the subscription.' }),
      body: z.string(),
      headers: Headers.nullable().meta({
        description: 'As sent with the last attempt; null before it. Tracing adds `traceparent`.',
      }),
      fresh_headers: Headers.nullable().meta({
        description:
          'The same with a signature of now, for a receiver that checks the time; null if the secret cannot be read.',
      }),
    })
    .meta({ id: 'DeliveryRequest' })
    .nullable()
    .meta({ description: 'The request as it was sent; shown for seven days.' }),
  request_hidden: z.enum(['personal', 'expired', 'erased']).nullable().meta({
    description:
      'Why `request` is null: the data of the event may come from a person, it is older than seven days, or it was deleted when the delivery ended.',
  }),
}
type RequestShown = z.output<z.ZodObject<typeof RequestShown>>

export const DeliveryWithRequest = Delivery.extend(RequestShown).meta({ id: 'DeliveryWithRequest' })

/** A delivery with its subscription, as its request is shown from. */
interface ShownDelivery extends Event {
  id: string
  subscription_id: string
  attempts: Attempt[]
  url: string
  secret: Buffer
  previous_secret: Buffer | null
}

/** The request of a delivery for its developer, who may not see what a person said or did. */
function requestShown(
  { clock, vault }: Pick<Ctx, 'clock' | 'vault'>,
  { personal }: DeliveryRules,
  delivery: ShownDelivery,
): RequestShown {
  const { id, event_type, created_at, data, attempts, url } = delivery
  const hidden = (request_hidden: RequestShown['request_hidden']) => ({ request: null, request_hidden })
  const last = attempts.at(-1)
  const now = clock().getTime()
  if (personal.includes(event_type)) return hidden('personal')
  if (data === null) return hidden('erased')
  if (Date.parse(last?.at ?? created_at) < now - SHOWN_MS) return hidden('expired')
  const body = bodyOf(delivery)
  const secrets = openSecrets(vault, delivery)
  const request = {
    url,
    body,
    headers: last?.signature ? headersOf(event_type, signaturesOf(id, last.signature)) : null,
    fresh_headers: secrets ? headersOf(event_type, signatureHeaders(secrets, id, Math.floor(now / 1_000), body)) : null,
  }
  return { request, request_hidden: null }
}

/** One delivery of an app with its request, as far as its developer may see that. */
export async function readDelivery(
  ctx: Ctx<DeveloperActor, DeliveryPorts>,
  appId: string,
  id: string,
): Promise<z.output<typeof DeliveryWithRequest>> {
  await readApp(ctx, appId)
  const now = ctx.clock().toISOString()
  const delivery = await ctx.db.maybe<Delivery & ShownDelivery>(sql`
    select ${columns}, data, url, secret, previous_secret
    from (select * from deliveries where ${ofApp(appId)} and id = ${id}) d
    join (
      select id as of, url, secret, case when previous_until > ${now} then previous_secret end as previous_secret
      from webhook_subscriptions where app_id = ${appId}) s on s.of = d.subscription_id`)
  if (!delivery) throw new Failure('not_found')
  const { data: _data, url: _url, secret: _secret, previous_secret: _previous, ...shown } = delivery
  return { ...shown, ...requestShown(ctx, ctx.deliveries.rules, delivery) }
}
