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
  const texts: string[] = []
  const values: unknown[] = []
  let open = strings[0] as string
  parts.forEach((part, i) => {
    const after = strings[i + 1] as string
    if (part instanceof Sql) {
      const [first = '', ...more] = part.strings
      open += first
      for (const text of more) {
        texts.push(open)
        open = text
      }
      values.push(...part.values)
      open += after
    } else {
      texts.push(open)
      values.push(part)
      open = after
    }
  })
  return new Sql([...texts, open], values)
}

export const nothing = sql``

/** Text taken as it stands: for migrations and for names the code itself decided, never for anything from outside. */
export function raw(text: string): Sql {
  return new Sql([text], [])
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
