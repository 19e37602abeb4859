import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { PageQuery } from '../../foundation/page.ts'
import { Memory } from '../memories/memory.ts'
import { Relationship } from '../vocabulary/relations.ts'
import { allows, isScopeName } from '../vocabulary/scopes.ts'
import { isOf } from './choose.ts'
import { draw, narrowedTo } from './draw.ts'
import { relationshipsOf } from './graph.ts'
import { Suggestions, suggest } from './suggest.ts'

const QUERY_CHARS_MAX = 4_096
const PEOPLE_MAX = 40
const RELATIONSHIPS_MAX = 20

export const Intent = z
  .string()
  .refine(isScopeName, { message: 'takes the name of an intent, such as coach' })
  .meta({ description: 'A standard intent, or one an app has declared.', example: 'coach' })

export const ContextQuery = z.object({
  intent: Intent,
  query: z.string().max(QUERY_CHARS_MAX).optional().meta({ description: 'What the moment is about.' }),
  limit: PageQuery.shape.limit.meta({
    description: 'How many memories at most; above 100 is taken as 100.',
    example: 20,
  }),
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
        toneNote: z.string().optional().meta({ description: 'One line on the tone, if the person has given one.' }),
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
 * What to put before a model for an intent: who it speaks as, the memories that matter, who is who, how to adapt.
 * Everything is read as somebody who may read only what both the app was granted and the intent draws on. One round
 * trip; one more for an intent that is not standard, and with a query one more where the search index had fallen behind.
 * @throws Failure `validation_failed` for an unknown intent, `scope_denied` for one that was not granted.
 */
export async function readContext(
  ctx: Ctx<AppActor>,
  { intent, query, limit }: z.output<typeof ContextQuery>,
): Promise<ContextBundle> {
  const within = await narrowedTo(ctx, intent)
  const missing_scope = `context:read:${intent}`
  if (!allows(ctx.actor.scopes, missing_scope)) throw new Failure('scope_denied', { missing_scope })
  ctx.meter.count(ctx.actor, 'context_requests')
  return bundle(within, query?.trim(), limit)
}

async function bundle(ctx: Ctx<AppActor>, query: string | undefined, limit: number): Promise<ContextBundle> {
  const { identity, weighed, chosen, relations } = await draw(ctx, query, limit, { relations: true })
  const { suggestions, drawnFrom } = suggest(identity.toneNote, weighed)
  const ofPeople = weighed.map(({ memory }) => memory).filter((memory) => isOf('relationship', memory))
  const told = [...new Set([...chosen, ...ofPeople.slice(0, PEOPLE_MAX)])]
  const { relationships, statedBy } = relationshipsOf(told, relations, RELATIONSHIPS_MAX)
  const read = new Set([...chosen, ...drawnFrom, ...statedBy])
  ctx.audit.note(ctx, {
    action: 'context.read',
    scopes: [...read].map(({ scope }) => scope),
    count: read.size,
  })
  const { aiId, name, toneNote } = identity
  return {
    identity: { aiId, name, ...(toneNote ? { toneNote } : {}) },
    memories: chosen.map(pick),
    relationships,
    suggestions,
    generatedAt: ctx.clock().toISOString(),
  }
}

function pick({ id, type, scope, content, importance, occurredAt, sourceApp }: Memory): ContextBundle['memories'][0] {
  return { id, type, scope, content, importance, occurredAt, sourceApp }
}
