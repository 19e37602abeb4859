import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import type { Holder } from './sessions.ts'

/* Identities of the OpenID provider that sign in to an account. */

/** An identity at a provider: the subject identifier is unique within the issuer and never reassigned. */
export interface ProviderIdentity {
  issuer: string
  subject: string
  email: string
}

/** A link as the owner of the account sees it. */
export interface OpenIdLink {
  issuer: string
  email: string
  createdAt: string
  lastUsedAt: string | null
}

/** The account of this kind that an identity signs in to, if there is one. */
export async function accountOfIdentity(
  { db }: Pick<Ctx, 'db'>,
  holder: Holder,
  { issuer, subject }: Pick<ProviderIdentity, 'issuer' | 'subject'>,
): Promise<string | undefined> {
  const link = await db.maybe<{ holder_id: string }>(sql`
    select holder_id from openid_links
    where issuer = ${issuer} and subject = ${subject} and holder = ${holder}`)
  return link?.holder_id
}

/**
 * Links an identity to an account of this kind.
 * @throws Failure `conflict` if it signs in to another account
 */
export async function insertLink(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  holder: Holder,
  accountId: string,
  identity: ProviderIdentity,
): Promise<void> {
  const { issuer, subject, email } = identity
  const { holder_id } = await db.one<{ holder_id: string }>(sql`
    insert into openid_links as l (issuer, subject, holder, holder_id, email, created_at)
    values (${issuer}, ${subject}, ${holder}, ${accountId}, ${email}, ${clock().toISOString()})
    on conflict (issuer, subject, holder) do update set email = l.email returning holder_id`)
  if (holder_id !== accountId)
    throw new Failure('conflict', { reason: 'This identity already signs in to another account.' })
}

/** Records a sign-in by a link. */
export async function touchLink(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  id: string,
  of: ProviderIdentity,
): Promise<void> {
  await db.count(sql`
    update openid_links set last_used_at = ${clock().toISOString()}
    where holder_id = ${id} and issuer = ${of.issuer} and subject = ${of.subject}`)
}

/** The links of an account, oldest first. */
export async function listLinks({ db }: Pick<Ctx, 'db'>, accountId: string): Promise<OpenIdLink[]> {
  return db.rows<OpenIdLink>(sql`
    select issuer, email, created_at as "createdAt", last_used_at as "lastUsedAt" from openid_links
    where holder_id = ${accountId} order by created_at, issuer, subject`)
}

export async function countLinks({ db }: Pick<Ctx, 'db'>, accountId: string): Promise<number> {
  const { links } = await db.one<{ links: number }>(
    sql`select count(*)::int as links from openid_links where holder_id = ${accountId}`,
  )
  return links
}

/** Removes the links of an account with a provider; the number of them. */
export async function deleteLinks({ db }: Pick<Ctx, 'db'>, accountId: string, issuer: string): Promise<number> {
  return db.count(sql`delete from openid_links where holder_id = ${accountId} and issuer = ${issuer}`)
}
