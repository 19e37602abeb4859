import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { PAGE_LIMIT_MAX } from '../../foundation/page.ts'
import { listAppChanges } from '../history/app-changes.ts'
import { listQuestions } from '../memories/questions.ts'
import { listCandidates } from './review.ts'

/* How many decisions wait for the user. Pages show it at each visit, so it is one request instead of three lists. */

export const Waiting = z
  .object({
    count: z.int().min(0).meta({ description: 'Decisions of all kinds; of each kind, at most 100 are counted.' }),
    has_more: z.boolean().meta({ description: 'Whether there are more than those that are counted.' }),
  })
  .meta({ id: 'WaitingDecisions' })

/** Counts proposed memories, probably superseded ones, and what apps changed about health or safety, as their lists show them. */
export async function countWaiting(ctx: Ctx<UserActor>): Promise<z.output<typeof Waiting>> {
  const [candidates, questions, appChanges] = await Promise.all([
    listCandidates(ctx, { limit: PAGE_LIMIT_MAX, status: 'pending' }),
    listQuestions(ctx, { limit: PAGE_LIMIT_MAX }),
    listAppChanges(ctx),
  ])
  const count = [candidates, questions, appChanges].reduce((sum, { items }) => sum + items.length, 0)
  return { count, has_more: Boolean(candidates.next_cursor || questions.next_cursor || appChanges.has_more) }
}
