import type { Ctx, Ports } from '../../foundation/ctx.ts'
import { AFTER_ALL_IDS } from '../../foundation/page.ts'
import { HOLDERS, queueNotice } from '../accounts/notices.ts'
import type { Holder } from '../accounts/sessions.ts'
import { type OperatorAct, recordAct } from '../audit/operator-acts.ts'
import type { ConnectionPorts } from '../connections/tokens.ts'
import type { MailPorts } from '../mail/mail.ts'
import type { OptionShape } from './command.ts'

/** What the commands of the operator use. */
export interface OperatorPorts extends Ports, ConnectionPorts, MailPorts {
  /** Erases an account with all that it holds, in the transaction of `db`. */
  eraseAccount(ctx: Pick<Ctx, 'db'>, holder: Holder, id: string): Promise<void>
}

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 1_000

/** The options of every list. */
export const LIST_OPTIONS = {
  limit: {
    type: 'number',
    min: 1,
    max: LIMIT_MAX,
    help: `how many, at most ${LIMIT_MAX}; by default ${LIMIT_DEFAULT}`,
  },
  after: { type: 'text', help: 'continues after this id, newest first' },
} as const satisfies Record<string, OptionShape>

/** The page that the options of a list name. */
export function pageOf({ limit = LIMIT_DEFAULT, after }: { limit: number | undefined; after: string | undefined }) {
  return { limit, rows: limit + 1, below: after ?? AFTER_ALL_IDS }
}

/** Runs work in one transaction, with the ports on it. */
export function atomically<P extends Ports, T>(ports: P, work: (ports: P) => Promise<T>): Promise<T> {
  return ports.db.transaction((db) => work({ ...ports, db }))
}

/**
 * Records an act on an account and queues the notice of it, in the transaction of the act.
 * @param notice a clause that ends the subject, such as `your account was suspended`
 */
export async function recordAccountAct(
  ports: OperatorPorts,
  holder: Holder,
  act: OperatorAct & { subjectId: string },
  notice: string,
): Promise<void> {
  await recordAct(ports, act)
  await queueNotice(ports, holder, act.subjectId, 'operator', {
    subject: `${HOLDERS[holder].product}: ${notice}`,
    paragraphs: [
      'The operator of the service made this change.',
      'If you did not expect this, ask the people who run the service.',
    ],
  })
}
