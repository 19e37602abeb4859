import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { Memory } from '../memories/memory.ts'
import { selectReadable } from '../memories/queries.ts'
import { selectRevisions } from '../memories/revision-queries.ts'
import type { UndoStep } from './undo-plan.ts'

/* What an undo would change, shown with a few memories of each kind. */

/** Examples of each kind. */
export const EXAMPLES_MAX = 5

const KINDS = ['created', 'edited', 'deleted'] as const
type Kind = (typeof KINDS)[number]

export const UndoExample = z
  .object({
    kind: z.enum(KINDS).meta({ description: 'What the app did to the memory.' }),
    now: Memory.nullable().meta({ description: 'The memory as it is; null if it is deleted.' }),
    after: Memory.nullable().meta({ description: 'The memory after the undo; null if it moves to the trash.' }),
  })
  .meta({ id: 'UndoExample' })

/** Collects the first steps of each kind, to show their memories. */
export class ExampleSteps {
  readonly #steps: { id: string; kind: Kind; to: number | undefined }[] = []
  readonly #counts = new Map<Kind, number>()

  add(id: string, step: UndoStep): void {
    if (!('do' in step)) return
    const count = this.#counts.get(step.kind) ?? 0
    if (count >= EXAMPLES_MAX) return
    this.#counts.set(step.kind, count + 1)
    this.#steps.push({ id, kind: step.kind, to: 'to' in step ? step.to : undefined })
  }

  /** Reads the memories of the steps, as they are and as they would be. */
  async read(ctx: Ctx<UserActor>): Promise<z.output<typeof UndoExample>[]> {
    if (!this.#steps.length) return []
    const ids = this.#steps.map(({ id }) => id)
    const keys = this.#steps.flatMap(({ id, to }) => (to === undefined ? [] : [{ id, revision: to }]))
    const live = await ctx.db.rows<Memory>(selectReadable(ctx, sql`m.id = any(${ids}::text[])`))
    const earlier = keys.length ? await ctx.db.rows<Memory>(selectRevisions(ctx, keys)) : []
    const now = new Map(live.map((memory) => [memory.id, memory]))
    const after = new Map(earlier.map((memory) => [memory.id, memory]))
    return this.#steps.map(({ id, kind }) => ({ kind, now: now.get(id) ?? null, after: after.get(id) ?? null }))
  }
}
