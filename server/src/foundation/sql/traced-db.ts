import { type Span, startChildSpan, traced } from '../telemetry/trace.ts'
import type { Database, Db } from './db.ts'
import { compile, type Sql } from './sql.ts'

/*
 * A span per statement, with its verb, its table and a prefix of its prepared-statement name. The full text is omitted
 * because it is long and the name identifies it; parameter values are never recorded.
 */

const NAME_CHARS = 8
const SUMMARY = /\b(select|insert|update|delete|begin|commit)\b/
const TABLE = /\b(?:from|into|update)\s+(?:only\s+)?([a-z_]+)/

const known = new Map<string, { name: string; attributes: Record<string, string> }>()

/** Wraps a database: each statement and each transaction becomes a child of the current span. */
export function traceStatements(db: Database): Database {
  return { ...db, ...traceRunner(db) }
}

function traceRunner(db: Db): Pick<Db, 'rows' | 'one' | 'maybe' | 'count' | 'transaction'> {
  return {
    rows: (query) => traced(begin(query), () => db.rows(query)),
    one: (query) => traced(begin(query), () => db.one(query)),
    maybe: (query) => traced(begin(query), () => db.maybe(query)),
    count: (query) => traced(begin(query), () => db.count(query)),
    transaction: (work, options) =>
      traced(startChildSpan('transaction', 'client', { 'db.system.name': 'postgresql' }), () =>
        db.transaction((inner) => work({ ...inner, ...traceRunner(inner) }), options),
      ),
  }
}

function begin(query: Sql): Span | undefined {
  const { name, attributes } = described(query)
  return startChildSpan(name, 'client', attributes)
}

function described(query: Sql) {
  const statement = compile(query)
  let described = known.get(statement.name)
  if (described) return described
  const verb = SUMMARY.exec(statement.text)?.[1] ?? 'statement'
  const table = TABLE.exec(statement.text)?.[1]
  const name = table ? `${verb} ${table}` : verb
  described = {
    name,
    attributes: {
      'db.system.name': 'postgresql',
      'db.query.summary': name,
      'db.query.hash': statement.name.slice(0, NAME_CHARS),
    },
  }
  // The limit is for texts built at run time (migrations, imports), which are not worth caching.
  if (known.size < KNOWN_MAX) known.set(statement.name, described)
  return described
}

const KNOWN_MAX = 2_000
