import type { JsonTop } from './json.ts'
import { firstBytes, type Source } from './source.ts'
import { encodingOf } from './text.ts'

/** What the first bytes of a file are. The name of the file has no say. */
export type Content =
  | {
      readonly kind:
        | 'empty'
        | 'zip'
        | 'empty_zip'
        | 'gzip'
        | 'sealed'
        | 'html'
        | 'csv'
        | 'text'
        | 'misencoded'
        | 'binary'
    }
  | { readonly kind: 'json'; readonly top: JsonTop }

const HEAD_BYTES = 64 * 1024
const TITLES_CHARS_MAX = 400
const SIGNATURES: readonly (readonly [kind: 'zip' | 'empty_zip' | 'gzip' | 'sealed', bytes: readonly number[]])[] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['empty_zip', [0x50, 0x4b, 0x05, 0x06]],
  ['gzip', [0x1f, 0x8b]],
  ['sealed', [0xa4, 0x01, 0x01, 0x02]],
]
/** A list of JSON begins with a value; `[2025-03-14]` begins a line of text. */
const JSON_LIST = /^\[\s*(?:["{[\]]|(?:null|true|false|-?\d+(?:\.\d+)?)\s*,|$)/
/** Titles in the first line of Copilot's tables, in any order. */
const COPILOT_TITLES: readonly (readonly string[])[] = [
  ['Author', 'Message', 'Time'],
  ['Author', 'MessageContent', 'CreatedAt'],
  ['Timestamp', 'ClientApp', 'Prompt'],
]
const JSON_OBJECT = /^\{\s*(?:["}]|$)/

export async function classify(source: Source, signal?: AbortSignal): Promise<{ content: Content; head: string }> {
  const bytes = await firstBytes(source, HEAD_BYTES, signal)
  if (!bytes.length) return { content: { kind: 'empty' }, head: '' }
  for (const [kind, signature] of SIGNATURES)
    if (signature.every((byte, i) => bytes[i] === byte)) return { content: { kind }, head: '' }
  const encoding = encodingOf(bytes)
  const head = new TextDecoder(encoding).decode(bytes).replace(/\r\n?/g, '\n')
  const text = head.trimStart()
  if (!text) return { content: { kind: 'empty' }, head }
  if (encoding === 'utf-8' && isBinary(bytes)) return { content: { kind: 'binary' }, head: '' }
  const first = text[0]
  if (first === '<') return { content: { kind: 'html' }, head }
  if (first === '[' && JSON_LIST.test(text)) return { content: { kind: 'json', top: 'list' }, head }
  if (first === '{' && JSON_OBJECT.test(text))
    return { content: { kind: 'json', top: isLines(text) ? 'values' : 'object' }, head }
  if (isCopilotTable(text)) return { content: { kind: 'csv' }, head }
  return { content: { kind: isEncoded(bytes, encoding) ? 'text' : 'misencoded' }, head }
}

function isCopilotTable(text: string): boolean {
  const [line = ''] = text.slice(0, TITLES_CHARS_MAX).split('\n')
  const titles = new Set(line.split(',').map((title) => title.replace(/"/g, '').trim()))
  return COPILOT_TITLES.some((each) => each.every((title) => titles.has(title)))
}

/** Whether all characters can be decoded; the last may be cut. */
function isEncoded(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Control characters other than white space do not occur in text. */
function isBinary(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b))
}

/** Whether the first line is a JSON value and another line begins with one. */
function isLines(text: string): boolean {
  const end = text.search(/\r?\n/)
  if (end < 0) return false
  const rest = text.slice(end).trimStart()
  if (!rest.startsWith('{')) return false
  try {
    JSON.parse(text.slice(0, end))
    return true
  } catch {
    return false
  }
}
