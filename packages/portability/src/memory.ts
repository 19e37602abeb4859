import { sha256Hex } from './digest.ts'
import {
  CANDIDATE_CHARS_MAX,
  type Candidate,
  type CandidateOrigin,
  CONTENT_CHARS_MAX,
  EXTERNAL_ID_CHARS_MAX,
  type MemoryLine,
  type Metadata,
  type PortableRecord,
} from './records.ts'
import { isSensitiveScope, scopeFor, scopeOfText, typeFor } from './scopes.ts'
import { cleanText, cutText, normalText } from './text.ts'

const METADATA_BYTES_MAX = 4_096
const METADATA_KEY_CHARS_MAX = 64
const SOURCE_APP_CHARS_MAX = 128
const ID_DIGITS = 32

/** A memory as a reader finds it. */
export interface FoundMemory extends Partial<Omit<MemoryLine, 'id' | 'content' | 'scope' | 'metadata'>> {
  readonly content: string
  /** The format or service that holds it; part of the id. */
  readonly maker: string
  /** A scope that the source names. */
  readonly named?: unknown
  /** Categories, sections or tags, from which the scope is taken. */
  readonly words?: readonly string[]
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Ids of its source to which it refers. */
  readonly supersededById?: string | undefined
}

/** The record of a memory; none if it has no content. */
export function memoryRecord(found: FoundMemory): Extract<PortableRecord, { kind: 'memory' }> | undefined {
  const { maker, named, words = [], supersededById, metadata: _metadata, externalId, ...fields } = found
  const content = cutText(cleanText(found.content), CONTENT_CHARS_MAX)
  if (!content) return undefined
  const metadata = flatMetadata(found.metadata)
  const given = externalId && cleanText(externalId)
  const memory: MemoryLine = {
    ...fields,
    id: memoryIdOf(maker, given || sha256Hex(normalText(content)).slice(0, ID_DIGITS)),
    content,
    scope: scopeFor(content, words, named),
    type: typeFor(found.type),
    sourceApp: cutText(cleanText(found.sourceApp || maker), SOURCE_APP_CHARS_MAX),
    ...(given ? { externalId: shortId(given) } : {}),
    ...(supersededById ? { supersededBy: memoryIdOf(maker, supersededById) } : {}),
    ...(metadata ? { metadata } : {}),
  }
  return { kind: 'memory', memory: withoutUndefined(memory) }
}

/** The id of a memory's line: the same for the same entry of the same source. */
function memoryIdOf(maker: string, id: string): string {
  return `${maker}:${shortId(id)}`
}

function shortId(id: string): string {
  return id.length <= EXTERNAL_ID_CHARS_MAX - 40 ? id : `sha256:${sha256Hex(id)}`
}

/** A candidate as a reader finds it. */
export interface FoundCandidate {
  readonly content: string
  readonly origin: CandidateOrigin
  readonly maker: string
  readonly words?: readonly string[]
  readonly type?: string
  readonly isClear?: boolean
  readonly occurredAt?: string | undefined
  readonly messageId?: string
  readonly chatId?: string
}

/** The record of a candidate; none if it has no content. */
export function candidateRecord(found: FoundCandidate): Extract<PortableRecord, { kind: 'candidate' }> | undefined {
  const { origin, maker, words = [], type, isClear = false, occurredAt, messageId, chatId } = found
  const content = cutText(cleanText(found.content), CANDIDATE_CHARS_MAX)
  if (!content) return undefined
  const scope = words.length ? scopeFor(content, words) : scopeOfText(content)
  const candidate: Candidate = {
    id: `${maker}:${sha256Hex(JSON.stringify([origin, normalText(content)])).slice(0, ID_DIGITS)}`,
    content,
    origin,
    scope,
    type: typeFor(type),
    isPreselected: isClear && !isSensitiveScope(scope),
    sourceApp: maker,
    ...(occurredAt ? { occurredAt } : {}),
    ...(messageId ? { messageId } : {}),
    ...(chatId ? { chatId } : {}),
  }
  return { kind: 'candidate', candidate }
}

/**
 * Flat values only, at most 4 KiB as JSON: lists and objects become JSON text, and what does not fit is left out from
 * the end.
 */
export function flatMetadata(values: Readonly<Record<string, unknown>> | undefined): Metadata | undefined {
  const flat: Metadata = {}
  let bytes = 2
  for (const [key, value] of Object.entries(values ?? {})) {
    const text = flatValue(value)
    // The service accepts these characters in names.
    const name = key.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, METADATA_KEY_CHARS_MAX)
    if (text === undefined || !name || name === '__proto__') continue
    bytes += new TextEncoder().encode(JSON.stringify({ [name]: text })).length
    if (bytes > METADATA_BYTES_MAX) break
    flat[name] = text
  }
  return Object.keys(flat).length ? flat : undefined
}

function flatValue(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'string') return cleanText(value) || undefined
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null || !Object.keys(value).length) return undefined
  return cleanText(JSON.stringify(value))
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T
}
