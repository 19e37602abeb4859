import { randomInt } from 'node:crypto'
import { throttle } from '../../../foundation/auth/throttle.ts'
import { type Ctx, inTransaction } from '../../../foundation/ctx.ts'
import { sql } from '../../../foundation/sql/sql.ts'
import type { PasswordPorts } from '../passwords.ts'

/* Recovery codes stand in for a second factor that was lost. They have 50 random bits, so they are hashed like passwords. */

const RECOVERY_CODES = 10
const CODE_CHARS = 10
/** How often an account gets new ones: each takes as much computing as a sign-in. */
const PER_HOUR_MAX = 10
const HOUR_SECONDS = 3_600
// Without characters that look like others.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Makes codes like {@link makeRecoveryCodes}, for one account ten times an hour. @throws Failure `rate_limited` */
export async function newRecoveryCodes(ctx: Ctx & PasswordPorts, accountId: string) {
  if (ctx.config.authRateLimit !== null)
    await throttle(ctx.db, `recovery codes ${accountId}`, PER_HOUR_MAX, HOUR_SECONDS)
  return makeRecoveryCodes(ctx)
}

/** Makes ten codes such as `abcde-fghjk`, with their hashes. */
export async function makeRecoveryCodes({ passwords }: PasswordPorts): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  return { codes, hashes: await Promise.all(codes.map((code) => passwords.hash(plain(code)))) }
}

/** Replaces the codes of an account. */
export async function storeRecoveryCodes({ db }: Pick<Ctx, 'db'>, accountId: string, hashes: string[]): Promise<void> {
  await deleteRecoveryCodes({ db }, accountId)
  await db.count(sql`
    insert into recovery_codes (holder_id, code_hash) select ${accountId}, unnest(${hashes}::text[])`)
}

/**
 * Uses a code. Each is accepted once.
 * @param onUsed runs in the transaction that uses the code
 */
export async function useRecoveryCode<C extends Ctx & PasswordPorts>(
  ctx: C,
  accountId: string,
  code: string,
  onUsed: (ctx: C) => Promise<void>,
): Promise<boolean> {
  const rows = await ctx.db.rows<{ code_hash: string }>(
    sql`select code_hash from recovery_codes where holder_id = ${accountId}`,
  )
  for (const { code_hash } of rows) {
    if (!(await ctx.passwords.matches(code_hash, plain(code)))) continue
    return inTransaction(ctx, async (ctx) => {
      const used = await ctx.db.count(
        sql`delete from recovery_codes where holder_id = ${accountId} and code_hash = ${code_hash}`,
      )
      if (used) await onUsed(ctx)
      return used > 0
    })
  }
  return false
}

/** The number of codes that are left. */
export async function countRecoveryCodes({ db }: Pick<Ctx, 'db'>, accountId: string): Promise<number> {
  const { left } = await db.one<{ left: number }>(
    sql`select count(*)::int as left from recovery_codes where holder_id = ${accountId}`,
  )
  return left
}

export async function deleteRecoveryCodes({ db }: Pick<Ctx, 'db'>, accountId: string): Promise<void> {
  await db.count(sql`delete from recovery_codes where holder_id = ${accountId}`)
}

function newCode(): string {
  const code = Array.from({ length: CODE_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${code.slice(0, CODE_CHARS / 2)}-${code.slice(CODE_CHARS / 2)}`
}

// Codes are typed from paper: case, spaces and hyphens do not matter, nor do letters that look like digits.
function plain(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '').replace(/[il]/g, '1').replace(/o/g, '0')
}
