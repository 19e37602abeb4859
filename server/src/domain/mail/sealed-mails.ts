import { sealedColumn } from '../../foundation/auth/sealed.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { mailContext } from './mail.ts'

/** The contents of mails that wait to be sent, as a sealed column. */
export const sealedMails = sealedColumn({
  name: 'mails.content',
  table: sql`mails`,
  column: sql`content`,
  key: sql`id`,
  contextOf: mailContext,
})
