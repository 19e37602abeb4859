import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql.ts'
import { topLevel } from './scopes.ts'
import { isStandardTopLevel, STANDARD_INTENTS } from './standard.ts'

/**
 * Scopes are checked, kinds are not: the top level must be standard or declared by some app's manifest.
 * Asks the database only for names that are not standard.
 * @throws Failure `unknown_scope` for the first that is neither.
 */
export async function checkKnownScopes({ db }: Ctx, scopes: readonly string[]): Promise<void> {
  const custom = [...new Set(scopes.map(topLevel))].filter((name) => !isStandardTopLevel(name))
  if (!custom.length) return
  const declared = await db.rows<{ name: string }>(sql`
    select distinct name from declared_names where kind = 'scope' and name = any(${custom}::text[])`)
  const known = new Set(declared.map(({ name }) => name))
  const unknown = scopes.find((scope) => custom.includes(topLevel(scope)) && !known.has(topLevel(scope)))
  if (unknown !== undefined) throw new Failure('unknown_scope', { scope: unknown })
}

/**
 * The qualifiers of what an intent draws on. One that some app's manifest declares draws on everything its caller may
 * read: nobody has said what else it would be about.
 * @throws Failure `validation_failed` for an intent that is neither standard nor declared.
 */
export async function drawnOn({ db }: Ctx, intent: string): Promise<readonly string[]> {
  const standard = STANDARD_INTENTS.find((each) => each.intent === intent)
  if (standard) return standard.drawsOn
  const declared = await db.rows(sql`
    select from declared_names where kind = 'intent' and name = ${intent} limit 1`)
  if (!declared.length)
    throw invalid('intent', 'is neither a standard intent nor declared by any app', 'unknown_intent')
  return ['*']
}
