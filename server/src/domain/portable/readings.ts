import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import { type ChatModelPorts, requireModel } from '../gateway/model.ts'
import { lockStore } from '../memories/store.ts'
import { findImport, type ImportRecord, READING_CALLS_MAX } from './imports.ts'
import { checkReadingCalls } from './reading-calls.ts'
import type { ReadingPorts } from './reading-loop.ts'

export const ReadingInput = z.object({
  on: z.boolean().meta({ description: 'Whether to begin or continue reading, or to stop.' }),
})

/**
 * Begins or continues reading the chats of an import with the chat model, with a further number of calls, or stops. Does
 * nothing while it is read already, and once all is read.
 * @throws Failure `not_found`; `conflict` once the import was taken back; `model_unavailable` without a chat model;
 *   `rate_limited` once the calls of the day are used up
 */
export async function setReading(
  ctx: Ctx<UserActor, ChatModelPorts & ReadingPorts>,
  id: string,
  { on }: z.output<typeof ReadingInput>,
): Promise<ImportRecord> {
  if (on) requireModel(ctx)
  const now = ctx.clock().toISOString()
  const record = await inSession(ctx, async (ctx) => {
    await lockStore(ctx)
    const { takenBackAt } = await findImport(ctx, id)
    if (on && takenBackAt !== null) throw new Failure('conflict', { reason: 'The import was taken back.' })
    if (on) await checkReadingCalls(ctx)
    const { userId } = ctx.actor
    await ctx.db.count(
      on
        ? sql`
          update imports set reading = 'queued', reading_due_at = ${now}, reading_attempts = 0,
            reading_calls_max = reading_calls + ${READING_CALLS_MAX}::int
          where user_id = ${userId} and id = ${id} and (reading is null or reading in ('paused', 'failed'))`
        : sql`
          update imports set reading = 'paused', reading_due_at = null
          where user_id = ${userId} and id = ${id} and reading = 'queued'`,
    )
    return findImport(ctx, id)
  })
  if (on) ctx.readings.nudge()
  return record
}
