/*
 * Determines from the text of a statement which user's rows it touches. It parses only the subset of SQL that this
 * repository uses and rejects everything else.
 */

/** What the analysis of a statement's text found. */
export interface StatementScope {
  /** Why the statement is rejected; `undefined` when it is accepted. */
  refused: string | undefined
  /** Whether it references a per-user table. */
  named: boolean
  /** Zero-based indexes of the parameters that hold the user id. */
  owners: readonly number[]
}

/** The text between two parentheses, with nested parentheses emptied and moved to `inner`. */
interface Piece {
  text: string
  inner: Piece[]
}

const UNNAMED = ''
// CLAUSES matches where a clause begins; NO_ALIAS lists the keywords that may follow a table name without an alias.
const CLAUSES =
  / (?=(?:from|update|using|where|returning|limit|offset|having|set|(?:(?:left|right|full|inner|cross) )?join|(?:order|group) by|for (?:update|share|key|no))(?: |$))/
const NAMING = new Set(['from', 'join', 'update', 'using'])
const NO_ALIAS = new Set([
  '',
  ...'where set on using order group limit join left right full inner cross returning for having offset'.split(' '),
])

/** Aliases that are limited to one user; {@link UNNAMED} stands for a condition without an alias. */
type Bound = ReadonlySet<string>

/** Analyses a statement's text with respect to the per-user `tables`. */
export function analyseStatement(text: string, tables: ReadonlySet<string>): StatementScope {
  const plain = text
    .replace(/'[^']*'/g, "''")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
  const owners = [...new Set([...lookedFor(plain), ...insertedFor(plain, tables)])]
  if (!(plain.match(/\w+/g) ?? []).some((word) => tables.has(word))) return { refused: undefined, named: false, owners }
  let refused = /--|\/\*/.test(plain) ? 'it holds a comment' : undefined
  walk(piecesOf(plain), new Set(), (piece, bound) => {
    refused ??= unbound(piece, tables, bound)
  })
  return { refused, named: true, owners }
}

/** Indexes of the parameters compared with `user_id`, in any table. */
function lookedFor(text: string): number[] {
  return [...text.matchAll(/\buser_id = \$(\d+)/g)].map(([, at]) => Number(at) - 1)
}

/** Indexes of the parameters inserted as `user_id`, where one parameter applies to all inserted rows. */
function insertedFor(text: string, tables: ReadonlySet<string>): number[] {
  return text.split('insert into ').flatMap((rest) => {
    const [, table = '', at] = /^(\w+)(?: as \w+)? \(user_id\b[^)]*\) ?(?:values \( ?|select )\$(\d+)/.exec(rest) ?? []
    return tables.has(table) ? [Number(at) - 1] : []
  })
}

function piecesOf(text: string): Piece[] {
  const open: Piece[] = [{ text: '', inner: [] }]
  for (const char of text) {
    const piece = open.at(-1) as Piece
    if (char === '(') {
      const inner = { text: '', inner: [] }
      piece.inner.push(inner)
      piece.text += '()'
      open.push(inner)
    } else if (char === ')' && open.length > 1) open.pop()
    else piece.text += char
  }
  return [open[0] as Piece]
}

// A nested piece inherits the limited aliases of the enclosing ones, except those that it redefines.
function walk(pieces: readonly Piece[], around: ReadonlySet<string>, look: (text: string, bound: Bound) => void) {
  for (const { text, inner } of pieces) {
    const parts = text.split(/ (?:union all|union|except|intersect) /)
    for (const part of parts) look(part, boundIn(part, around))
    const known = parts.length === 1 ? boundIn(text, around) : new Set(around)
    known.delete(UNNAMED)
    walk(inner, known, look)
  }
}

/** The aliases limited to one user: by a parameter, or by equality with the `user_id` of an alias already limited. */
function boundIn(text: string, around: Bound): Set<string> {
  const bound = new Set(around)
  const conditions: { joined?: string | undefined; terms: string[] }[] = []
  for (const clause of text.split(CLAUSES)) {
    const [start = '', on] = clause.split(' on ')
    const named = namesIn(start)
    for (const name of named) bound.delete(name)
    if (clause.startsWith('where ')) conditions.push({ terms: conjuncts(clause.slice('where '.length)) })
    // An `on` condition limits only the joined table: a left join keeps all rows of the other side.
    else if (on !== undefined && /^(?:left |inner )?join /.test(start))
      conditions.push({ joined: named[0], terms: conjuncts(on) })
  }
  for (let before = -1; before !== bound.size; ) {
    before = bound.size
    for (const { joined, terms } of conditions)
      for (const each of terms) {
        const name = saysOwner(each, bound)
        if (name !== undefined && (joined === undefined || joined === name)) bound.add(name)
      }
  }
  return bound
}

// The aliases that a clause introduces; a table without an alias counts under its own name.
function namesIn(clause: string): string[] {
  const [, tables] = /^(?:from|update|using|(?:\w+ )?join) (.*)$/.exec(clause) ?? []
  return (tables?.split(',') ?? []).map((table) => {
    const words = table
      .trim()
      .split(' ')
      .filter((word) => word !== 'as' && word !== 'lateral' && word !== 'only')
    return words[1] ?? words[0] ?? ''
  })
}

// A condition with `or` limits nothing, because either side may be false.
function conjuncts(text: string): string[] {
  return / or /.test(text) ? [] : text.split(' and ').map((each) => each.trim())
}

/** The alias that a condition limits to one user; `undefined` when it limits none. */
function saysOwner(condition: string, bound: Bound): string | undefined {
  const [, alias = '', one, other] = /^(?:(\w+)\.)?user_id = (?:(\$\d+)|(\w+)\.user_id)$/.exec(condition) ?? []
  if (one) return alias
  if (other === undefined) return undefined
  if (bound.has(other)) return alias
  return bound.has(alias) ? other : undefined
}

/** Describes the first reference to a per-user table that is not limited; `undefined` when there is none. */
function unbound(text: string, tables: ReadonlySet<string>, bound: Bound): string | undefined {
  for (const { 0: word, index } of text.matchAll(/\w+/g)) {
    if (!tables.has(word) || text[index + word.length] === '.') continue
    const [touching, before = '', earlier] = text.slice(0, index).split(' ').reverse()
    if (!touching && before === 'into' && earlier === 'insert') continue
    if (touching || !(before.endsWith(',') || NAMING.has(before))) return `cannot determine what ${word} refers to`
    const [, given = ''] = /^(?: as)? (\w+)/.exec(text.slice(index + word.length)) ?? []
    const alias = NO_ALIAS.has(given) ? word : given
    // Every per-user table has `user_id`, so an unqualified one is this table's or is ambiguous (an SQL error).
    if (!bound.has(alias) && !bound.has(UNNAMED)) return `rows of ${word} are not limited to one user`
  }
  return undefined
}
