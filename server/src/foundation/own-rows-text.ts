/*
 * Reads the text of a statement for whose rows it touches. It knows no more SQL than our statements are written in,
 * and what it cannot follow it refuses.
 */

/** What the text of a statement promises. */
export interface Promised {
  /** Why it may not be sent at all. */
  refused: string | undefined
  /** Whether it names one of the tables. */
  named: boolean
  /** Which parameters, from 0, say whose rows are touched. */
  owners: readonly number[]
}

/** One `select`, `update`, `delete` or `insert`: what stands between two parentheses, those inside it taken out. */
interface Piece {
  text: string
  inner: Piece[]
}

const UNNAMED = ''
// Where a clause of a statement begins, and which words after a table are no name of its own.
const CLAUSES =
  / (?=(?:from|update|using|where|returning|limit|offset|having|set|(?:(?:left|right|full|inner|cross) )?join|(?:order|group) by|for (?:update|share|key|no))(?: |$))/
const NAMING = new Set(['from', 'join', 'update', 'using'])
const NO_ALIAS = new Set([
  '',
  ...'where set on using order group limit join left right full inner cross returning for having offset'.split(' '),
])

/** Names under which the rows of one person are known; without a name where a condition uses none. */
type Bound = ReadonlySet<string>

/** What a text promises about the rows of these tables. */
export function promiseOf(text: string, tables: ReadonlySet<string>): Promised {
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

/** Parameters that rows are looked for by, of whichever table. */
function lookedFor(text: string): number[] {
  return [...text.matchAll(/\buser_id = \$(\d+)/g)].map(([, at]) => Number(at) - 1)
}

/** Who rows are inserted for, where one parameter says so for all of them. */
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

// Inside a piece the rows of those around it are known, and whose they are, but for names that it gives anew.
function walk(pieces: readonly Piece[], around: ReadonlySet<string>, look: (text: string, bound: Bound) => void) {
  for (const { text, inner } of pieces) {
    const parts = text.split(/ (?:union all|union|except|intersect) /)
    for (const part of parts) look(part, boundIn(part, around))
    const known = parts.length === 1 ? boundIn(text, around) : new Set(around)
    known.delete(UNNAMED)
    walk(inner, known, look)
  }
}

/** The names under which rows of one person are known: said of them by a parameter, or by rows already known. */
function boundIn(text: string, around: Bound): Set<string> {
  const bound = new Set(around)
  const conditions: { joined?: string | undefined; said: string[] }[] = []
  for (const clause of text.split(CLAUSES)) {
    const [start = '', on] = clause.split(' on ')
    const named = namesIn(start)
    for (const name of named) bound.delete(name)
    if (clause.startsWith('where ')) conditions.push({ said: conjuncts(clause.slice('where '.length)) })
    // What follows `on` holds for the rows that are joined; of those joined to, an outer join keeps the others too.
    else if (on !== undefined && /^(?:left |inner )?join /.test(start))
      conditions.push({ joined: named[0], said: conjuncts(on) })
  }
  for (let before = -1; before !== bound.size; ) {
    before = bound.size
    for (const { joined, said } of conditions)
      for (const each of said) {
        const name = saysOwner(each, bound)
        if (name !== undefined && (joined === undefined || joined === name)) bound.add(name)
      }
  }
  return bound
}

// The names that a clause gives to tables, and those of tables it gives none to.
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

// Of conditions with an `or` between them none need hold.
function conjuncts(text: string): string[] {
  return / or /.test(text) ? [] : text.split(' and ').map((each) => each.trim())
}

/** Whose owner a condition tells; `undefined` when it tells of none. */
function saysOwner(condition: string, bound: Bound): string | undefined {
  const [, alias = '', one, other] = /^(?:(\w+)\.)?user_id = (?:(\$\d+)|(\w+)\.user_id)$/.exec(condition) ?? []
  if (one) return alias
  if (other === undefined) return undefined
  if (bound.has(other)) return alias
  return bound.has(alias) ? other : undefined
}

/** What is wrong with how a piece names the tables. */
function unbound(text: string, tables: ReadonlySet<string>, bound: Bound): string | undefined {
  for (const { 0: word, index } of text.matchAll(/\w+/g)) {
    if (!tables.has(word) || text[index + word.length] === '.') continue
    const [touching, before = '', earlier] = text.slice(0, index).split(' ').reverse()
    if (!touching && before === 'into' && earlier === 'insert') continue
    if (touching || !(before.endsWith(',') || NAMING.has(before))) return `it cannot be read how ${word} is meant`
    const [, given = ''] = /^(?: as)? (\w+)/.exec(text.slice(index + word.length)) ?? []
    const alias = NO_ALIAS.has(given) ? word : given
    // Every one of these tables has the column, so where it stands without a name it is of this one or an error.
    if (!bound.has(alias) && !bound.has(UNNAMED)) return `rows of ${word} are not cut to one person`
  }
  return undefined
}
