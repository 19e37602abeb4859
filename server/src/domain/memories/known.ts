import { topLevel } from '@memory-service/scopes'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { declaredTopLevels } from '../vocabulary/known.ts'
import { selectReadable } from './queries.ts'

/**
 * Checks that the top level of each scope is known. Queries the database only for names that are not standard.
 * @throws Failure `unknown_scope` for the first unknown one.
 */
export async function checkKnownScopes(ctx: Ctx<MemoryActor>, scopes: readonly string[]): Promise<void> {
  const known = await knownTopLevels(ctx, scopes.map(topLevel))
  const unknown = scopes.find((scope) => !known.has(topLevel(scope)))
  if (unknown !== undefined) throw new Failure('unknown_scope', { scope: unknown })
}

/**
 * The given top levels that are standard, declared by an app, or hold memories that the caller may read: what a person
 * has stored under a custom name stays usable after the app that declared the name is deleted.
 */
export async function knownTopLevels(ctx: Ctx<MemoryActor>, names: readonly string[]): Promise<ReadonlySet<string>> {
  const declared = await declaredTopLevels(ctx, names)
  const others = [...new Set(names)].filter((name) => !declared.has(name))
  if (!others.length) return declared
  const held = await ctx.db.rows<{ name: string }>(sql`
    select n.name from unnest(${others}::text[]) as n (name)
    where exists (${selectReadable(ctx, sql`(m.scope = n.name or ${isBelow(sql`n.name`)})`, sql`limit 1`)})`)
  return new Set([...declared, ...held.map(({ name }) => name)])
}

// The scopes between `name.` and `name/`, which follows it byte by byte: an index range.
const isBelow = (name: Sql) => sql`m.scope >= ${name} collate "C" || '.' and m.scope < ${name} collate "C" || '/'`
