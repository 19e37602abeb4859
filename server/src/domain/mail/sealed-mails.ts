import type { SealedColumn } from '../../foundation/auth/sealed.ts'
import { recordset, sql } from '../../foundation/sql/sql.ts'
import { mailContext } from './mail.ts'

const RESEALED = recordset('t', { id: 'text', was: 'bytea', now: 'bytea' })

/** The contents of mails that wait to be sent, as a sealed column. */
export const sealedMails: SealedColumn = {
  name: 'mails.content',
  async read(db, after, limit) {
    const rows = await db.rows<{ id: string; content: Buffer }>(sql`
      select id, content from mails where id > ${after?.[0] ?? ''} and content is not null order by id limit ${limit}`)
    return rows.map(({ id, content }) => ({ key: [id], sealed: content, context: mailContext(id) }))
  },
  replace: (db, values) =>
    db.count(sql`
      update mails m set content = t.now
      from ${RESEALED(values.map(({ key: [id], sealed, now }) => ({ id, was: sealed, now })))}
      where m.id = t.id and m.content = t.was`),
}
