import { allows, topLevel } from '@memory-service/scopes'
import { z } from 'zod'
import type { Actor, ClientActor, OwnLimits, UserActor } from '../../foundation/actor.ts'
import { hashSecret, isSecret, newSecret } from '../../foundation/auth/secrets.ts'
import type { Config } from '../../foundation/config.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import type { ConsentApp } from '../apps/clients.ts'
import type { Claim, HeldSummary } from '../consent/claim.ts'
import { findMemories } from '../memories/find.ts'
import { type Memory, MemoryInput, WRITE_MEMORIES_MAX } from '../memories/memory.ts'
import { remember } from '../memories/remember.ts'
import { holdSecrets } from '../memories/secrets.ts'
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
  const made = await db.count(sql`
    update app_accounts set claim_hash = ${hashSecret(claim)}, claim_until = ${expires_at}
    where app_id = ${actor.appId} and kind = 'held' and external_id = ${externalId}`)
  if (!made) throw new Failure('not_found')
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

/** The memories that a ticket is for, by topic, as the consent page shows them: a person sees what they save. */
export async function previewClaim(
  ctx: Ctx<UserActor, HeldPorts>,
  app: ConsentApp,
  ticket: string,
): Promise<HeldSummary | null> {
  const userId = await findClaimed(ctx, app, ticket, false)
  if (userId === undefined) return null
  const memories = (await memoriesOf(ctx, userId)).filter((memory) => mayBring(app.manifest.scopes, memory))
  const secret = await holdSecrets(memories)
  const texts = memories
    .map(({ content, scope }, at) => ({ content, scope, secret: secret[at] ?? false }))
    .sort((a, b) => Number(b.secret) - Number(a.secret))
  const topics = [...new Set(texts.map(({ scope }) => topLevel(scope)))].sort().map((topic) => {
    const own = texts.filter(({ scope }) => topLevel(scope) === topic)
    return { topic, memories: own.length, texts: own }
  })
  return { memories: memories.length, topics }
}

/**
 * Saves the memories of the chosen topics in the person's store, as written by the app, and erases the held user. Nothing
 * is pinned, and what looks like a secret is saved only if the person says so. Runs in the transaction of the consent.
 * @throws Failure `validation_failed` if the ticket is not valid any more; `limit_exceeded` if the person's plan does not
 * allow all of them
 */
export async function claimHeld(
  ctx: Ctx<UserActor, HeldPorts>,
  app: ConsentApp,
  { ticket, topics, allow_secrets }: Claim,
): Promise<void> {
  const heldId = await findClaimed(ctx, app, ticket, true)
  if (heldId === undefined) throw invalid('claim.ticket', 'has expired or was used; start again from the app')
  const offered = (await memoriesOf(ctx, heldId)).filter(
    (memory) => topics.includes(topLevel(memory.scope)) && mayBring(app.manifest.scopes, memory),
  )
  const secret = allow_secrets ? [] : await holdSecrets(offered)
  const chosen = offered.filter((_, at) => !secret[at]).reverse()
  if (chosen.length) await save(ctx, app, chosen)
  await eraseAppAccount(ctx, heldId)
}

interface Owners {
  grantsVersion: number
  plan: Config['developerPlan']
  limits: OwnLimits
}

async function save(ctx: Ctx<UserActor, HeldPorts>, app: ConsentApp, chosen: readonly Memory[]): Promise<void> {
  const { userId, aiId, ownName, userPlan, userLimits } = ctx.actor
  const owners = await ctx.db.one<Owners>(sql`
    select s.grants_version as "grantsVersion", d.plan, d.limits
    from stores s join developers d on d.id = ${app.developerId} where s.user_id = ${userId}`)
  const client = {
    ...{ appId: app.id, app: app.slug, developerId: app.developerId ?? app.id },
    ...{ developerPlan: owners.plan, developerLimits: owners.limits },
  }
  const { grantsVersion } = owners
  // Only what the person chose: what is claimed replaces and updates nothing under other topics.
  const within = [...new Set(chosen.map(({ scope }) => `${topLevel(scope)}.*`))]
  const actor = {
    ...appActorFor(client, { userId, aiId, ownName, userPlan, userLimits, grantsVersion }),
    ...{ reads: within, writes: within },
    scopes: within.flatMap((each) => [`memory:read:${each}`, `memory:write:${each}`]),
  }
  for (let at = 0; at < chosen.length; at += WRITE_MEMORIES_MAX) {
    const memories = chosen.slice(at, at + WRITE_MEMORIES_MAX).map(asInput)
    await remember({ ...ctx, actor, idempotency: undefined }, { memories, allow_secrets: true })
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
