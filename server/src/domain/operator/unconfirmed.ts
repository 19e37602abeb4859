import { sql } from '../../foundation/sql/sql.ts'
import type { Holder } from '../accounts/sessions.ts'
import type { OperatorPorts } from './ports.ts'

const RETENTION_DAYS = 30
const BATCH_ACCOUNTS = 100

/** What erases an account, in the transaction of `db`. */
type EraseAccount = OperatorPorts['eraseAccount']

/**
 * Erases a batch of the accounts whose address was not confirmed within 30 days, if they have no session and contain
 * nothing: no memories, chats or apps. Only where mail is sent, because elsewhere no address is ever confirmed. Accounts
 * from before mail was configured have an address, and stay. Returns `true` if there may be more.
 */
export async function eraseUnconfirmed(
  ports: Pick<OperatorPorts, 'db' | 'clock' | 'mailer'>,
  eraseAccount: EraseAccount,
): Promise<boolean> {
  if (ports.mailer.kind !== 'smtp') return false
  const before = new Date(ports.clock().getTime() - RETENTION_DAYS * 24 * 60 * 60_000).toISOString()
  // Locked, so that a confirmation at the same time finds either the whole account or none.
  const people = await ports.db.rows<{ id: string }>(sql`
    select u.id from users u join stores s on s.user_id = u.id
    where u.pending_email is not null and u.email is null and u.created_at < ${before}
      and s.memory_count = 0 and s.chat_bytes = 0
      and not exists (select 1 from connections c where c.user_id = u.id)
      and not exists (select 1 from sessions e where e.holder_id = u.id)
    limit ${BATCH_ACCOUNTS} for update of u skip locked`)
  const developers = await ports.db.rows<{ id: string }>(sql`
    select d.id from developers d
    where d.pending_email is not null and d.email is null and d.created_at < ${before}
      and not exists (select 1 from apps a where a.developer_id = d.id)
      and not exists (select 1 from sessions e where e.holder_id = d.id)
    limit ${BATCH_ACCOUNTS} for update of d skip locked`)
  const erase = async (holder: Holder, accounts: readonly { id: string }[]) => {
    for (const { id } of accounts) await eraseAccount(ports, holder, id)
  }
  await erase('user', people)
  await erase('developer', developers)
  return people.length === BATCH_ACCOUNTS || developers.length === BATCH_ACCOUNTS
}
