import { setVerified } from '../domain/apps/verification.ts'
import type { Db } from '../foundation/sql/db.ts'

const USAGE = 'npm run admin -- apps verify <slug>, or apps unverify <slug>'

/**
 * Runs a command of the operator on a database; returns what to print.
 * @throws Error that says what is wrong
 */
export async function runAdminCommand(db: Db, words: readonly string[]): Promise<string> {
  const [area, verb, slug, ...rest] = words
  if (area !== 'apps' || (verb !== 'verify' && verb !== 'unverify') || !slug || rest.length) throw new Error(USAGE)
  const name = await setVerified(db, slug, verb === 'verify' ? new Date() : null)
  if (name === undefined) throw new Error(`No app of the portal has the slug ${slug}.`)
  return `${slug} (“${name}”) is ${verb === 'verify' ? 'verified' : 'not verified'} now`
}
