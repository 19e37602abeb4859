import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx, Ports } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { hashSecret, isSecret, newSecret } from '../../foundation/secrets.ts'
import { sql } from '../../foundation/sql.ts'
import { personOf } from '../users/users.ts'

/*
 * A person's link: one token for all connectors, part of the address a provider is given. It is worth nothing but
 * telling things to this one store, and it can be looked up again, so it is kept sealed beside its hash.
 */

const PREFIX = 'mcl'

/** What a sealed token is bound to. */
export const linkPlace = (userId: string) => `connector link of ${userId}`

/** The person's token; made when first asked for. */
export async function readLink(ctx: Ctx<UserActor>): Promise<string> {
  const { db, vault, actor } = ctx
  const read = () => db.maybe<{ token: Buffer }>(sql`select token from connector_links where user_id = ${actor.userId}`)
  const link = (await read()) ?? (await insertLink(ctx, false).then(read))
  // None even now: the account has just been erased.
  if (!link) throw new Failure('unauthorized')
  return vault.open(link.token, linkPlace(actor.userId))
}

/** Gives the person a new token; the old one ends at once. */
export function rotateLink(ctx: Ctx<UserActor>): Promise<string> {
  return insertLink(ctx, true)
}

async function insertLink({ db, vault, clock, actor }: Ctx<UserActor>, renew: boolean): Promise<string> {
  const token = newSecret(PREFIX)
  await db.count(sql`
    insert into connector_links (user_id, token_hash, token, made_at)
    values (${actor.userId}, ${hashSecret(token)}, ${vault.seal(token, linkPlace(actor.userId))}, ${clock().toISOString()})
    on conflict (user_id) ${
      renew
        ? sql`do update set token_hash = excluded.token_hash, token = excluded.token, made_at = excluded.made_at`
        : sql`do nothing`
    }`)
  return token
}

/** The person a token stands for, or `undefined`. */
export async function personOfLink({ db }: Pick<Ports, 'db'>, token: string): Promise<UserActor | undefined> {
  if (!isSecret(PREFIX, token)) return undefined
  const sessionHash = hashSecret(token)
  const link = await db.maybe<{ user_id: string }>(
    sql`select user_id from connector_links where token_hash = ${sessionHash}`,
  )
  return link && personOf(db, link.user_id, sessionHash)
}
