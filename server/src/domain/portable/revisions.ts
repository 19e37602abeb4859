import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { checkSession } from '../../foundation/auth/session-check.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { invalid } from '../../foundation/errors.ts'
import { parse } from '../../foundation/parse.ts'
import { Time } from '../../foundation/times.ts'
import { authorOf } from '../history/history.ts'
import { type CarriedRevision, insertRevisions } from '../memories/carried-revisions.ts'
import { CarriedMemory, type Memory } from '../memories/memory.ts'
import { type RevisionKey, selectEarlier } from '../memories/revision-queries.ts'
import { lockStore } from '../memories/store.ts'
import { inBatch } from './import-batches.ts'

/* The lines of an export with the earlier states of its memories. */

const PAGE_ROWS = 200
const ID_CHARS_MAX = 200
const REVISION_MAX = 1_000_000
const APP_CHARS_MAX = 128

const RevisionLine = z.object({
  object: z.literal('revision'),
  id: z.string().max(ID_CHARS_MAX),
  revision: z.int().min(1).max(REVISION_MAX),
  at: Time,
  until: Time,
  change: z.enum(['created', 'edited', 'moved', 'superseded', 'reinstated', 'deleted', 'restored']),
  actor: z.enum(['user', 'app', 'service']),
  app: z.string().max(APP_CHARS_MAX).nullish(),
  memory: CarriedMemory,
})

/** A row of the export: a memory in an earlier state. */
interface Row extends Memory {
  at: string
  until: string
  change: string
  editor: string | null
}

/** The earlier states of all memories, in pages. */
export async function* revisionPages(ctx: Ctx<UserActor>): AsyncGenerator<object[]> {
  for (let after: RevisionKey | undefined = { id: '', revision: 0 }; after; ) {
    const rows: Row[] = await ctx.db.rows<Row>(selectEarlier(ctx, after, PAGE_ROWS))
    if (rows.length)
      yield rows.map(({ at, until, change, editor, ...memory }) => ({
        ...{ object: 'revision', id: memory.id, revision: memory.revision, at, until, change },
        ...authorOf(editor, memory.sourceApp),
        memory,
      }))
    after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)
  }
}

export function isRevisionLine(value: unknown): boolean {
  return ((value ?? {}) as { object?: unknown }).object === 'revision'
}

/** Parses a line with an earlier state. @throws Failure `validation_failed` */
export function parseRevision(value: unknown): CarriedRevision {
  const { object: _, actor, app, ...revision } = parse(RevisionLine, value)
  if (revision.until < revision.at) throw invalid('until', 'must not be before `at`')
  const isFirst = revision.revision === 1
  return { ...revision, editor: isFirst ? null : actor === 'app' ? `app:${app ?? ''}` : actor }
}

/** Imports earlier states; each must follow its memory. */
export function importRevisions<R extends CarriedRevision>(ctx: Ctx<UserActor>, revisions: readonly R[]) {
  return inBatch(ctx, async (ctx) => {
    await checkSession(ctx)
    await lockStore(ctx)
    return insertRevisions(ctx, revisions)
  })
}
