import type { Config } from '../../foundation/config.ts'

/** What a person's plan holds; `null` is unlimited. Every person has one store whatever the plan. */
export const USER_PLANS = {
  free: { memoriesMax: 500, appsMax: 3 },
  plus: { memoriesMax: 10_000, appsMax: null },
  pro: { memoriesMax: 100_000, appsMax: null },
} as const satisfies Record<Config['userPlan'], { memoriesMax: number; appsMax: number | null }>

/** What a developer's plan holds, over all of the developer's apps together. */
export const DEVELOPER_PLANS = {
  sandbox: { callsPerMonthMax: 10_000, usersMax: 50 },
  starter: { callsPerMonthMax: 200_000, usersMax: 1_000 },
  growth: { callsPerMonthMax: 2_000_000, usersMax: 25_000 },
  pro: { callsPerMonthMax: null, usersMax: null },
  enterprise: { callsPerMonthMax: null, usersMax: null },
} as const satisfies Record<Config['developerPlan'], { callsPerMonthMax: number | null; usersMax: number | null }>

/** The UTC calendar month a time lies in: its first instant and the first of the next. */
export function monthOf(now: Date): { start: string; end: string } {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  return { start: start.toISOString(), end: end.toISOString() }
}

/** The UTC day a time lies in, `YYYY-MM-DD`. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}
