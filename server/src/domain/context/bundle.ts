import { allows, isScopeName } from '@memory-service/scopes'
import { namesIn } from '@memory-service/understanding/names'
import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { PageQuery } from '../../foundation/page.ts'
import { type ConsideredMemory, Memory } from '../memories/memory.ts'
import { checkAsOf, Instants } from '../memories/state.ts'
import { Relationship } from '../vocabulary/relations.ts'
import type { ContextPorts } from './brief.ts'
import { relationshipsOf } from './graph.ts'
import { isOfKind } from './ranking.ts'
import { narrowToIntent, selectContext } from './select.ts'
import { Suggestions, suggest } from './suggest.ts'

const QUERY_CHARS_MAX = 4_096
const RELATIONSHIP_MEMORIES_MAX = 40
const RELATIONSHIPS_MAX = 20

export const Intent = z
  .string()
  .refine(isScopeName, { message: 'must be the name of an intent such as coach' })
  .meta({ description: 'A standard intent, or one that an app has declared.', example: 'coach' })

export const ContextQuery = z.object({
  intent: Intent,
  query: z.string().max(QUERY_CHARS_MAX).optional().meta({ description: 'What the current conversation is about.' }),
  limit: PageQuery.shape.limit.meta({
    description: 'The most memories returned; values above 100 count as 100.',
    example: 20,
  }),
  ...Instants.shape,
})

const Picked = Memory.pick({
  id: true,
  type: true,
  scope: true,
  content: true,
  importance: true,
  occurredAt: true,
  sourceApp: true,
}).meta({ id: 'ContextMemory' })

export const ContextBundle = z
  .object({
    identity: z
      .object({
        aiId: z.string(),
        name: z.string(),
        toneNote: z.string().optional().meta({ description: 'One line on the tone, if the user has set one.' }),
      })
      .meta({ id: 'ContextIdentity' }),
    memories: z.array(Picked),
    relationships: z.array(Relationship),
    suggestions: Suggestions,
    generatedAt: z.iso.datetime(),
  })
  .meta({ id: 'ContextBundle' })
type ContextBundle = z.output<typeof ContextBundle>

/**
 * Builds the context for an intent: the identity, selected memories, relationships and suggestions. Reads only scopes
 * that the app was granted and the intent draws on. One round trip; one more for a custom intent, and with a query one
 * more if the search index was behind.
 * @throws Failure `validation_failed` for an unknown intent or an `asOf` in the future; `scope_denied` for one that was not granted.
 */
export async function readContext(
  ctx: Ctx<AppActor, ContextPorts>,
  { intent, query, limit, ...instants }: z.output<typeof ContextQuery>,
): Promise<ContextBundle> {
  checkAsOf(ctx, instants)
  const within = await narrowToIntent(ctx, intent)
  const missing_scope = `context:read:${intent}`
  if (!allows(ctx.actor.scopes, missing_scope)) throw new Failure('scope_denied', { missing_scope })
  ctx.meter.count(ctx.actor, 'context_requests')
  return bundle(within, intent, query?.trim() || undefined, limit, instants)
}

async function bundle(
  ctx: Ctx<AppActor, ContextPorts>,
  intent: string,
  query: string | undefined,
  limit: number,
  instants: Instants,
): Promise<ContextBundle> {
  const {
    identity,
    considered: understood,
    selected,
    wanted,
    relations,
  } = await selectContext(ctx, query, limit, {
    intent,
    relations: true,
    instants,
  })
  const { suggestions, sources } = suggest(identity.toneNote, understood, wanted)
  const current = understood.filter(({ isOutdated, isInstruction }) => !isOutdated && !isInstruction)
  const aboutPeople = current.map(({ memory }) => memory).filter((memory) => isOfKind('relationship', memory))
  const considered = [...new Set([...selected, ...aboutPeople.slice(0, RELATIONSHIP_MEMORIES_MAX)])]
  const { relationships, statedBy } = relationshipsOf(
    considered,
    relations,
    RELATIONSHIPS_MAX,
    namesIn(identity.personName ?? ''),
  )
  const read = new Set([...selected, ...sources, ...statedBy])
  ctx.audit.noteRead(ctx, 'context.read', [...read])
  const { aiId, name, toneNote } = identity
  return {
    identity: { aiId, name, ...(toneNote ? { toneNote } : {}) },
    memories: selected.map(pick),
    relationships,
    suggestions,
    generatedAt: ctx.clock().toISOString(),
  }
}

function pick(memory: ConsideredMemory): ContextBundle['memories'][0] {
  const { id, type, scope, content, importance, occurredAt, sourceApp } = memory
  return { id, type, scope, content, importance, occurredAt, sourceApp }
}
