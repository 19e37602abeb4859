import type { Config } from '../../foundation/config.ts'
import { isLoopback } from '../../foundation/config-values.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { newLink } from '../accounts/links.ts'
import { resetText } from '../accounts/recovery.ts'
import { endSessions, type Holder } from '../accounts/sessions.ts'
import { setPlan, setSuspended } from '../accounts/standing.ts'
import { recordAct } from '../audit/operator-acts.ts'
import { queueMail } from '../mail/mail.ts'
import { raiseGrantsVersion } from '../users/users.ts'
import {
  type Command,
  type CommandInput,
  type CommandOutput,
  command,
  type OptionShape,
  UsageError,
} from './command.ts'
import { findAccount } from './find.ts'
import { atomically, LIST_OPTIONS, type OperatorPorts, recordAccountAct } from './ports.ts'

/* Commands that people and developers have in common. */

const HOUR_MS = 60 * 60_000
const HOURS_DEFAULT = 1
const HOURS_MAX = 24

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

/** The options of a list of accounts. */
export const ACCOUNT_LIST_OPTIONS = {
  ...LIST_OPTIONS,
  email: { type: 'text', help: 'only addresses that contain this' },
  suspended: { type: 'flag', help: 'only suspended ones' },
} as const satisfies Record<string, OptionShape>

/** Condition: the options of a list include an account, under this alias. */
export function isListed(
  account: Sql,
  { email = '', suspended }: CommandInput<typeof ACCOUNT_LIST_OPTIONS>['options'],
): Sql {
  return sql`(${email} = '' or strpos(${account}.email, ${email.toLowerCase()}) > 0)
    and (not ${suspended}::boolean or ${account}.suspended_at is not null)`
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
      name: `${area} reset-link`,
      summary: `makes a link that sets a new password for a ${what}`,
      detail: `The link works once and is printed once; hand it only to the owner of the account. Sessions end when it is used;
connected apps stay connected.`,
      args,
      options: {
        mail: { type: 'flag', help: 'sends the link to the address of the account instead of printing it' },
        hours: { type: 'number', min: 1, max: HOURS_MAX, help: `how long it works; by default ${HOURS_DEFAULT}` },
      },
      run: (ports: OperatorPorts, { args: [named = ''], options }) => makeResetLink(ports, kind, named, options),
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
    const act = { act: `${area}.${suspended ? 'suspend' : 'restore'}`, subjectId: id }
    await recordAccountAct(
      ports,
      holder,
      act,
      suspended ? 'your account was suspended' : 'your account is no longer suspended',
    )
    forget(ports, holder, id)
    return true
  })
  const state = suspended ? 'suspended' : 'active'
  return { data: { id, email, suspended, changed }, text: `${email} (${id}) is ${state}${changed ? '' : ' already'}` }
}

async function makeResetLink(
  ports: OperatorPorts,
  { area, holder, what }: AccountKind,
  named: string,
  { mail, hours = HOURS_DEFAULT }: { mail: boolean; hours: number | undefined },
): Promise<CommandOutput> {
  const { id, email } = await findAccount(ports.db, holder, named)
  if (email === null)
    throw new UsageError(`The ${what} ${id} has no address: another account confirmed it, or it never had one.`)
  if (mail && ports.mailer.kind === 'off')
    throw new UsageError('--mail needs SMTP_URL and MAIL_FROM; without it, the link is printed.')
  return atomically(ports, async (ports) => {
    const { url, expiresAt } = await newLink(
      ports,
      holder,
      mail ? 'reset' : 'operator_reset',
      id,
      email,
      hours * HOUR_MS,
    )
    const to = { accountId: id, to: email, kind: 'reset_password', limit: 'link', expiresAt } as const
    if (mail && !(await queueMail(ports, { ...to, ...resetText(holder, url, true) })))
      throw new UsageError(`${email} has been sent too many mails within the hour; print the link instead.`)
    const act = { act: `${area}.reset_link`, subjectId: id, detail: mail ? 'mailed' : 'printed' }
    await recordAccountAct(ports, holder, act, 'a link that sets a new password was made')
    const data = { id, email, mailed: mail, expiresAt: expiresAt.toISOString() }
    if (mail) return { data, text: `mailed to ${email}; the link works once, until ${data.expiresAt}` }
    const note = isLoopback(new URL(url).hostname)
      ? '\nit opens on this machine only, as long as BASE_URL does not name another'
      : ''
    return { data: { ...data, link: url }, text: `${url}\nworks once, until ${data.expiresAt}${note}` }
  })
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
    const act = { act: `${area}.plan`, subjectId: id, detail: `${before} to ${plan}` }
    await recordAccountAct(ports, holder, act, `your plan is now ${plan}`)
    forget(ports, holder, id)
  })
  return { data: { id, email, plan, before }, text: `${email} (${id}) is on the plan ${plan} now; before: ${before}` }
}

/** Drops what this process has cached about the tokens of an account; other processes forget it within a second. */
export function forget({ db, tokens }: OperatorPorts, holder: Holder, id: string): void {
  db.afterCommit(() => tokens.forget(holder === 'user' ? { userId: id } : { developerId: id }))
}
