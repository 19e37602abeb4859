import { z } from 'zod'
import type { Ctx } from '../../foundation/ctx.ts'
import { suffixFor } from '../../foundation/ids.ts'
import { nothing, type Sql, sql } from '../../foundation/sql/sql.ts'
import { connectionReads, emit, eventIdOfChange, isReceiving } from '../webhooks/emit.ts'
import { ABOUT_EXAMPLE, About, webhookEvent } from '../webhooks/event.ts'
import { EXAMPLE, Memory } from './memory.ts'

/* The events about memories. None has the content, which apps fetch with the connection's token. */

/** The fields of a memory in events about its creation and changes. */
const SUMMARY = { id: true, type: true, scope: true, importance: true, occurredAt: true, sourceApp: true } as const

const { id, type, scope, importance, occurredAt, sourceApp } = EXAMPLE
const unlessMuted = ({ muted }: { muted: readonly string[] }, { memory }: { memory: Pick<Memory, 'sourceApp'> }) =>
  memory.sourceApp === null || !muted.includes(memory.sourceApp)

export const memoryCreated = webhookEvent({
  type: 'memory.created',
  summary: 'Any app, yours included, wrote a memory in a scope your app may read.',
  data: About.extend({
    memory: Memory.pick(SUMMARY).meta({
      description: 'Without the content, which is fetched with the connection’s token.',
    }),
  }),
  example: { ...ABOUT_EXAMPLE, memory: { id, type, scope, importance, occurredAt, sourceApp } },
  permits: unlessMuted,
})

export const memoryUpdated = webhookEvent({
  type: 'memory.updated',
  summary: 'A memory in a scope your app may read was changed, superseded or restored, or was moved to that scope.',
  data: About.extend({
    change: z
      .enum(['edited', 'moved', 'superseded', 'reinstated', 'restored'])
      .meta({ description: 'What happened to the memory.' }),
    memory: Memory.pick({ ...SUMMARY, revision: true }).meta({
      description: 'Without the content, which is fetched with the connection’s token.',
    }),
  }),
  example: {
    ...ABOUT_EXAMPLE,
    change: 'edited',
    memory: { id, type, scope, importance, occurredAt, sourceApp, revision: 2 },
  },
  permits: unlessMuted,
})

export const memoryDeleted = webhookEvent({
  type: 'memory.deleted',
  summary:
    'A memory that your app could read was deleted, has expired, or was moved to a scope that your app may not read.',
  data: About.extend({
    memory: Memory.pick({ id: true, scope: true, sourceApp: true }).meta({
      description: 'The scope is the one it had.',
    }),
  }),
  example: { ...ABOUT_EXAMPLE, memory: { id, scope, sourceApp } },
  permits: unlessMuted,
})

/** Who changes memories, and when. */
export type Emitter = Pick<Ctx, 'clock' | 'requestId'> & { actor: { userId: string; aiId: string } }

const isoTime = (time: Sql) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * The statement that emits `memory.updated` for each row of `updated`, which has the columns of a memory, to the apps
 * that may read it.
 */
export function emitUpdated(ctx: Emitter): Sql {
  const data = sql`jsonb_build_object('connection_id', c.id, 'ai_id', ${ctx.actor.aiId}::text, 'change', t.change,
    'memory', jsonb_build_object('id', t.id, 'type', t.type, 'scope', t.scope, 'importance', t.importance,
      'occurredAt', ${isoTime(sql`t.occurred_at`)}, 'sourceApp', t.source_app, 'revision', t.revision))`
  return emit(ctx, memoryUpdated, toReaders(ctx, sql`updated`, data), { id: changeId(ctx) })
}

/**
 * The statement that emits `memory.deleted` for each row of `rows`, with the columns `id, scope, source_app, revision`,
 * to the apps that could read it.
 * @param but a condition on connection `c` of apps that learn of the change otherwise.
 */
export function emitDeleted(ctx: Emitter, rows: Sql, but?: Sql): Sql {
  const data = sql`jsonb_build_object('connection_id', c.id, 'ai_id', ${ctx.actor.aiId}::text,
    'memory', jsonb_build_object('id', t.id, 'scope', t.scope, 'sourceApp', t.source_app))`
  return emit(ctx, memoryDeleted, toReaders(ctx, rows, data, but), { id: changeId(ctx) })
}

const changeId = ({ clock, requestId }: Emitter) =>
  sql`${eventIdOfChange(sql`e.memory_id`, sql`e.revision`, clock())} || ${suffixFor(requestId)}::text`

/** One row for each memory `t` and each connection that may read it. */
function toReaders(ctx: Emitter, rows: Sql, data: Sql, but?: Sql): Sql {
  const { userId } = ctx.actor
  return sql`(
    select c.user_id, c.app_id, c.id as connection_id, t.id as memory_id, t.revision, t.scope, ${data} as data
    from ${rows} t
    join connections c on c.user_id = ${userId} and ${isReceiving(ctx)} and ${connectionReads(sql`t.scope`)}
      ${but ? sql`and not ${but}` : nothing}
    join apps a on a.id = c.app_id
    where t.source_app is null or t.source_app = a.slug or not exists (
      select from muted_sources hidden where hidden.user_id = ${userId} and hidden.app = t.source_app))`
}
