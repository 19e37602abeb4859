import type { Database, Db } from './db.ts'
import { compile, type Sql } from './sql.ts'
import { part, type Span, spanned } from './trace.ts'

/*
 * Statements as spans: what kind, of which table, and the first characters of the name PostgreSQL knows the statement
 * by. The text is the program's own and the values never are in it, but the text is long, and the name finds it.
 */

const NAME_CHARS = 8
const SUMMARY = /\b(select|insert|update|delete|begin|commit)\b/
const TABLE = /\b(?:from|into|update)\s+(?:only\s+)?([a-z_]+)/

const known = new Map<string, { name: string; attributes: Record<string, string> }>()

/** The same database, each statement and each transaction a part of the work that asks for it. */
export function traceStatements(db: Database): Database {
  return { ...db, ...traced(db) }
}

function traced(db: Db): Pick<Db, 'rows' | 'one' | 'maybe' | 'count' | 'transaction'> {
  return {
    rows: (query) => spanned(begin(query), () => db.rows(query)),
    one: (query) => spanned(begin(query), () => db.one(query)),
    maybe: (query) => spanned(begin(query), () => db.maybe(query)),
    count: (query) => spanned(begin(query), () => db.count(query)),
    transaction: (work, options) =>
      spanned(part('transaction', 'client', { 'db.system.name': 'postgresql' }), () =>
        db.transaction((inner) => work({ ...inner, ...traced(inner) }), options),
      ),
  }
}

function begin(query: Sql): Span | undefined {
  const { name, attributes } = described(query)
  return part(name, 'client', attributes)
}

function described(query: Sql) {
  const statement = compile(query)
  let told = known.get(statement.name)
  if (told) return told
  const verb = SUMMARY.exec(statement.text)?.[1] ?? 'statement'
  const table = TABLE.exec(statement.text)?.[1]
  const name = table ? `${verb} ${table}` : verb
  told = {
    name,
    attributes: {
      'db.system.name': 'postgresql',
      'db.query.summary': name,
      'db.query.hash': statement.name.slice(0, NAME_CHARS),
    },
  }
  // Texts are few but for what migrations and imports make up; those need not be remembered.
  if (known.size < KNOWN_MAX) known.set(statement.name, told)
  return told
}

const KNOWN_MAX = 2_000
