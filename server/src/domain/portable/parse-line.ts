import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { tooComplex } from '../../foundation/complexity.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { digestId, isId } from '../../foundation/ids.ts'
import { checkStrings, parse } from '../../foundation/parse.ts'
import { Time } from '../../foundation/times.ts'
import { ExportedChat } from '../chats/export.ts'
import { ExternalId } from '../memories/app-fields.ts'
import type { CarriedRevision } from '../memories/carried-revisions.ts'
import { CarriedMemory, ReviewedFields, SOURCE_APP_CHARS_MAX } from '../memories/memory.ts'
import { checkSecrets } from '../memories/secrets.ts'
import { FORMAT, VERSION } from './format.ts'
import type { MemoryLine } from './imported-rows.ts'
import { LINE_BYTES_MAX, type Line } from './lines.ts'
import { isRevisionLine, parseRevision } from './revisions.ts'

/* The kinds of lines of an import. A memory has no `object`. */

const CANDIDATE_CHARS_MAX = 1_000
const IMPORTANCE_DEFAULT = 50
const ID_CHARS_MAX = 200

const CandidateLine = ReviewedFields.required({ content: true, scope: true }).extend({
  object: z.literal('candidate'),
  id: z.string().max(ID_CHARS_MAX).optional(),
  content: z.string().trim().min(1).max(CANDIDATE_CHARS_MAX),
  importance: z.number().min(0).max(100).default(IMPORTANCE_DEFAULT),
  sourceApp: z.string().max(SOURCE_APP_CHARS_MAX).nullish(),
  occurredAt: Time.optional(),
  chatId: z.string().max(ID_CHARS_MAX).optional(),
  messageId: z.string().max(ID_CHARS_MAX).optional(),
})
export type CandidateLine = z.output<typeof CandidateLine>

const Entry = z.object({ sourceApp: z.string().max(SOURCE_APP_CHARS_MAX).nullish(), externalId: ExternalId })
const SupersessionLine = z.object({ object: z.literal('supersession'), earlier: Entry, later: Entry })
export type SupersessionLine = z.output<typeof SupersessionLine>

/** A parsed line, by its kind, with its number. */
export type ParsedLine =
  | { kind: 'memory'; value: MemoryLine }
  | { kind: 'revision'; value: CarriedRevision & { line: number } }
  | { kind: 'chat'; value: ExportedChat & { line: number } }
  | { kind: 'candidate'; value: CandidateLine & { line: number } }
  | { kind: 'supersession'; value: SupersessionLine & { line: number } }

interface LineOptions {
  allowSecrets: boolean
  /** Whether a line with a foreign id is the same in whatever topic it is put. */
  asEntries: boolean
}

/** Parses a line; `undefined` for the header and for a rejected line. @throws Failure for a header of another format */
export function parseLine(
  ctx: Ctx<UserActor>,
  line: Line,
  { first, ...options }: LineOptions & { first: boolean },
  reject: (line: number, message: string) => void,
): ParsedLine | undefined {
  const { number, text } = line
  if (text === undefined) return void reject(number, `must be UTF-8 of at most ${LINE_BYTES_MAX} bytes`)
  const complex = tooComplex(text)
  if (complex) return void reject(number, complex)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return void reject(number, 'must be JSON')
  }
  if (first && isHeader(value)) return undefined
  try {
    checkStrings(value, text)
    return parseValue(ctx, value, number, options)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return void reject(number, error.message)
  }
}

function parseValue(
  ctx: Ctx<UserActor>,
  value: unknown,
  line: number,
  { allowSecrets, asEntries }: LineOptions,
): ParsedLine {
  const { object } = (value ?? {}) as { object?: unknown }
  if (object === 'chat' || object === 'message') return { kind: 'chat', value: { ...parse(ExportedChat, value), line } }
  if (object === 'supersession') return { kind: 'supersession', value: { ...parse(SupersessionLine, value), line } }
  if (object === 'candidate') {
    const candidate = parse(CandidateLine, value)
    checkSecrets({ content: candidate.content }, '', allowSecrets)
    return { kind: 'candidate', value: { ...candidate, line } }
  }
  if (isRevisionLine(value)) {
    const revision = parseRevision(value)
    checkSecrets(revision.memory, 'memory.', allowSecrets)
    return { kind: 'revision', value: { ...revision, line } }
  }
  const memory = parse(CarriedMemory, value)
  if (memory.expiresAt && memory.expiresAt <= ctx.clock().toISOString())
    throw invalid('expiresAt', 'must be in the future')
  checkSecrets(memory, '', allowSecrets)
  const hasOwnId = memory.id !== undefined && isId('mem', memory.id)
  if (hasOwnId) return { kind: 'memory', value: { ...memory, id: memory.id as string, line, hasOwnId } }
  const id = derivedId(ctx, memory, asEntries)
  const recordedId = asEntries ? id : derivedId(ctx, memory, true)
  return { kind: 'memory', value: { ...memory, id, line, hasOwnId, ...(recordedId === id ? {} : { recordedId }) } }
}

function isHeader(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('format' in value)) return false
  const { format, version } = value as { format: unknown; version?: unknown }
  if (format !== FORMAT) throw invalid('format', `must be ${FORMAT}`)
  if (version !== VERSION) throw invalid('version', `must be ${VERSION}`)
  return true
}

/** The purpose of the key that ids of imported memories derive from; it stays when the secret key changes. */
export const IMPORT_PURPOSE = 'imported memory'

// A foreign id is part of the digest, so that two lines that differ only in it stay distinct. The digest is keyed and
// names the person, so that the id of a guessed content cannot be computed and probed for.
function derivedId({ vault, actor }: Ctx<UserActor>, memory: CarriedMemory, asEntries: boolean): string {
  const { id, content, scope, type, importance, confidence, pinned, occurredAt, sourceApp, createdAt } = memory
  const about = [scope, type, importance, confidence, pinned, occurredAt, sourceApp, createdAt]
  const all = [actor.userId, id, content, ...(asEntries && id !== undefined ? ['entry', sourceApp] : about)]
  const time = createdAt ?? occurredAt
  const digest = vault.lastingMac(IMPORT_PURPOSE, JSON.stringify(all))
  return digestId('mem', time ? Date.parse(time) : 0, digest)
}
