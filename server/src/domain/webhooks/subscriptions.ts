import { z } from 'zod'
import type { DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import { refuseUrl } from '../../foundation/net/address.ts'
import { type Page, type PageQuery, pageById } from '../../foundation/page.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import { checkConfirmed } from '../accounts/sessions.ts'
import { readApp } from '../apps/apps.ts'
import type { DeliveryPorts } from './deliver.ts'
import { cancelDeliveriesTo } from './deliveries.ts'
import { noteOrphans } from './orphans.ts'
import { newSigningSecret } from './signature.ts'

const URL_CHARS_MAX = 2_048
const DESCRIPTION_CHARS_MAX = 500
const SUBSCRIPTIONS_MAX = 20
const ROTATION_MS = 24 * 60 * 60_000

const url = z.string().max(URL_CHARS_MAX).meta({ example: 'https://trail-coach.example/webhooks' })
const description = z.string().trim().max(DESCRIPTION_CHARS_MAX)

/** The shapes of a subscription to some of these event types. */
export function subscriptionShapes(types: readonly string[]) {
  const type = z.enum(types).meta({ id: 'WebhookEventType' })
  const events = z
    .array(type)
    .min(1)
    .transform((list) => [...new Set(list)])
  return {
    SubscriptionInput: z.object({ url, events, description: description.nullish() }),
    SubscriptionPatch: z.object({
      url: url.optional(),
      events: events.optional(),
      description: description.nullish(),
      status: z.enum(['active', 'disabled']).optional(),
    }),
    Subscription: z
      .object({
        id: z.string(),
        url: z.string(),
        events: z.array(type),
        description: z.string().nullable(),
        status: z.enum(['active', 'disabled']),
        disabled_at: z.iso.datetime().nullable(),
        disabled_reason: z.string().nullable().meta({ description: 'Why the subscription is disabled.' }),
        failing_since: z.iso
          .datetime()
          .nullable()
          .meta({ description: 'Time of the first failure since the last success.' }),
        created_at: z.iso.datetime(),
      })
      .meta({ id: 'Subscription' }),
  }
}

type Shapes = ReturnType<typeof subscriptionShapes>
type SubscriptionInput = z.output<Shapes['SubscriptionInput']>
type SubscriptionPatch = z.output<Shapes['SubscriptionPatch']>
type Subscription = z.output<Shapes['Subscription']>

const columns = sql`id, url, events, description, status, disabled_at, disabled_reason, failing_since, created_at`

/** The encryption context of a signing secret: a sealed secret opens only for its own subscription. */
export const secretContext = (subscriptionId: string) => `webhook ${subscriptionId}`

function checkUrl({ config }: Ctx, url: string): void {
  const refusal = refuseUrl(url, config.webhookAllowPrivate)
  if (refusal) throw invalid('url', refusal)
}

/** Creates a subscription. The signing secret is returned only here and on rotation. */
export async function subscribe(ctx: Ctx<DeveloperActor>, appId: string, input: SubscriptionInput) {
  checkConfirmed(ctx)
  checkUrl(ctx, input.url)
  await readApp(ctx, appId)
  const secret = newSigningSecret()
  const id = newId('sub')
  return inSession(ctx, async ({ db, clock, vault, actor }) => {
    await db.one(sql`select id from apps where id = ${appId} for update`)
    const { used } = await db.one<{ used: number }>(
      sql`select count(*) as used from webhook_subscriptions
        where app_id = ${appId} and listening_until is null`,
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
        ${vault.seal(secret, secretContext(id))}, ${clock().toISOString()})
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
      where app_id = ${appId} and listening_until is null and id < ${below} order by id desc limit ${rows}`),
  )
}

/**
 * Edits a subscription. Enabling it or changing its URL clears `failing_since`; disabling it cancels pending deliveries.
 * @throws Failure `not_found`; `reauthentication_required` for another URL, and to enable it again
 */
export async function editSubscription(
  ctx: Ctx<DeveloperActor, DeliveryPorts>,
  appId: string,
  id: string,
  patch: SubscriptionPatch,
): Promise<Subscription> {
  if (patch.url !== undefined) checkUrl(ctx, patch.url)
  await readApp(ctx, appId)
  const now = ctx.clock().toISOString()
  return inSession(ctx, async ({ db, deliveries }) => {
    const opens = sql`(${patch.url ?? null} <> url or (status = 'disabled' and ${patch.status ?? null} = 'active'))`
    // An endpoint gets what people send long after the session that named or enabled it.
    if (
      await db.maybe(
        sql`select 1 from webhook_subscriptions where id = ${id} and app_id = ${appId} and ${opens} for update`,
      )
    )
      checkConfirmed(ctx)
    const subscription = await db.maybe<Subscription>(sql`
      update webhook_subscriptions set
        access_set_at = case when ${opens} then ${now}::timestamptz else access_set_at end,
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
      where id = ${id} and app_id = ${appId} and listening_until is null returning ${columns}`)
    if (!subscription) throw new Failure('not_found')
    if (patch.status === 'disabled') await cancelDeliveriesTo(db, deliveries.rules, sql`${id}`)
    return subscription
  })
}

/** Creates a new signing secret. Deliveries are signed with both secrets for a day, so that receivers can switch. */
export async function rotateSigningSecret(ctx: Ctx<DeveloperActor>, appId: string, id: string) {
  checkConfirmed(ctx)
  const secret = newSigningSecret()
  return inSession(ctx, async (ctx) => {
    const { db, clock, vault } = ctx
    await readApp(ctx, appId)
    const until = new Date(clock().getTime() + ROTATION_MS).toISOString()
    const subscription = await db.maybe<Subscription>(sql`
      update webhook_subscriptions set previous_secret = secret, previous_until = ${until},
        access_set_at = ${clock().toISOString()},
        secret = ${vault.seal(secret, secretContext(id))}
      where id = ${id} and app_id = ${appId} and listening_until is null returning ${columns}`)
    if (!subscription) throw new Failure('not_found')
    return { subscription, secret }
  })
}

/** Deletes a subscription and its delivery log. @throws Failure `not_found`, `reauthentication_required` */
export async function unsubscribe(ctx: Ctx<DeveloperActor>, appId: string, id: string): Promise<{ ok: true }> {
  checkConfirmed(ctx)
  await readApp(ctx, appId)
  return inSession(ctx, async (ctx) => {
    const deleted = await ctx.db.count(sql`
      delete from webhook_subscriptions where id = ${id} and app_id = ${appId} and listening_until is null`)
    if (!deleted) throw new Failure('not_found')
    await noteOrphans(ctx, appId)
    return { ok: true }
  })
}

/** Deletes every subscription of an app that is being deleted; a job deletes their deliveries. */
export async function deleteSubscriptionsOf(ctx: Pick<Ctx, 'db' | 'clock'>, appId: string): Promise<void> {
  await ctx.db.count(sql`delete from webhook_subscriptions where app_id = ${appId}`)
  await noteOrphans(ctx, appId)
}
