import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { queueNotice } from '../accounts/notices.ts'
import { occasion } from '../accounts/reports.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import type { MailPorts } from '../mail/mail.ts'

/** Records an export by the user: an audit entry, and a notice by mail. */
export async function recordExport(ctx: Ctx<UserActor, MailPorts>, count: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.count(insertAudit(auditEntry(ctx, { action: 'store.export', scopes: [], count })))
    await queueNotice(ctx, 'user', ctx.actor.userId, 'export_made', {
      subject: 'Your memories were exported',
      paragraphs: [
        `All your memories were exported: ${count === 1 ? '1 memory' : `${count} memories`}.`,
        occasion(ctx),
      ],
    })
  })
}
