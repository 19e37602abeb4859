import { createHash } from 'node:crypto'

/** One statement, or a piece of one: text between parameters, and the parameters. Made by the {@link sql} tag only. */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

/**
 * SQL in the open. A value becomes a parameter, a nested piece is spliced in:
 * sql`select ${columns} from memories where user_id = ${userId}`. Nothing is ever quoted into the text.
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
 * The same pieces at the same places make the same text, so each text is put together once and found again by its
 * pieces, one step for each. Pieces are few, as they are places in the program; those made up at run time (for a migration,
 * an import) are not kept once there are too many.
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

/** Text with the texts of nested pieces in their places. */
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

/** Text taken as it stands: for migrations and for names the code itself decided, never for anything from outside. */
export function raw(text: string): Sql {
  return new Sql([text], [])
}

/**
 * A table of values to select from: `const PAGES = recordset('p', { userId: 'text', size: 'int' })`, then
 * sql`select … from ${PAGES(rows)}`. It is called `p` there, its columns `user_id` and `size`, and each goes as one array, so
 * that the text of the statement is the same for any number of rows. One row alone is written out, which PostgreSQL plans
 * and runs without a scan and a join.
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

// The texts between the parameters of a list; each parameter is followed by its type.
function around(before: string, types: readonly string[], after: string): readonly string[] {
  return [before, ...types.map((type, i) => type + (i < types.length - 1 ? ', ' : after))]
}

/** Joins pieces with another between them: `join([a, b], sql` and `)`. */
export function join(pieces: readonly Sql[], between: Sql): Sql {
  return pieces.reduce((all, piece, i) => (i ? sql`${all}${between}${piece}` : piece), nothing)
}

interface Statement {
  name: string
  text: string
  values: unknown[]
}

// The texts of a program are few, so each is numbered and named once and kept.
const compiled = new WeakMap<readonly string[], { name: string; text: string }>()
const byText = new Map<string, { name: string; text: string }>()
const TEXTS_MAX = 2000

/** The statement as `pg` takes it, named so that PostgreSQL parses and plans it once a connection. */
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

/** The same without a name: parsed and planned each time, for poolers under which names do not last. */
export function compileUnnamed(query: Sql): Omit<Statement, 'name'> {
  const { text, values } = compile(query)
  return { text, values }
}
