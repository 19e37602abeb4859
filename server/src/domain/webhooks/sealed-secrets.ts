import { openOrUndefined, type SealedColumn } from '../../foundation/auth/sealed.ts'
import type { Vault } from '../../foundation/auth/secrets.ts'
import type { Ports } from '../../foundation/ctx.ts'
import { recordset, sql } from '../../foundation/sql/sql.ts'
import type { Sent } from './send.ts'
import { secretContext } from './subscriptions.ts'

/** An attempt that was not made, because the service cannot decrypt the signing secret. */
export const UNSIGNED: Sent = {
  status_code: null,
  duration_ms: 0,
  error: 'the service cannot decrypt the signing secret; rotate it, or ask the operator',
  response_excerpt: null,
}

/** The secrets that sign a delivery; `undefined` if the current one cannot be decrypted. */
export function openSecrets(
  vault: Vault,
  {
    subscription_id,
    secret,
    previous_secret,
  }: { subscription_id: string; secret: Buffer; previous_secret: Buffer | null },
): string[] | undefined {
  const context = secretContext(subscription_id)
  const current = openOrUndefined(vault, { sealed: secret, context })
  if (current === undefined) return undefined
  const previous = previous_secret ? openOrUndefined(vault, { sealed: previous_secret, context }) : undefined
  return previous === undefined ? [current] : [current, previous]
}

/** Counts and logs a secret that cannot be decrypted. */
export function reportUnreadable(
  { log, measures }: Pick<Ports, 'log' | 'measures'>,
  { subscription_id }: { subscription_id: string },
): void {
  measures.sealedUnreadable('webhook_secret')
  log.error({ subscription: subscription_id }, 'signing secret not decrypted; check SECRET_KEY')
}

const RESEALED = recordset('t', { id: 'text', was: 'bytea', now: 'bytea' })

/** The signing secrets of subscriptions as a sealed column. */
export const sealedSecrets: SealedColumn = {
  name: 'webhook_subscriptions.secret',
  async read(db, after, limit) {
    const rows = await db.rows<{ id: string; secret: Buffer }>(sql`
      select id, secret from webhook_subscriptions where id > ${after?.[0] ?? ''} order by id limit ${limit}`)
    return rows.map(({ id, secret }) => ({ key: [id], sealed: secret, context: secretContext(id) }))
  },
  replace: (db, values) =>
    db.count(sql`
      update webhook_subscriptions s set secret = t.now
      from ${RESEALED(values.map(({ key: [id], sealed, now }) => ({ id, was: sealed, now })))}
      where s.id = t.id and s.secret = t.was`),
}

/** The signing secrets before the last rotation, which sign for a day more, as a sealed column. */
export const sealedPreviousSecrets: SealedColumn = {
  name: 'webhook_subscriptions.previous_secret',
  async read(db, after, limit) {
    const rows = await db.rows<{ id: string; previous_secret: Buffer }>(sql`
      select id, previous_secret from webhook_subscriptions
      where id > ${after?.[0] ?? ''} and previous_secret is not null order by id limit ${limit}`)
    return rows.map(({ id, previous_secret }) => ({ key: [id], sealed: previous_secret, context: secretContext(id) }))
  },
  replace: (db, values) =>
    db.count(sql`
      update webhook_subscriptions s set previous_secret = t.now
      from ${RESEALED(values.map(({ key: [id], sealed, now }) => ({ id, was: sealed, now })))}
      where s.id = t.id and s.previous_secret = t.was`),
}
