/*
 * The tables that a migration locks, and how. Locks taken one by one, between statements that take time, would deadlock
 * with requests that lock the same tables in another order, and PostgreSQL may then cancel the request.
 */

/** Lock modes of PostgreSQL, the weakest first. */
const MODES = ['share', 'share row exclusive', 'access exclusive'] as const
export type LockMode = (typeof MODES)[number]

const LOCKS: readonly { mode: LockMode; tables: RegExp }[] = [
  { mode: 'access exclusive', tables: /^(?:alter|drop) table (?:if exists )?(?:only )?(\w+)/g },
  // Besides the table lock, these lock rows that requests may have locked.
  { mode: 'share row exclusive', tables: /(?:^|[ (])(?:update|insert into|delete from|references) (?:only )?(\w+)/g },
  // Of `create trigger`.
  { mode: 'share row exclusive', tables: / on (\w+) for each (?:row|statement)\b/g },
  { mode: 'share', tables: /^create (?:unique )?index .*? on (?:only )?(\w+)/g },
]

/**
 * The tables that statements of migrations lock, each with the strongest mode, by name. Includes tables that the
 * statements create. `update` in `for update`, `on update` and `update of` names no table.
 */
export function locksOf(statements: readonly string[]): ReadonlyMap<string, LockMode> {
  const locks = new Map<string, LockMode>()
  for (const statement of statements)
    for (const { mode, tables } of LOCKS)
      for (const [, table] of statement.replaceAll(/(?:for|on|do) update|\bupdate (?=of |on )/g, '').matchAll(tables)) {
        const known = locks.get(table!)
        if (!known || MODES.indexOf(known) < MODES.indexOf(mode)) locks.set(table!, mode)
      }
  return new Map([...locks].sort(([a], [b]) => (a < b ? -1 : 1)))
}
