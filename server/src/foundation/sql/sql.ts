import { createHash } from 'node:crypto'

/** A statement or a fragment of one: the texts between the parameters, and the parameters. Created by {@link sql}. */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  readonly shard: OnShard | undefined
  constructor(strings: readonly string[], values: readonly unknown[], shard?: OnShard) {
    this.strings = strings
    this.values = values
    this.shard = shard
  }
}

/** Where a statement runs on a cluster, and the columns of its rows that are not what they are in JSON. */
export interface OnShard {
  /** A user. The statement touches only rows of users on the same shard, and reference tables. */
  key: string | undefined
  times?: readonly string[]
  bytes?: readonly string[]
}

/**
 * Marks a statement that a cluster runs as a whole on the shard of the user `key`. It must return rows. Without a key, and
 * on a single PostgreSQL, it is a statement like others.
 */
export function onShardOf(key: string | undefined, query: Sql, columns: Omit<OnShard, 'key'> = {}): Sql {
  return key === undefined ? query : new Sql(query.strings, query.values, { key, ...columns })
}

/**
 * Marks a statement that a cluster runs once on each shard, in transactions of their own, and leaves out machines that fail.
 * It must return rows.
 */
export function onEachShard(query: Sql): Sql {
  return new Sql(query.strings, query.values, { key: undefined })
}

/**
 * Tag for SQL. Values become parameters and nested fragments are spliced in:
 * sql`select ${columns} from memories where user_id = ${userId}`. Values are never interpolated into the text.
 */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  if (!parts.some((part) => part instanceof Sql)) return new Sql(strings, parts)
  const values: unknown[] = []
  let joint = jointAt(joints, strings)
  for (const part of parts) {
    if (part instanceof Sql) {
      joint = jointAt(joint, part.strings)
      for (const value of part.values) values.push(value)
    } else {
      joint = jointAt(joint, VALUE)
      values.push(part)
    }
  }
  return new Sql((joint.strings ??= spliced(strings, parts)), values)
}

/*
 * A trie that caches spliced texts. The same fragments in the same order give the same text, so it is built once and
 * found again with one map lookup per fragment. Fragments are mostly literals in the program; the size limit is for
 * those built at run time (migrations, imports).
 */
interface Joint {
  strings?: readonly string[]
  after: Map<readonly string[], Joint>
}

const VALUE: readonly string[] = []
const JOINTS_MAX = 20_000
const joints: Joint = { after: new Map() }
let jointsKept = 0

function jointAt({ after }: Joint, piece: readonly string[]): Joint {
  const known = after.get(piece)
  if (known) return known
  const joint: Joint = { after: new Map() }
  if (jointsKept < JOINTS_MAX) {
    after.set(piece, joint)
    jointsKept++
  }
  return joint
}

/** Inserts the texts of nested fragments between the outer texts. */
function spliced(strings: readonly string[], parts: readonly unknown[]): readonly string[] {
  const texts: string[] = []
  let open = strings[0] as string
  parts.forEach((part, i) => {
    const [first, ...more] = part instanceof Sql ? part.strings : ['', '']
    open += first
    for (const text of more) {
      texts.push(open)
      open = text
    }
    open += strings[i + 1] as string
  })
  return [...texts, open]
}

export const nothing = sql``

/** Uses text verbatim as SQL. Only for migrations and identifiers chosen by the code, never for external input. */
export function raw(text: string): Sql {
  return new Sql([text], [])
}

/**
 * A table of values to select from: `const PAGES = recordset('p', { userId: 'text', size: 'int' })`, then
 * sql`select … from ${PAGES(rows)}`. Its alias is `p`, its columns are `user_id` and `size`. Each column is sent as one
 * array, so the statement text is the same for any number of rows. A single row is sent as `values`, which PostgreSQL
 * plans and runs without a scan and a join.
 */
export function recordset<const Columns extends Readonly<Record<string, string>>>(alias: string, columns: Columns) {
  const names: readonly (keyof Columns)[] = Object.keys(columns)
  const types = Object.values(columns)
  const titles = Object.keys(columns).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  const called = `as ${alias} (${titles.join(', ')})`
  const one = around(
    '(values (',
    types.map((type) => `::${type}`),
    `)) ${called}`,
  )
  const many = around(
    'unnest(',
    types.map((type) => `::${type}[]`),
    `) ${called}`,
  )
  return (rows: readonly Readonly<Record<keyof Columns, unknown>>[]): Sql => {
    const [only, ...others] = rows
    return only && !others.length
      ? new Sql(
          one,
          names.map((name) => only[name]),
        )
      : new Sql(
          many,
          names.map((name) => rows.map((row) => row[name])),
        )
  }
}

// The texts around the parameters of a list; each parameter is followed by its type cast.
function around(before: string, types: readonly string[], after: string): readonly string[] {
  return [before, ...types.map((type, i) => type + (i < types.length - 1 ? ', ' : after))]
}

/** Joins fragments with a separator: `join([a, b], sql` and `)`. */
export function join(pieces: readonly Sql[], between: Sql): Sql {
  return pieces.reduce((all, piece, i) => (i ? sql`${all}${between}${piece}` : piece), nothing)
}

interface Statement {
  name: string
  text: string
  values: unknown[]
}

// Statement names are hashes of their text; both are cached.
const compiled = new WeakMap<readonly string[], { name: string; text: string }>()
const byText = new Map<string, { name: string; text: string }>()
const TEXTS_MAX = 2000

/** Converts to a named `pg` query, so that PostgreSQL parses it once per connection. */
export function compile(query: Sql): Statement {
  let known = compiled.get(query.strings)
  if (!known) {
    const text = query.strings.reduce((all, string, i) => (i ? `${all}$${i}${string}` : string), '')
    known = byText.get(text)
    if (!known) {
      known = { text, name: createHash('sha1').update(text).digest('base64url') }
      if (byText.size < TEXTS_MAX) byText.set(text, known)
    }
    compiled.set(query.strings, known)
  }
  return { ...known, values: query.values as unknown[] }
}

/** Converts to an unnamed `pg` query, parsed on every call, for poolers that do not keep prepared statements. */
export function compileUnnamed(query: Sql): Omit<Statement, 'name'> {
  const { text, values } = compile(query)
  return { text, values }
}
