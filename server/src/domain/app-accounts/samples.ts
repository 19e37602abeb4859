import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { newMemoryIds } from '../../foundation/ids.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { insertMemories } from '../memories/insert.ts'
import { DEFAULTS } from '../memories/memory.ts'
import type { MemoryPorts } from '../memories/ports.ts'

/** The memories of a test person with samples: some of each kind, over several namespaces. */
const SAMPLES: readonly { scope: string; type: string; content: string; importance: number; daysAgo: number }[] = [
  {
    scope: 'fitness',
    type: 'goal',
    content: 'Wants to run a half marathon in under two hours.',
    importance: 70,
    daysAgo: 40,
  },
  {
    scope: 'fitness',
    type: 'event',
    content: 'Ran 12 km along the river at an easy pace.',
    importance: 40,
    daysAgo: 2,
  },
  { scope: 'health', type: 'fact', content: 'Is allergic to penicillin.', importance: 95, daysAgo: 300 },
  { scope: 'nutrition', type: 'preference', content: 'Eats no meat on weekdays.', importance: 55, daysAgo: 90 },
  {
    scope: 'schedule.calendar',
    type: 'event',
    content: 'Has a dentist appointment on Thursday at 9:00.',
    importance: 50,
    daysAgo: 1,
  },
  {
    scope: 'preference',
    type: 'preference',
    content: 'Prefers short answers without small talk.',
    importance: 60,
    daysAgo: 120,
  },
  { scope: 'work', type: 'fact', content: 'Works as a landscape architect.', importance: 60, daysAgo: 200 },
  {
    scope: 'relationship',
    type: 'relationship',
    content: 'Has a sister named Noor, who lives in Utrecht.',
    importance: 65,
    daysAgo: 150,
  },
  {
    scope: 'travel',
    type: 'goal',
    content: 'Plans to take the train to Ljubljana in autumn.',
    importance: 45,
    daysAgo: 10,
  },
  { scope: 'note', type: 'fact', content: 'Keeps the spare key with the neighbour.', importance: 35, daysAgo: 30 },
]
export const SAMPLE_MEMORIES = SAMPLES.length

/** Stores the sample memories as if the person had entered them. */
export async function storeSamples(ctx: Ctx<UserActor, MemoryPorts>): Promise<void> {
  const now = ctx.clock()
  const at = now.toISOString()
  const ids = newMemoryIds(SAMPLES.length, now.getTime())
  const rows = SAMPLES.map(({ daysAgo, ...sample }, batch) => ({
    ...DEFAULTS,
    ...sample,
    id: ids[batch] as string,
    occurredAt: new Date(now.getTime() - daysAgo * DAY_MS).toISOString(),
    sourceApp: null,
    origin: 'user' as const,
    createdAt: at,
    updatedAt: at,
    // Each is its own batch: they were not stated together.
    batch,
    position: 0,
  }))
  await insertMemories(ctx, rows)
}
