import type { UserActor } from '../../foundation/actor.ts'
import { sealedColumn } from '../../foundation/auth/sealed.ts'
import { hashSecret, isSecret, newSecret } from '../../foundation/auth/secrets.ts'
import type { Ctx, Ports } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import { userActor } from '../users/users.ts'

/*
 * A user's connector link: one token for all connectors, part of the URL given to a provider. It only allows adding items
 * to this one store. The Hub shows it again, so it is stored encrypted beside its hash.
 */

const PREFIX = 'mcl'

/** The encryption context of a link's token. */
export const linkEncryptionContext = (userId: string) => `connector link of ${userId}`

/** The user's token, created on first use. */
export async function readLink(ctx: Ctx<UserActor>): Promise<string> {
  const { db, vault, actor } = ctx
  const read = () => db.maybe<{ token: Buffer }>(sql`select token from connector_links where user_id = ${actor.userId}`)
  const link = (await read()) ?? (await insertLink(ctx, false).then(read))
  // Still none: the account was erased meanwhile.
  if (!link) throw new Failure('unauthorized')
  return vault.open(link.token, linkEncryptionContext(actor.userId))
}

/** Replaces the user's token; the old one is invalid at once. */
export function rotateLink(ctx: Ctx<UserActor>): Promise<string> {
  return inSession(ctx, (ctx) => insertLink(ctx, true))
}

/** Ends the user's token; the next use of the Hub's settings makes another. */
export async function endLink({ db }: Pick<Ctx, 'db'>, userId: string): Promise<void> {
  await db.count(sql`delete from connector_links where user_id = ${userId}`)
}

async function insertLink({ db, vault, clock, actor }: Ctx<UserActor>, renew: boolean): Promise<string> {
  const token = newSecret(PREFIX)
  await db.count(sql`
    insert into connector_links (user_id, token_hash, token, made_at)
    values (${actor.userId}, ${hashSecret(token)}, ${vault.seal(token, linkEncryptionContext(actor.userId))}, ${clock().toISOString()})
    on conflict (user_id) ${
      renew
        ? sql`do update set token_hash = excluded.token_hash, token = excluded.token, made_at = excluded.made_at`
        : sql`do nothing`
    }`)
  return token
}

/** The user of a token, or `undefined`. */
export async function userOfLink({ db }: Pick<Ports, 'db'>, token: string): Promise<UserActor | undefined> {
  if (!isSecret(PREFIX, token)) return undefined
  const sessionHash = hashSecret(token)
  const link = await db.maybe<{ user_id: string }>(
    sql`select user_id from connector_links where token_hash = ${sessionHash}`,
  )
  return link && userActor(db, link.user_id, sessionHash, null)
}

/** The tokens of connector links as a sealed column. */
export const sealedLinks = sealedColumn({
  name: 'connector_links.token',
  table: sql`connector_links`,
  column: sql`token`,
  key: sql`user_id`,
  contextOf: linkEncryptionContext,
})
