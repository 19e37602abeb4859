import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { limitShape, openCursor, PageQuery, sealCursor } from '../../foundation/page.ts'
import { readProfile } from '../users/profile.ts'
import { STANDARD_SCOPES } from '../vocabulary/namespaces.ts'
import { memoryOf } from './copy.ts'
import { Memory } from './memory.ts'
import type { ReadPorts } from './ports.ts'
import { countByMonth, selectOfMonths } from './queries.ts'

/*
 * The store as the course of a life: by the months in which things happened (`occurredAt`), in the person's time zone, and
 * by topic.
 */

const MONTHS_DEFAULT = 12
const MONTHS_MAX = 36
const MEMORIES_DEFAULT = 3
const MEMORIES_MAX = 100
const EXAMPLE_MONTH = '2026-11'

const Month = z.string().meta({ description: 'A month of the time zone of the person.', example: EXAMPLE_MONTH })

export const TimelineQuery = z.object({
  month: z
    .string()
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
    .optional()
    .meta({ description: 'Only this month.', example: EXAMPLE_MONTH }),
  memories: limitShape(MEMORIES_DEFAULT, MEMORIES_MAX).meta({
    description: `The maximum number of memories of a month, the most important ones; at most ${MEMORIES_MAX}.`,
    example: MEMORIES_DEFAULT,
  }),
  limit: limitShape(MONTHS_DEFAULT, MONTHS_MAX).meta({
    description: `The maximum number of months; at most ${MONTHS_MAX}.`,
    example: MONTHS_DEFAULT,
  }),
  cursor: PageQuery.shape.cursor,
})

export const Timeline = z
  .object({
    items: z.array(
      z
        .object({
          month: Month,
          count: z.int().meta({ description: 'The number of memories of the month.' }),
          memories: z.array(Memory).meta({ description: 'The most important of them, the newest first.' }),
        })
        .meta({ id: 'TimelineMonth' }),
    ),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'Timeline' })

const TopicCount = z.object({ topic: z.string(), count: z.int() }).meta({ id: 'TopicCount' })

export const Overview = z
  .object({
    months: z
      .array(z.object({ month: Month, topics: z.array(TopicCount) }).meta({ id: 'OverviewMonth' }))
      .meta({ description: 'The months that have memories, the newest first, with the number of each topic.' }),
    sensitive: z
      .array(z.string())
      .meta({ description: 'Those of the topics that concern body, money, close relationships or location.' }),
  })
  .meta({ id: 'Overview' })

interface MonthCount {
  month: string
  topic: string
  count: number
}

/** The months that have memories, the newest first, each with its memories that matter most. */
export async function readTimeline(
  ctx: Ctx<UserActor, ReadPorts>,
  { month, memories: perMonth, limit, cursor }: z.output<typeof TimelineQuery>,
): Promise<z.output<typeof Timeline>> {
  const cursorScope = ['timeline', ctx.actor.userId, month]
  const before = cursor === undefined ? undefined : openCursor(ctx.vault, cursorScope, cursor)
  const { timezone } = await readProfile(ctx)
  const counts = new Map<string, number>()
  for (const row of await ctx.db.rows<MonthCount>(countByMonth(ctx, timezone)))
    counts.set(row.month, (counts.get(row.month) ?? 0) + row.count)
  const isMeant = (each: string) => (month === undefined || each === month) && (before === undefined || each < before)
  const rest = [...counts.keys()].filter(isMeant)
  const months = rest.slice(0, limit)
  const rows = months.length
    ? await ctx.db.rows<Memory & { month: string }>(selectOfMonths(ctx, timezone, months, perMonth))
    : []
  ctx.audit.noteRead(ctx, 'memories.list', rows)
  return {
    items: months.map((each) => ({
      month: each,
      count: counts.get(each) ?? 0,
      memories: rows.filter((row) => row.month === each).map(memoryOf),
    })),
    next_cursor: rest.length > limit ? sealCursor(ctx.vault, cursorScope, months.at(-1) as string) : null,
  }
}

/** How many memories of which topics happened in which months. */
export async function readOverview(ctx: Ctx<UserActor, ReadPorts>): Promise<z.output<typeof Overview>> {
  const { timezone } = await readProfile(ctx)
  const rows = await ctx.db.rows<MonthCount>(countByMonth(ctx, timezone))
  const topics = [...new Set(rows.map(({ topic }) => topic))]
  ctx.audit.note(ctx, { action: 'scopes.list', scopes: topics, count: 0 })
  const months = new Map<string, z.output<typeof TopicCount>[]>()
  for (const { month, topic, count } of rows) months.set(month, [...(months.get(month) ?? []), { topic, count }])
  return {
    months: [...months].map(([month, topics]) => ({ month, topics })),
    sensitive: topics.filter((topic) =>
      STANDARD_SCOPES.some(({ namespace, sensitive }) => sensitive && namespace === topic),
    ),
  }
}
