import { plainLine } from '../../foundation/plain-text.ts'
import type { CommandOutput } from './command.ts'

/* Plain text for a terminal. */

const CELL_CHARS_MAX = 60

/** A value as one line of text. Names are chosen by users. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length ? value.map(textOf).join(', ') : '-'
  if (typeof value === 'object')
    return textOf(Object.entries(value).map(([name, each]) => `${words(name)} ${textOf(each)}`))
  return plainLine(String(value))
}

/** The name of a field as words: `createdAt` as “created at”. */
const words = (name: string) => name.replace(/[A-Z_]/g, (letter) => ` ${letter === '_' ? '' : letter.toLowerCase()}`)

/** Rows as a table with these columns. */
export function table<T extends object>(rows: readonly T[], columns: readonly (keyof T & string)[]): string {
  if (!rows.length) return 'none'
  const cells = [
    columns.map(words),
    ...rows.map((row) => columns.map((column) => textOf(row[column]).slice(0, CELL_CHARS_MAX))),
  ]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The fields of an object, one a line. */
export function fields(value: object): string {
  const entries = Object.entries(value).map(([name, each]) => [words(name), each] as const)
  const width = Math.max(...entries.map(([name]) => name.length)) + 2
  return entries.map(([name, each]) => `${name.padEnd(width)}${textOf(each)}`).join('\n')
}

/** A page of a list: its items, and the id to continue after. */
export function listed<T extends { id: string }>(
  rows: readonly T[],
  limit: number,
  columns: readonly (keyof T & string)[],
): CommandOutput {
  const items = rows.slice(0, limit)
  const next = rows.length > limit ? (items.at(-1)?.id ?? null) : null
  const more = next === null ? '' : `\n\nmore: --after ${next}`
  return { data: { items, next }, text: table(items, columns) + more }
}
