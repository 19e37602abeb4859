import { z } from 'zod'
import type { AppActor, ClientActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { checkClient } from '../apps/clients.ts'
import type { EndPorts } from '../connections/end.ts'
import { type FindQuery, findMemories, type MemoryList, RecallQuery } from '../memories/find.ts'
import { foreseeWrite } from '../memories/new-contents.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { type Remember, remember } from '../memories/remember.ts'
import { bytesOfStore } from '../memories/store-queries.ts'
import { Verdicts } from '../memories/verdicts.ts'
import type { Remembered } from '../memories/writes.ts'
import { dayOf, developerLimitsOf } from '../plans/plans.ts'
import { limitToAccount } from '../users/own-rows.ts'
import { createAccount, eraseAppAccount } from './accounts.ts'

/*
 * Held memories: an app writes and recalls under its own id of a user before that user has an account. Each held user is
 * an account of the app with a store of its own, so that the tables, statements and indexes of memories serve it, and the
 * user guard seals it from everybody else.
 */

const HELD_MEMORIES_MAX = 500
/** UTF-8 bytes of the content of one held user's memories. */
const HELD_BYTES_MAX = 1024 * 1024
const IDLE_DAYS_MAX = 90
const EXTERNAL_ID_CHARS_MAX = 200
/** Held users that one run of the job erases. */
const ERASED_HELD_MAX = 20

export type HeldPorts = MemoryPorts & EndPorts

export const HeldParams = z.object({
  externalUserId: z
    .string()
    .min(1)
    .max(EXTERNAL_ID_CHARS_MAX, { abort: true })
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII characters without spaces')
    .meta({ description: 'The id of the user in your app.', example: 'user-4711' }),
})
export const HeldRecall = RecallQuery

/** A held user of the calling app. */
export interface HeldUser {
  userId: string
  aiId: string
  grantsVersion: number
}

/** The held user with this id in the calling app; `undefined` if nothing is held. */
async function findHeld({ db, actor, clock }: Ctx<ClientActor>, externalId: string): Promise<HeldUser | undefined> {
  const found = await db.maybe<{ id: string; used_on: string }>(sql`
    select o.account_id as id, o.used_on from app_accounts o
    where o.app_id = ${actor.appId} and o.kind = 'held' and o.external_id = ${externalId}`)
  if (!found) return undefined
  const today = dayOf(clock())
  if (found.used_on < today)
    await db.count(sql`update app_accounts set used_on = ${today}::date where account_id = ${found.id}`)
  return db.maybe<HeldUser>(sql`
    select s.user_id as "userId", i.id as "aiId", s.grants_version as "grantsVersion"
    from stores s join identities i on i.user_id = ${found.id} where s.user_id = ${found.id}`)
}

const EVERYTHING = { scopes: ['memory:read:*', 'memory:write:*'], reads: ['*'], writes: ['*'] } as const

/** The app as it acts on the memories of a user without a connection. */
export function appActorFor(
  client: Omit<ClientActor, 'kind' | 'secretHash'>,
  user: HeldUser & Pick<AppActor, 'ownName' | 'userPlan' | 'userLimits'>,
): AppActor {
  const { appId, app, developerId, developerPlan, developerLimits } = client
  return {
    kind: 'app',
    isHeld: true,
    isShareLimited: false,
    connectionId: user.userId,
    familyId: null,
    muted: [],
    isMuted: false,
    ...{ appId, app, developerId, developerPlan, developerLimits },
    ...EVERYTHING,
    ...user,
  }
}

/** The context of the app acting on a held user. The response of a keyed request is stored by the edge. */
function asApp<P>(ctx: Ctx<ClientActor, P>, user: HeldUser): Ctx<AppActor, P> {
  const limits = { ownName: null, userPlan: 'free', userLimits: { memories: HELD_MEMORIES_MAX } } as const
  const { idempotency: _, ...rest } = ctx
  const db = limitToAccount(ctx.db, user.userId)
  return { ...rest, db, actor: appActorFor(ctx.actor, { ...user, ...limits }) } as Ctx<AppActor, P>
}

/**
 * Stores memories of a held user, who is created by the first write.
 * @throws Failure `unknown_scope`, `validation_failed`; `limit_exceeded` for the rows or bytes of a held user, and for the
 * held users of the app
 */
export async function rememberHeld(
  ctx: Ctx<ClientActor, HeldPorts>,
  externalId: string,
  body: z.output<typeof Remember>,
): Promise<Remembered> {
  await ctx.meter.checkQuota(ctx.actor)
  const created = newId('usr')
  const expected = (await findHeld(ctx, externalId)) ?? { userId: created, aiId: '', grantsVersion: 0 }
  const verdicts = new Verdicts()
  await foreseeWrite(asApp(ctx, expected), body.memories, verdicts)
  return inTransaction(ctx, async (ctx) => {
    const user = (await lockHeld(ctx, externalId)) ?? (await createHeld(ctx, externalId, created))
    // After the locks: the secret may have been replaced while they were waited for.
    await checkClient(ctx)
    const app = asApp(ctx, user)
    const { bytes: used } = await app.db.one<{ bytes: number }>(bytesOfStore(user.userId))
    const added = body.memories.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
    if (used + added > HELD_BYTES_MAX)
      throw new Failure('limit_exceeded', {
        ...{ limit: 'held_bytes', used, max: HELD_BYTES_MAX, plan: ctx.actor.developerPlan },
      })
    return remember(app, body, verdicts)
  })
}

/** Locks a held user, so that it is not claimed or erased until the transaction ends. */
async function lockHeld(ctx: Ctx<ClientActor>, externalId: string): Promise<HeldUser | undefined> {
  await ctx.db.rows(sql`
    select account_id from app_accounts
    where app_id = ${ctx.actor.appId} and kind = 'held' and external_id = ${externalId} for no key update`)
  return findHeld(ctx, externalId)
}

/** Creates a held user with a new id. The app's row is locked, so that the number of held users is exact. */
async function createHeld(ctx: Ctx<ClientActor>, externalId: string, userId: string): Promise<HeldUser> {
  const { appId, developerPlan, developerLimits } = ctx.actor
  await ctx.db.rows(sql`select id from apps where id = ${appId} for no key update`)
  // Another request may have created it while this one waited.
  const user = await findHeld(ctx, externalId)
  if (user) return user
  const { heldUsersMax: max } = developerLimitsOf(developerPlan, developerLimits)
  const { used } = await ctx.db.one<{ used: number }>(sql`
    select count(*) as used from app_accounts where app_id = ${appId} and kind = 'held'`)
  if (used >= max) throw new Failure('limit_exceeded', { limit: 'held_users', used, max, plan: developerPlan })
  const limits = { memories: HELD_MEMORIES_MAX }
  const account = await createAccount(ctx, { userId, appId, kind: 'held', externalId, name: null, limits })
  return { ...account, grantsVersion: 0 }
}

/** Lists or recalls the memories of a held user; of an unknown one there are none. */
export async function findHeldMemories(
  ctx: Ctx<ClientActor, HeldPorts>,
  externalId: string,
  query: z.output<typeof FindQuery>,
): Promise<z.output<typeof MemoryList>> {
  const user = await findHeld(ctx, externalId)
  if (user) return findMemories(asApp(ctx, user), query)
  const isRecall = query.query?.trim() ? { retrieval: 'keyword' as const, relevance: 0 } : {}
  return { memories: [], next_cursor: null, ...isRecall }
}

/** Erases a held user with everything in the store; an unknown one is a success without effect. */
export async function eraseHeld(ctx: Ctx<ClientActor, HeldPorts>, externalId: string): Promise<{ ok: true }> {
  await inTransaction(ctx, async (ctx) => {
    const user = await lockHeld(ctx, externalId)
    await checkClient(ctx)
    if (user) await eraseAppAccount(ctx, user.userId)
  })
  return { ok: true }
}

/** Erases a batch of held users without a call for 90 days. @returns whether there may be more. */
export async function eraseIdleHeld(ports: HeldPorts): Promise<boolean> {
  const before = dayOf(new Date(ports.clock().getTime() - IDLE_DAYS_MAX * DAY_MS))
  const idle = await ports.db.rows<{ id: string }>(sql`
    select account_id as id from app_accounts where kind = 'held' and used_on < ${before}::date
    order by account_id limit ${ERASED_HELD_MAX} for update skip locked`)
  for (const { id } of idle) await eraseAppAccount(ports, id)
  return idle.length === ERASED_HELD_MAX
}
