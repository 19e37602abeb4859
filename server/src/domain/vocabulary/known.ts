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
export async function checkKnownScopes(ctx: Ctx, scopes: readonly string[]): Promise<void> {
  const known = await knownTopLevels(ctx, scopes.map(topLevel))
  const unknown = scopes.find((scope) => !known.has(topLevel(scope)))
  if (unknown !== undefined) throw new Failure('unknown_scope', { scope: unknown })
}

/** Those of these top levels that are standard or declared by some app. */
export async function knownTopLevels({ db }: Ctx, names: readonly string[]): Promise<ReadonlySet<string>> {
  const custom = [...new Set(names)].filter((name) => !isStandardTopLevel(name))
  const standard = names.filter(isStandardTopLevel)
  if (!custom.length) return new Set(standard)
  const declared = await db.rows<{ name: string }>(sql`
    select distinct name from declared_names where kind = 'scope' and name = any(${custom}::text[])`)
  return new Set([...standard, ...declared.map(({ name }) => name)])
}

/**
 * The qualifiers of what an intent draws on. One that some app's manifest declares draws on everything its caller may
 * read: nobody has said what else it would be about.
 * @throws Failure `validation_failed` for an intent that is neither standard nor declared.
 */
export async function drawnOn({ db }: Ctx, intent: string, at: string): Promise<readonly string[]> {
  const standard = STANDARD_INTENTS.find((each) => each.intent === intent)
  if (standard) return standard.drawsOn
  const declared = await db.rows(sql`
    select from declared_names where kind = 'intent' and name = ${intent} limit 1`)
  if (!declared.length) throw invalid(at, 'is neither a standard intent nor declared by any app', 'unknown_intent')
  return ['*']
}
