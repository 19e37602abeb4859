import { z } from 'zod'
import type { DeveloperActor } from '../../foundation/actor.ts'
import { refuseUrl } from '../../foundation/address.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import { type Page, type PageQuery, pageById } from '../../foundation/page.ts'
import { sql } from '../../foundation/sql.ts'
import { readApp } from '../apps/apps.ts'
import { cancelDeliveriesTo } from './deliveries.ts'
import { EVENT_TYPES } from './events.ts'
import { leaveDeliveries } from './leftovers.ts'
import { newSigningSecret } from './signature.ts'

const URL_CHARS_MAX = 2_048
const DESCRIPTION_CHARS_MAX = 500
const SUBSCRIPTIONS_MAX = 20
const BOTH_SECRETS_MS = 24 * 60 * 60_000

const url = z.string().max(URL_CHARS_MAX).meta({ example: 'https://trail-coach.example/webhooks' })
const events = z
  .array(z.enum(EVENT_TYPES))
  .min(1)
  .transform((list) => [...new Set(list)])
const description = z.string().trim().max(DESCRIPTION_CHARS_MAX)

export const SubscriptionInput = z.object({ url, events, description: description.nullish() })
export const SubscriptionPatch = z.object({
  url: url.optional(),
  events: events.optional(),
  description: description.nullish(),
  status: z.enum(['active', 'disabled']).optional(),
})

export const Subscription = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(EVENT_TYPES)),
    description: z.string().nullable(),
    status: z.enum(['active', 'disabled']),
    disabled_at: z.iso.datetime().nullable(),
    disabled_reason: z.string().nullable().meta({ description: 'Why we stopped calling, in words.' }),
    failing_since: z.iso.datetime().nullable().meta({ description: 'First failure since the last success.' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Subscription' })
export type Subscription = z.output<typeof Subscription>

const columns = sql`id, url, events, description, status, disabled_at, disabled_reason, failing_since, created_at`

/** Sealed under its own subscription, so that a secret opens nowhere else. */
export const secretPlace = (subscriptionId: string) => `webhook ${subscriptionId}`

function checkUrl({ config }: Ctx, url: string): void {
  const refused = refuseUrl(url, config.webhookAllowPrivate)
  if (refused) throw invalid('url', refused)
}

/** Subscribes an app; the signing secret is in this answer and nowhere else. */
export async function subscribe(ctx: Ctx<DeveloperActor>, appId: string, input: z.output<typeof SubscriptionInput>) {
  checkUrl(ctx, input.url)
  await readApp(ctx, appId)
  const secret = newSigningSecret()
  const id = newId('sub')
  return inTransaction(ctx, async ({ db, clock, vault, actor }) => {
    await db.one(sql`select id from apps where id = ${appId} for update`)
    const { used } = await db.one<{ used: number }>(
      sql`select count(*) as used from webhook_subscriptions where app_id = ${appId}`,
    )
    if (used >= SUBSCRIPTIONS_MAX)
      throw new Failure('limit_exceeded', {
        limit: 'subscriptions',
        used,
        max: SUBSCRIPTIONS_MAX,
        plan: actor.developerPlan,
      })
    const subscription = await db.one<Subscription>(sql`
      insert into webhook_subscriptions (id, app_id, url, events, description, status, secret, created_at)
      values (${id}, ${appId}, ${input.url}, ${input.events}, ${input.description ?? null}, 'active',
        ${vault.seal(secret, secretPlace(id))}, ${clock().toISOString()})
      returning ${columns}`)
    return { subscription, secret }
  })
}

export async function listSubscriptions(
  ctx: Ctx<DeveloperActor>,
  appId: string,
  page: z.output<typeof PageQuery>,
): Promise<Page<Subscription>> {
  await readApp(ctx, appId)
  return pageById(ctx.vault, ['subscriptions', appId], page, (below, rows) =>
    ctx.db.rows<Subscription>(sql`
      select ${columns} from webhook_subscriptions
      where app_id = ${appId} and id < ${below} order by id desc limit ${rows}`),
  )
}

/** Sets what is given. Setting it active again starts afresh, and so does another address; disabling it cancels what is still to be told. */
export async function editSubscription(
  ctx: Ctx<DeveloperActor>,
  appId: string,
  id: string,
  patch: z.output<typeof SubscriptionPatch>,
): Promise<Subscription> {
  if (patch.url !== undefined) checkUrl(ctx, patch.url)
  await readApp(ctx, appId)
  const now = ctx.clock().toISOString()
  return inTransaction(ctx, async ({ db }) => {
    const subscription = await db.maybe<Subscription>(sql`
      update webhook_subscriptions set
        url = coalesce(${patch.url ?? null}, url),
        events = coalesce(${patch.events ?? null}::text[], events),
        description = case when ${patch.description !== undefined}::boolean then ${patch.description ?? null}
          else description end,
        failing_since = case when ${patch.status ?? null} = 'active' or ${patch.url ?? null} <> url then null
          else failing_since end,
        disabled_at = case coalesce(${patch.status ?? null}, status) when 'active' then null
          else coalesce(disabled_at, ${now}::timestamptz) end,
        disabled_reason = case coalesce(${patch.status ?? null}, status) when 'active' then null
          else coalesce(disabled_reason, 'disabled by the developer') end,
        status = coalesce(${patch.status ?? null}, status)
      where id = ${id} and app_id = ${appId} returning ${columns}`)
    if (!subscription) throw new Failure('not_found')
    if (patch.status === 'disabled') await cancelDeliveriesTo(db, sql`${id}`)
    return subscription
  })
}

/** A new signing secret. For a day both sign, so that a receiver can change over at its leisure. */
export async function rotateSigningSecret(
  { db, clock, vault, ...ctx }: Ctx<DeveloperActor>,
  appId: string,
  id: string,
) {
  await readApp({ db, clock, vault, ...ctx }, appId)
  const secret = newSigningSecret()
  const until = new Date(clock().getTime() + BOTH_SECRETS_MS).toISOString()
  const subscription = await db.maybe<Subscription>(sql`
    update webhook_subscriptions set previous_secret = secret, previous_until = ${until},
      secret = ${vault.seal(secret, secretPlace(id))}
    where id = ${id} and app_id = ${appId} returning ${columns}`)
  if (!subscription) throw new Failure('not_found')
  return { subscription, secret }
}

/** Deletes a subscription and its delivery log. */
export async function unsubscribe(ctx: Ctx<DeveloperActor>, appId: string, id: string): Promise<{ ok: true }> {
  await readApp(ctx, appId)
  return inTransaction(ctx, async (ctx) => {
    const gone = await ctx.db.count(sql`delete from webhook_subscriptions where id = ${id} and app_id = ${appId}`)
    if (!gone) throw new Failure('not_found')
    await leaveDeliveries(ctx, appId)
    return { ok: true }
  })
}
