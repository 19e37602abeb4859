import type { Ctx } from '../../foundation/ctx.ts'
import { invalid } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { isStandardTopLevel, STANDARD_INTENTS } from './standard.ts'

/** The given top levels that are standard or declared by an app. */
export async function declaredTopLevels({ db }: Ctx, names: readonly string[]): Promise<ReadonlySet<string>> {
  const custom = [...new Set(names)].filter((name) => !isStandardTopLevel(name))
  const standard = names.filter(isStandardTopLevel)
  if (!custom.length) return new Set(standard)
  const declared = await db.rows<{ name: string }>(sql`
    select distinct name from declared_names where kind = 'scope' and name = any(${custom}::text[])`)
  return new Set([...standard, ...declared.map(({ name }) => name)])
}

/**
 * The qualifiers of the scopes that an intent draws on. An intent declared by an app draws on everything the caller may
 * read, since a declaration lists no scopes.
 * @param field the field that validation errors refer to.
 * @throws Failure `validation_failed` for an intent that is neither standard nor declared.
 */
export async function qualifiersOfIntent({ db }: Ctx, intent: string, field: string): Promise<readonly string[]> {
  const standard = STANDARD_INTENTS.find((each) => each.intent === intent)
  if (standard) return standard.drawsOn
  const declared = await db.rows(sql`
    select from declared_names where kind = 'intent' and name = ${intent} limit 1`)
  if (!declared.length) {
    const standard = STANDARD_INTENTS.map((each) => each.intent).join(', ')
    throw invalid(field, `must be one of ${standard}, or an intent that an app declares`, 'unknown_intent')
  }
  return ['*']
}
