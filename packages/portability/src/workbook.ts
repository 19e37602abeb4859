import { Parser } from 'htmlparser2'
import { PortabilityError } from './errors.ts'
import type { Source } from './source.ts'

/* Reads the sheets of an Office Open XML workbook (ECMA-376, part 1, 18.3 and 18.4) row by row, as text. */

const SHEET_CHARS_MAX = 256 * 1024 ** 2
const COLUMNS_MAX = 256
const SHEET = /(?:^|\/)worksheets\/[^/]+\.xml$/i
const STRINGS = /(?:^|\/)sharedStrings\.xml$/i
const ESCAPED = /_x([0-9A-F]{4})_/gi

/** A row by the titles in the first row of its sheet, in upper case. */
export type Row = ReadonlyMap<string, string>

/** The sheets of the workbook that an archive is; empty for other documents of office programs. */
export function sheetsOf(entries: readonly Source[]): Source[] {
  return entries
    .filter(({ path }) => SHEET.test(path))
    .sort((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }))
}

/** The titles in the first row of a sheet. */
export async function titlesOf(sheet: Source, entries: readonly Source[], signal?: AbortSignal): Promise<string[]> {
  for await (const cells of cellsOf(sheet, await sharedStrings(entries, signal), signal)) return titles(cells)
  return []
}

/** The rows of a sheet after the first. */
export async function* rowsOf(sheet: Source, entries: readonly Source[], signal?: AbortSignal): AsyncGenerator<Row> {
  let head: string[] | undefined
  for await (const cells of cellsOf(sheet, await sharedStrings(entries, signal), signal)) {
    if (head) yield new Map(head.map((title, i) => [title, cells[i] ?? '']))
    else head = titles(cells)
  }
}

const titles = (cells: readonly string[]) => Array.from(cells, (cell) => (cell ?? '').trim().toUpperCase())

/** Reads XML as events; names come without their prefix. */
async function* parsed<T>(
  source: Source,
  signal: AbortSignal | undefined,
  handler: (found: T[]) => {
    open(name: string, attributes: Readonly<Record<string, string>>): void
    close(name: string): void
    text(text: string): void
  },
): AsyncGenerator<T> {
  const found: T[] = []
  const { open, close, text } = handler(found)
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open(local(name), attributes),
      onclosetag: (name) => close(local(name)),
      ontext: text,
    },
    { xmlMode: true },
  )
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let chars = 0
  for await (const piece of source.open(signal)) {
    const part = decoded(decoder, piece)
    chars += part.length
    if (chars > SHEET_CHARS_MAX) throw new PortabilityError('too_large', 'A sheet of the workbook is too large.')
    parser.write(part)
    yield* found.splice(0)
  }
  parser.end()
  yield* found
}

function decoded(decoder: InstanceType<typeof TextDecoder>, piece: Uint8Array): string {
  try {
    return decoder.decode(piece, { stream: true })
  } catch (cause) {
    throw new PortabilityError('encoding', 'The workbook has another encoding than UTF-8.', cause)
  }
}

/** The texts that cells name by number. */
async function sharedStrings(entries: readonly Source[], signal: AbortSignal | undefined): Promise<string[]> {
  const source = entries.find(({ path }) => STRINGS.test(path))
  if (!source) return []
  const strings: string[] = []
  const reading = parsed<string>(source, signal, (found) => {
    const text = new CellText()
    return {
      open: (name) => (name === 'si' ? text.clear() : text.open(name)),
      close: (name) => (name === 'si' ? void found.push(text.taken()) : text.close(name)),
      text: (part) => text.add(part),
    }
  })
  for await (const each of reading) strings.push(each)
  return strings
}

/** The cells of each row; missing ones are empty. */
function cellsOf(sheet: Source, strings: readonly string[], signal: AbortSignal | undefined): AsyncGenerator<string[]> {
  return parsed<string[]>(sheet, signal, (found) => {
    const text = new CellText()
    let row: string[] = []
    let type: string | undefined
    let column = -1
    return {
      open(name, { r, t }) {
        if (name === 'row') {
          row = []
          column = -1
        } else if (name === 'c') {
          column = columnOf(r) ?? column + 1
          type = t
          text.clear()
        } else text.open(name)
      },
      close(name) {
        if (name === 'row') found.push(Array.from(row, (cell) => cell ?? ''))
        else if (name === 'c') {
          const value = text.taken()
          if (column < COLUMNS_MAX) row[column] = type === 's' && value ? (strings[Number(value)] ?? '') : value
        } else text.close(name)
      },
      text: (part) => text.add(part),
    }
  })
}

/** The number of the column of a cell, from 0: 27 of `AB12`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? '')?.[1]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Collects the text of a cell: of `v` and `t`, not of pronunciations (`rPh`). */
class CellText {
  private text = ''
  private isOpen = false
  private isSpoken = false

  clear(): void {
    this.text = ''
  }

  open(name: string): void {
    if (name === 'rPh') this.isSpoken = true
    else if (name === 'v' || name === 't') this.isOpen = true
  }

  close(name: string): void {
    if (name === 'rPh') this.isSpoken = false
    else if (name === 'v' || name === 't') this.isOpen = false
  }

  add(part: string): void {
    if (this.isOpen && !this.isSpoken) this.text += part
  }

  taken(): string {
    return this.text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  }
}
