import type { Db } from './db.ts'
import { type Promised, promiseOf } from './own-rows-text.ts'
import { compile, type Sql } from './sql.ts'

/*
 * The second lock, under the verbs. What a request is about to send to the database is read first: wherever it names a
 * table of people's things, those rows must be cut to one person in that very place, and to the one who asks. So a
 * condition that was forgotten, or an id that came with the request and was taken for the caller's, reaches no row.
 * Texts are few and each is read once; what is left to do then is to compare a parameter or two.
 */

const TEXTS_MAX = 5_000

/** Tables of people's things, and what is known of texts by their names. */
interface Rule {
  tables: ReadonlySet<string>
  known: Map<string, Promised>
}

/** A rule for tables that each have a column `user_id`. One lasts as long as the process: it remembers what it has read. */
export function ruleFor(tables: readonly string[]): Rule {
  return { tables: new Set(tables), known: new Map() }
}

const under = new WeakMap<Db, Db>()

/**
 * The database as a request gets it. A statement that names one of the tables must be cut to the owner's rows; who is
 * no person has no rows there and may name none of them. No statement may look for another person's rows anywhere.
 * What does not pass is a fault of ours, thrown before anything is sent.
 */
export function ownRows(db: Db, rule: Rule, owner: string | undefined): Db {
  const checked = (query: Sql): Sql => {
    check(query, rule, owner)
    return query
  }
  const own: Db = {
    rows: async (query) => db.rows(checked(query)),
    one: async (query) => db.one(checked(query)),
    maybe: async (query) => db.maybe(checked(query)),
    count: async (query) => db.count(checked(query)),
    transaction: (work, options) => db.transaction((inner) => work(ownRows(inner, rule, owner)), options),
    afterCommit: (hint) => db.afterCommit(hint),
  }
  under.set(own, db)
  return own
}

/**
 * What a request's database sends its statements to: the pool or the transaction that it shares with others. Around the
 * lock, so for nothing but one statement that several requests share.
 */
export function beneath(db: Db): Db {
  return under.get(db) ?? db
}

function check(query: Sql, { tables, known }: Rule, owner: string | undefined): void {
  const { name, text, values } = compile(query)
  let promised = known.get(name)
  if (!promised) {
    promised = promiseOf(text, tables)
    if (known.size < TEXTS_MAX) known.set(name, promised)
  }
  const { refused, named, owners } = promised
  if (refused) throw new Error(`${refused}: ${text}`)
  if (owner === undefined) {
    if (named) throw new Error(`a table of people's things is named for somebody who is none: ${text}`)
    return
  }
  for (const at of owners) if (values[at] !== owner) throw new Error(`rows of another person are looked for: ${text}`)
}
