import type { Db } from './db.ts'
import { compile, type Sql } from './sql.ts'
import { analyseStatement, type StatementScope } from './statement-scope.ts'

/*
 * The user guard. Before a request's statement is sent, its text is analysed: every reference to a per-user table must
 * be limited to one user, and that user must be the caller. This catches a missing `user_id` condition and an id taken
 * from the request instead of the session. The analysis is cached by text; per call only the parameters are compared.
 */

const TEXTS_MAX = 5_000

/** The per-user tables, and the cached analysis of each statement by its name. */
interface Rule {
  tables: ReadonlySet<string>
  known: Map<string, StatementScope>
}

/** Creates a rule for tables that have a `user_id` column. Create it once per process, since it caches analyses. */
export function newUserGuardRule(tables: readonly string[]): Rule {
  return { tables: new Set(tables), known: new Map() }
}

/**
 * Wraps a database for one request. Statements on a per-user table must be limited to the owner's rows; without an
 * owner they are rejected. No statement may filter by another user's id, on any table.
 * @throws Error before the statement is sent; a rejected statement is a programming error.
 */
export function guardUserRows(db: Db, rule: Rule, owner: string | undefined): Db {
  return new GuardedDb(db, rule, owner)
}

class GuardedDb implements Db {
  /** The pool or the open transaction. */
  readonly unscoped: Db
  readonly #rule: Rule
  readonly #owner: string | undefined

  constructor(unscoped: Db, rule: Rule, owner: string | undefined) {
    this.unscoped = unscoped
    this.#rule = rule
    this.#owner = owner
  }

  async rows<T>(query: Sql): Promise<T[]> {
    check(query, this.#rule, this.#owner)
    return this.unscoped.rows(query)
  }

  async one<T>(query: Sql): Promise<T> {
    check(query, this.#rule, this.#owner)
    return this.unscoped.one(query)
  }

  async maybe<T>(query: Sql): Promise<T | undefined> {
    check(query, this.#rule, this.#owner)
    return this.unscoped.maybe(query)
  }

  async count(query: Sql): Promise<number> {
    check(query, this.#rule, this.#owner)
    return this.unscoped.count(query)
  }

  transaction<T>(work: (db: Db) => Promise<T>, options?: Parameters<Db['transaction']>[1]): Promise<T> {
    return this.unscoped.transaction((inner) => work(new GuardedDb(inner, this.#rule, this.#owner)), options)
  }

  afterCommit(hint: () => void): void {
    this.unscoped.afterCommit(hint)
  }

  get isTransaction() {
    return this.unscoped.isTransaction
  }

  get layout() {
    return this.unscoped.layout
  }
}

/**
 * The same database limited to another user, whose account the caller owns: the accounts of an app. Works within a
 * transaction.
 */
export function forUser(db: Db, rule: Rule, owner: string): Db {
  return guardUserRows(unscopedDb(db), rule, owner)
}

/**
 * Returns the database below the user guard: the pool or the open transaction. It bypasses the guard, so use it only
 * for a statement that several requests share.
 */
export function unscopedDb(db: Db): Db {
  return db instanceof GuardedDb ? db.unscoped : db
}

/** The database or transaction under a guard, as the key of what is cached about it. */
export function identityOf(db: Db): object {
  return db instanceof GuardedDb ? db.unscoped : db
}

function check(query: Sql, { tables, known }: Rule, owner: string | undefined): void {
  const { name, text, values } = compile(query)
  let promised = known.get(name)
  if (!promised) {
    promised = analyseStatement(text, tables)
    if (known.size < TEXTS_MAX) known.set(name, promised)
  }
  const { refused, named, owners } = promised
  if (refused) throw new Error(`${refused}: ${text}`)
  if (owner === undefined) {
    if (named) throw new Error(`query on a per-user table without a user id: ${text}`)
    return
  }
  for (const at of owners) if (values[at] !== owner) throw new Error(`query for another user's rows: ${text}`)
}
