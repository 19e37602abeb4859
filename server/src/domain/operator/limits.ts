import type { OwnLimits } from '../../foundation/actor.ts'
import type { Holder } from '../accounts/sessions.ts'
import { setLimit } from '../accounts/standing.ts'
import { DEVELOPER_LIMITS, USER_LIMITS } from '../plans/plans.ts'
import { forget } from './accounts.ts'
import { type Command, command, UsageError } from './command.ts'
import { findAccount } from './find.ts'
import { atomically, type OperatorPorts, recordAccountAct } from './ports.ts'

const MAX = 1_000_000_000

const NAMES = [...Object.keys(USER_LIMITS), ...Object.keys(DEVELOPER_LIMITS)]

/** Commands about limits of one person or developer. */
export const limitCommands: readonly Command<OperatorPorts>[] = [
  command({
    name: 'limits set',
    summary: 'sets one limit of a person or developer, in place of the plan’s',
    detail: `Limits of people: ${Object.keys(USER_LIMITS).join(', ')}. Limits of developers, for all their apps:
${Object.keys(DEVELOPER_LIMITS).join(', ')}. The value is a number, “default” for that of the plan, or “unlimited” (not for memories).`,
    args: ['email or id', 'limit', 'value'],
    async run(ports: OperatorPorts, { args: [named = '', limit = '', value = ''] }) {
      const { holder, mayBeUnlimited } = limitNamed(limit)
      const max = maximumOf(value, mayBeUnlimited)
      const { id, email, limits } = await findAccount(ports.db, holder, named)
      await atomically(ports, async (ports) => {
        await setLimit(ports.db, holder, id, limit, max)
        const act = holder === 'user' ? 'people.limit' : 'developers.limit'
        const entry = { act, subjectId: id, detail: `${limit}: ${value}` }
        await recordAccountAct(ports, holder, entry, `your limit of ${limit} is now ${value}`)
        forget(ports, holder, id)
      })
      return {
        data: { id, email, limit, value: max ?? value, before: shown(limits, limit) },
        text: `${email} (${id}): ${limit} is ${value} now; before: ${shown(limits, limit)}`,
      }
    },
  }),
]

function limitNamed(name: string): { holder: Holder; mayBeUnlimited: boolean } {
  if (name in USER_LIMITS) return { holder: 'user', mayBeUnlimited: USER_LIMITS[name as keyof typeof USER_LIMITS] }
  if (name in DEVELOPER_LIMITS)
    return { holder: 'developer', mayBeUnlimited: DEVELOPER_LIMITS[name as keyof typeof DEVELOPER_LIMITS] }
  throw new UsageError(`The limit must be one of ${NAMES.join(', ')}; got ${name}.`)
}

function maximumOf(text: string, mayBeUnlimited: boolean): number | null | undefined {
  if (text === 'default') return undefined
  if (text === 'unlimited' && mayBeUnlimited) return null
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value <= MAX) return value
  const words = mayBeUnlimited ? '“unlimited” or “default”' : 'or “default”'
  throw new UsageError(`The value must be a number from 0 to ${MAX}, ${words}; got ${text}.`)
}

function shown(limits: OwnLimits, name: string): string {
  const value = limits[name]
  return value === undefined ? 'default' : value === null ? 'unlimited' : String(value)
}
