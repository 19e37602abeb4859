import type { AppActor, OwnLimits } from '../../foundation/actor.ts'
import type { Config } from '../../foundation/config.ts'

/** The limits of each user plan; `null` is unlimited. Every user has one store. */
export const USER_PLANS = {
  free: { memoriesMax: 500, appsMax: 3 },
  plus: { memoriesMax: 10_000, appsMax: null },
  pro: { memoriesMax: 100_000, appsMax: null },
} as const satisfies Record<Config['userPlan'], { memoriesMax: number; appsMax: number | null }>

/** The limits of each developer plan, for all apps of the developer together. */
export const DEVELOPER_PLANS = {
  sandbox: { callsPerMonthMax: 10_000, usersMax: 50, heldUsersMax: 100 },
  starter: { callsPerMonthMax: 200_000, usersMax: 1_000, heldUsersMax: 10_000 },
  growth: { callsPerMonthMax: 2_000_000, usersMax: 25_000, heldUsersMax: 100_000 },
  pro: { callsPerMonthMax: null, usersMax: null, heldUsersMax: 1_000_000 },
  enterprise: { callsPerMonthMax: null, usersMax: null, heldUsersMax: 1_000_000 },
} as const satisfies Record<
  Config['developerPlan'],
  { callsPerMonthMax: number | null; usersMax: number | null; heldUsersMax: number }
>

/** Names of the limits that the operator can set for a person or a developer, and whether they may be unlimited. */
export const USER_LIMITS = { memories: false, connected_apps: true } as const
export const DEVELOPER_LIMITS = { api_calls: true, connected_users: true } as const

const own = <T extends number | null>(limits: OwnLimits, name: string, ofPlan: T): T | number =>
  (limits[name] === undefined ? ofPlan : limits[name]) as T | number

/** The limits of a person: those of the plan, and those that the operator set instead. */
export function userLimitsOf(plan: Config['userPlan'], limits: OwnLimits) {
  const { memoriesMax, appsMax } = USER_PLANS[plan]
  return {
    memoriesMax: own<number>(limits, 'memories', memoriesMax),
    appsMax: own<number | null>(limits, 'connected_apps', appsMax),
  }
}

/** The part of a store that one app may fill while other apps may write to it too. */
const APP_SHARE = 0.75

/** The most memories that one app may have stored while other apps may write too, of what the user's limits allow. */
export function appShareMax({ userPlan, userLimits }: Pick<AppActor, 'userPlan' | 'userLimits'>): number {
  return Math.floor(userLimitsOf(userPlan, userLimits).memoriesMax * APP_SHARE)
}

/** The limits of a developer: those of the plan, and those that the operator set instead. */
export function developerLimitsOf(plan: Config['developerPlan'], limits: OwnLimits) {
  const { callsPerMonthMax, usersMax, heldUsersMax } = DEVELOPER_PLANS[plan]
  return {
    callsPerMonthMax: own<number | null>(limits, 'api_calls', callsPerMonthMax),
    usersMax: own<number | null>(limits, 'connected_users', usersMax),
    heldUsersMax,
  }
}

/** The UTC calendar month of a time: its first instant and that of the next month. */
export function monthOf(now: Date): { start: string; end: string } {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  return { start: start.toISOString(), end: end.toISOString() }
}

/** The UTC day of a time, `YYYY-MM-DD`. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}
