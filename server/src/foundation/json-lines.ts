import type { Readable } from 'node:stream'
import { z } from 'zod'

/** JSON Lines, one JSON value per line: a stream in requests and responses, a string in examples and tests. */
export type JsonLines = Readable | string

/** The schema of JSON Lines, with its name and description in the OpenAPI document. */
export function jsonLines(id: string, description: string) {
  return z
    .custom<JsonLines>((value) => typeof value === 'string' || isReadable(value))
    .meta({ id, type: 'string', description: `JSON Lines. ${description}` })
}

function isReadable(value: unknown): boolean {
  return typeof (value as Readable | undefined)?.iterator === 'function'
}

/** Serializes values as JSON Lines. */
export function toJsonLines(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}
