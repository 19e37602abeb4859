import type { Config } from '../../foundation/config.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { endSessions, type Holder } from '../accounts/sessions.ts'
import { setPlan, setSuspended } from '../accounts/standing.ts'
import { recordAct } from '../audit/operator-acts.ts'
import { raiseGrantsVersion } from '../users/users.ts'
import { type Command, type CommandOutput, command, UsageError } from './command.ts'
import { findAccount } from './find.ts'
import { atomically, type OperatorPorts } from './ports.ts'

/* Commands that people and developers have in common. */

interface AccountKind {
  area: 'people' | 'developers'
  holder: Holder
  what: string
  plans: readonly (Config['userPlan'] | Config['developerPlan'])[]
  suspends: string
  erases: string
}

/** The state of an account, under this alias. */
export function statusOf(account: Sql): Sql {
  return sql`case when ${account}.suspended_at is null then 'active' else 'suspended' end`
}

/** The commands that change an account of one kind. */
export function accountCommands(kind: AccountKind): readonly Command<OperatorPorts>[] {
  const { area, holder, what, plans } = kind
  const args = ['email or id']
  return [
    command({
      name: `${area} suspend`,
      summary: `suspends a ${what}`,
      detail: kind.suspends,
      args,
      run: (ports: OperatorPorts, { args: [named = ''] }) => suspend(ports, kind, named, true),
    }),
    command({
      name: `${area} restore`,
      summary: `takes back the suspension of a ${what}`,
      args,
      run: (ports: OperatorPorts, { args: [named = ''] }) => suspend(ports, kind, named, false),
    }),
    command({
      name: `${area} plan`,
      summary: `changes the plan of a ${what}: ${plans.join(', ')}`,
      args: [...args, 'plan'],
      run: (ports: OperatorPorts, { args: [named = '', plan = ''] }) => changePlan(ports, kind, named, plan),
    }),
    command({
      name: `${area} erase`,
      summary: `erases a ${what}; needs --yes`,
      detail: kind.erases,
      args,
      options: { yes: { type: 'flag', help: 'confirms it' } },
      async run(ports: OperatorPorts, { args: [named = ''], options }) {
        const { id, email } = await findAccount(ports.db, holder, named)
        if (!options.yes) throw new UsageError(`This erases the ${what} ${email} (${id}). Add --yes to do it.`)
        await atomically(ports, async (ports) => {
          await ports.eraseAccount(ports, holder, id)
          await recordAct(ports, { act: `${area}.erase`, subjectId: id })
        })
        return { data: { id, erased: true }, text: `${email} (${id}) is erased` }
      },
    }),
  ]
}

async function suspend(
  ports: OperatorPorts,
  { area, holder }: AccountKind,
  named: string,
  suspended: boolean,
): Promise<CommandOutput> {
  const { id, email } = await findAccount(ports.db, holder, named)
  const changed = await atomically(ports, async (ports) => {
    const { db, clock } = ports
    // Writes in progress finish first; later ones find that their grants are out of date.
    if (holder === 'user') await raiseGrantsVersion(db, id)
    const changed = await setSuspended(db, holder, id, suspended ? clock().toISOString() : null)
    if (!changed) return false
    if (suspended) await endSessions(ports as unknown as Ctx, id)
    await recordAct(ports, { act: `${area}.${suspended ? 'suspend' : 'restore'}`, subjectId: id })
    forget(ports, holder, id)
    return true
  })
  const state = suspended ? 'suspended' : 'active'
  return { data: { id, email, suspended, changed }, text: `${email} (${id}) is ${state}${changed ? '' : ' already'}` }
}

async function changePlan(
  ports: OperatorPorts,
  { area, holder, plans }: AccountKind,
  named: string,
  plan: string,
): Promise<CommandOutput> {
  const known = plans.find((each) => each === plan)
  if (!known) throw new UsageError(`The plan must be one of ${plans.join(', ')}; got ${plan}.`)
  const { id, email, plan: before } = await findAccount(ports.db, holder, named)
  await atomically(ports, async (ports) => {
    await setPlan(ports.db, holder, id, known)
    await recordAct(ports, { act: `${area}.plan`, subjectId: id, detail: `${before} to ${plan}` })
    forget(ports, holder, id)
  })
  return { data: { id, email, plan, before }, text: `${email} (${id}) is on the plan ${plan} now; before: ${before}` }
}

/** Drops what this process has cached about the tokens of an account; other processes forget it within a second. */
export function forget({ db, tokens }: OperatorPorts, holder: Holder, id: string): void {
  db.afterCommit(() => tokens.forget((actor) => (holder === 'user' ? actor.userId : actor.developerId) === id))
}
