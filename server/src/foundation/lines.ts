import type { Readable } from 'node:stream'
import { z } from 'zod'

/** JSON Lines, a JSON value a line: on its way a stream, in documents and tests a text. */
export type JsonLines = Readable | string

/** The shape of one kind of lines, by the name and the description it has in the document. */
export function jsonLines(id: string, description: string) {
  return z
    .custom<JsonLines>((value) => typeof value === 'string' || isReadable(value))
    .meta({ id, type: 'string', description: `JSON Lines. ${description}` })
}

function isReadable(value: unknown): boolean {
  return typeof (value as Readable | undefined)?.iterator === 'function'
}

/** Values as lines. */
export function textOf(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}
