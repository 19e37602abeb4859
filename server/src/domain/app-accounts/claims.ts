import { allows, qualifiersFor, topLevel } from '@memory-service/scopes'
import { z } from 'zod'
import type { Actor, AppActor, ClientActor, OwnLimits, UserActor } from '../../foundation/actor.ts'
import { hashSecret, isSecret, newSecret } from '../../foundation/auth/secrets.ts'
import type { Config } from '../../foundation/config.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { type ConsentApp, checkClient } from '../apps/clients.ts'
import type { Claim, HeldSummary } from '../consent/claim.ts'
import { findMemories } from '../memories/find.ts'
import { type Memory, MemoryInput, WRITE_MEMORIES_MAX } from '../memories/memory.ts'
import { foreseeWrite } from '../memories/new-contents.ts'
import { remember } from '../memories/remember.ts'
import { holdSecrets } from '../memories/secrets.ts'
import { Verdicts } from '../memories/verdicts.ts'
import { limitToAccount } from '../users/own-rows.ts'
import { accountActor } from '../users/users.ts'
import { eraseAppAccount } from './accounts.ts'
import { appActorFor, type HeldPorts } from './held.ts'

/* A person claims what an app holds for them, at consent: with a ticket that the app made for the link to that page. */

const TICKET_PREFIX = 'clm'
const TICKET_TTL_MS = 60 * 60_000
const PAGE_ROWS = 100

export const ClaimLink = z
  .object({
    claim: z.string().meta({ description: 'The `claim` parameter of the address of the consent page.' }),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'ClaimLink' })

/**
 * Makes a ticket with which one person may claim what is held for a user. It replaces an earlier one; only its hash is
 * stored.
 * @throws Failure `not_found` if nothing is held; `scope_denied` if the manifest of the app has no write scope for what is
 */
export async function makeClaimLink(
  ctx: Ctx<ClientActor, HeldPorts>,
  externalId: string,
): Promise<z.output<typeof ClaimLink>> {
  const { db, clock, actor } = ctx
  const held = await db.maybe<{ id: string; scopes: string[] }>(sql`
    select o.account_id as id, array(select jsonb_array_elements_text(a.manifest -> 'scopes')) as scopes
    from app_accounts o join apps a on a.id = o.app_id
    where o.app_id = ${actor.appId} and o.kind = 'held' and o.external_id = ${externalId}`)
  if (!held) throw new Failure('not_found')
  const outside = (await memoriesOf(ctx, held.id)).find((memory) => !mayBring(held.scopes, memory))
  if (outside) throw new Failure('scope_denied', { missing_scope: `memory:write:${outside.scope}` })
  const claim = newSecret(TICKET_PREFIX)
  const expires_at = new Date(clock().getTime() + TICKET_TTL_MS).toISOString()
  await inTransaction(ctx, async (ctx) => {
    const made = await ctx.db.count(sql`
      update app_accounts set claim_hash = ${hashSecret(claim)}, claim_until = ${expires_at}
      where app_id = ${actor.appId} and kind = 'held' and external_id = ${externalId}`)
    if (!made) throw new Failure('not_found')
    await checkClient(ctx)
  })
  return { claim, expires_at }
}

/** The account that a ticket of this app is for, locked if the claim is made; `undefined` if it is not valid any more. */
async function findClaimed(
  { db, clock }: Ctx,
  { id }: ConsentApp,
  ticket: string,
  hold: boolean,
): Promise<string | undefined> {
  if (!isSecret(TICKET_PREFIX, ticket)) return undefined
  const found = await db.maybe<{ id: string }>(sql`
    select account_id as id from app_accounts
    where app_id = ${id} and kind = 'held' and claim_hash = ${hashSecret(ticket)}
      and claim_until > ${clock().toISOString()} ${hold ? sql`for update` : sql``}`)
  return found?.id
}

/** The current memories of a held user. */
async function memoriesOf(ctx: Ctx<Actor, HeldPorts>, userId: string): Promise<Memory[]> {
  const actor = accountActor({ userId, aiId: '' }, null, {})
  const held = { ...ctx, actor, db: limitToAccount(ctx.db, userId) }
  const all: Memory[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await findMemories(held, { limit: PAGE_ROWS, state: 'current', ...(cursor ? { cursor } : {}) })
    all.push(...page.memories)
    if (page.next_cursor === null) return all
    cursor = page.next_cursor
  }
}

/** Whether an app with these scopes in its manifest may bring a memory into the store of a person. */
const mayBring = (declared: readonly string[], { scope }: Memory) => allows(declared, `memory:write:${scope}`)

/** What an app may bring of the memories of a held user, and the version of the store that has them. */
async function offeredBy(
  ctx: Ctx<UserActor, HeldPorts>,
  { manifest }: ConsentApp,
  heldId: string,
): Promise<{ version: number; memories: Memory[] }> {
  // Before the memories: what changes while they are read is another version.
  const version = await versionOf(ctx, heldId)
  const memories = await memoriesOf(ctx, heldId)
  return { version, memories: memories.filter((memory) => mayBring(manifest.scopes, memory)) }
}

/** The memories that a ticket is for, by topic, as the consent page shows them: a person sees what they save. */
export async function previewClaim(
  ctx: Ctx<UserActor, HeldPorts>,
  app: ConsentApp,
  ticket: string,
): Promise<HeldSummary | null> {
  const userId = await findClaimed(ctx, app, ticket, false)
  if (userId === undefined) return null
  const { version, memories } = await offeredBy(ctx, app, userId)
  const secret = await holdSecrets(memories)
  const texts = memories
    .map(({ content, scope }, at) => ({ content, scope, secret: secret[at] ?? false }))
    .sort((a, b) => Number(b.secret) - Number(a.secret))
  const topics = [...new Set(texts.map(({ scope }) => topLevel(scope)))].sort().map((topic) => {
    const own = texts.filter(({ scope }) => topLevel(scope) === topic)
    return { topic, memories: own.length, texts: own }
  })
  return { memories: memories.length, topics, version }
}

/**
 * Prepares to save the memories of the chosen topics in the person's store, as written by the app: nothing is pinned, and
 * what looks like a secret is saved only if the person says so. What is returned saves them and erases the held user, in the
 * transaction of the consent; it reads and compares nothing that has not changed since.
 * @throws Failure `validation_failed` if the ticket is not valid any more; `limit_exceeded` if the person's plan does not
 * allow all of them
 */
export async function claimHeld(
  ctx: Ctx<UserActor, HeldPorts>,
  app: ConsentApp,
  claim: Claim,
  scopes: readonly string[],
): Promise<(ctx: Ctx<UserActor, HeldPorts>) => Promise<void>> {
  const foundId = await findClaimed(ctx, app, claim.ticket, false)
  if (foundId === undefined) throw notValid()
  const found = await choose(ctx, app, foundId, claim)
  if (claim.version !== undefined && claim.version !== found.version) throw hasChanged()
  const verdicts = new Verdicts()
  if (found.chosen.length) {
    const actor = await actorFor(ctx, app, found.chosen, scopes)
    await foreseeWrite({ ...ctx, actor }, found.chosen.map(asInput), verdicts)
  }
  return async (ctx) => {
    const heldId = await findClaimed(ctx, app, claim.ticket, true)
    if (heldId === undefined) throw notValid()
    if (heldId !== foundId || (await versionOf(ctx, heldId)) !== found.version) throw hasChanged()
    const { chosen } = found
    if (chosen.length) await save({ ...ctx, actor: await actorFor(ctx, app, chosen, scopes) }, chosen, verdicts)
    await eraseAppAccount(ctx, heldId)
  }
}

const notValid = () => invalid('claim.ticket', 'has expired or was used; start again from the app')
const hasChanged = () => invalid('claim.version', 'is not that of what the app holds now; reload the page to see it')

/** The memories of a held user that are saved, the oldest first, and the version of the store that has them. */
async function choose(
  ctx: Ctx<UserActor, HeldPorts>,
  app: ConsentApp,
  heldId: string,
  { topics, allow_secrets }: Claim,
): Promise<{ version: number; chosen: Memory[] }> {
  const { version, memories } = await offeredBy(ctx, app, heldId)
  const offered = memories.filter(({ scope }) => topics.includes(topLevel(scope)))
  const secret = allow_secrets ? [] : await holdSecrets(offered)
  return { version, chosen: offered.filter((_, at) => !secret[at]).reverse() }
}

async function versionOf(ctx: Ctx<UserActor, HeldPorts>, heldId: string): Promise<number> {
  const { version } = await limitToAccount(ctx.db, heldId).one<{ version: number }>(sql`
    select version from stores where user_id = ${heldId}`)
  return version
}

interface Owners {
  grantsVersion: number
  plan: Config['developerPlan']
  limits: OwnLimits
}

/**
 * The app as it saves what the person chose: under exactly these scopes, and compared only with what the app may read from
 * now on, so that it cannot tell by what it held whether the store contradicts it elsewhere.
 */
async function actorFor(
  { db, actor }: Ctx<UserActor, HeldPorts>,
  app: ConsentApp,
  chosen: readonly Memory[],
  scopes: readonly string[],
): Promise<AppActor> {
  const { userId, aiId, ownName, userPlan, userLimits } = actor
  const { grantsVersion, plan, limits } = await db.one<Owners>(sql`
    select s.grants_version as "grantsVersion", d.plan, d.limits
    from stores s join developers d on d.id = ${app.developerId} where s.user_id = ${userId}`)
  const client = {
    ...{ appId: app.id, app: app.slug, developerId: app.developerId ?? app.id },
    ...{ developerPlan: plan, developerLimits: limits },
  }
  const mayReadName = scopes.includes('identity:read')
  const reads = scopes.filter((scope) => scope.startsWith('memory:read:'))
  const writes = [...new Set(chosen.map(({ scope }) => scope))]
  return {
    ...appActorFor(client, {
      userId,
      aiId,
      ownName: mayReadName ? ownName : null,
      userPlan,
      userLimits,
      grantsVersion,
    }),
    ...{ reads: qualifiersFor(reads, 'memory:read'), writes },
    scopes: [...reads, ...writes.map((each) => `memory:write:${each}`)],
  }
}

async function save(ctx: Ctx<AppActor, HeldPorts>, chosen: readonly Memory[], verdicts: Verdicts): Promise<void> {
  for (let at = 0; at < chosen.length; at += WRITE_MEMORIES_MAX) {
    const memories = chosen.slice(at, at + WRITE_MEMORIES_MAX).map(asInput)
    await remember({ ...ctx, idempotency: undefined }, { memories, allow_secrets: true }, verdicts)
  }
}

/** A held memory as the app would write it now; what it superseded stays behind, and the person decides what is pinned. */
function asInput(memory: Memory): MemoryInput {
  const given = Object.fromEntries(
    FIELDS.flatMap((name) => (memory[name] === null || memory[name] === undefined ? [] : [[name, memory[name]]])),
  )
  return MemoryInput.parse(given)
}

const FIELDS = [
  ...['content', 'type', 'scope', 'importance', 'confidence', 'occurredAt'],
  ...['validFrom', 'validUntil', 'expiresAt', 'externalId', 'metadata', 'source'],
] as (keyof Memory)[]
