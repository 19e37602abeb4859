import { allows } from '@memory-service/scopes'
import type { Actor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { queueNotice } from '../accounts/notices.ts'
import type { MailPorts } from '../mail/mail.ts'
import { describeScope } from '../vocabulary/describe.ts'

const LISTED_MAX = 5

/**
 * Queues the notice that an app was connected or got more access, if it was granted something broad or sensitive that it
 * did not have.
 */
export async function noticeConnected(
  ctx: Ctx<Actor, MailPorts>,
  { userId, appId, id }: { userId: string; appId: string; id: string },
  scopes: readonly string[],
  before: readonly string[],
): Promise<void> {
  if (ctx.mailer.kind === 'off') return
  const weighty = scopes
    .filter((scope) => !allows(before, scope))
    .map(describeScope)
    .filter(({ wildcard, sensitive }) => wildcard || sensitive)
  if (!weighty.length) return
  const { name } = await ctx.db.one<{ name: string }>(sql`select name from apps where id = ${appId}`)
  const more = weighty.length > LISTED_MAX ? [`And ${weighty.length - LISTED_MAX} more.`] : []
  await queueNotice(ctx, 'user', userId, 'app_connected', {
    subject: `${name} has access to your memories`,
    paragraphs: [
      `You gave the app ${name} access that is broad or concerns something sensitive:`,
      ...weighty.slice(0, LISTED_MAX).map(({ sentence }) => `- ${sentence}`),
      ...more,
    ],
    link: { label: 'See what it may do, or end its access', url: `${ctx.config.hubUrl}/connections/${id}` },
  })
}
