import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'

/* Identities of the OpenID provider that sign in to an account. */

/** The number of identities that sign in to an account. */
export async function countLinks({ db }: Pick<Ctx, 'db'>, accountId: string): Promise<number> {
  const { links } = await db.one<{ links: number }>(
    sql`select count(*)::int as links from openid_links where holder_id = ${accountId}`,
  )
  return links
}
