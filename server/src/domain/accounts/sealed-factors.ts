import type { SealedColumn } from '../../foundation/auth/sealed.ts'
import { recordset, sql } from '../../foundation/sql/sql.ts'
import { authenticatorContext } from './factors/authenticators.ts'
import type { Holder } from './sessions.ts'
import { type StepName, stepContext } from './steps.ts'

const RESEALED = recordset('t', { id: 'text', was: 'bytea', now: 'bytea' })

/** The secrets of authenticator apps, as a sealed column. */
export const sealedAuthenticators: SealedColumn = {
  name: 'authenticators.secret',
  async read(db, after, limit) {
    const rows = await db.rows<{ holder_id: string; secret: Buffer }>(sql`
      select holder_id, secret from authenticators where holder_id > ${after?.[0] ?? ''} order by holder_id
      limit ${limit}`)
    return rows.map(({ holder_id, secret }) => ({
      key: [holder_id],
      sealed: secret,
      context: authenticatorContext(holder_id),
    }))
  },
  replace: (db, values) =>
    db.count(sql`
      update authenticators a set secret = t.now
      from ${RESEALED(values.map(({ key: [id], sealed, now }) => ({ id, was: sealed, now })))}
      where a.holder_id = t.id and a.secret = t.was`),
}

/** What the steps of a sign-in remember, as a sealed column. */
export const sealedSteps: SealedColumn = {
  name: 'sign_in_steps.data',
  async read(db, after, limit) {
    const rows = await db.rows<{ key: string; step: StepName; holder: Holder; data: Buffer }>(sql`
      select encode(token_hash, 'hex') as key, step, holder, data from sign_in_steps
      where token_hash > decode(${after?.[0] ?? ''}, 'hex') order by token_hash limit ${limit}`)
    return rows.map(({ key, step, holder, data }) => ({ key: [key], sealed: data, context: stepContext(step, holder) }))
  },
  replace: (db, values) =>
    db.count(sql`
      update sign_in_steps s set data = t.now
      from ${RESEALED(values.map(({ key: [id], sealed, now }) => ({ id, was: sealed, now })))}
      where s.token_hash = decode(t.id, 'hex') and s.data = t.was`),
}
