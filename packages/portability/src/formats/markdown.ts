import { parse } from 'yaml'
import { candidateRecord, memoryRecord } from '../memory.ts'
import { MODEL_CONFIDENCE, type PortableRecord } from '../records.ts'
import { timeIn, writtenDateMs } from '../times.ts'
import { isObject, type Json, numberIn, objectIn, percentOf, stringIn, stringsIn } from '../values.ts'
import { isDateMark } from './pasted.ts'
import { some } from './some.ts'

/*
 * Notes in Markdown. Observations of basic-memory and notes that are one memory with its fields in front become memories;
 * the paragraphs and bullets of all other notes are only offered for review. Front matter is data and is never run.
 */

const FRONT_START = /^\ufeff?---[ \t]*(?:(\w+)[ \t]*)?$/
const FRONT_END = /^---[ \t]*$\n?/m
const FENCE = /^[ \t]*(`{3,}|~{3,})/
const FRONT_CHARS_MAX = 64 * 1024
const OBSERVATION = /^\s*[-*] \[(\p{L}[\p{L}\d _-]{1,40})\] (?!\()(.+)$/u
const BRACKETED = /^ {0,8}[-*] \[([^\]\n]{1,40})\]/
/** A relation to another note, with its kind. */
const RELATION = /^\s*[-*] (?:([\p{L}\d][^[\]\n]{0,60}?) )?\[\[([^\][|\n]{1,200})/u
const TASK = /^\s*(?:[-*+]|\d+[.)]) \[.\] /
const BULLET = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/
const ENTRY_START = /^---[ \t]*\n(?=id: \S)/m
const WORDS_MIN = 3

interface Note {
  readonly front: Json
  readonly body: string
}

/** Splits a note into front matter and body. Front matter that cannot be read is left out. */
function parseNote(text: string): Note {
  const lineEnd = text.indexOf('\n')
  const start = lineEnd < 0 ? null : FRONT_START.exec(text.slice(0, lineEnd))
  const rest = text.slice(lineEnd + 1)
  const end = start && FRONT_END.exec(rest)
  if (!end) return { front: {}, body: text }
  return { front: start[1] ? {} : frontOf(rest.slice(0, end.index)), body: rest.slice(end.index + end[0].length) }
}

function frontOf(yaml: string): Json {
  if (yaml.length > FRONT_CHARS_MAX) return {}
  try {
    // The core schema has no types that build anything but data; dates stay text.
    const value: unknown = parse(yaml, { schema: 'core', maxAliasCount: 20, logLevel: 'silent' })
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

export type NoteKind = 'mem0-markdown' | 'modeled-information' | 'basic-memory' | 'markdown'

/** What a note is. */
export function noteKind(text: string): NoteKind {
  const { front, body } = parseNote(text)
  const hasId = stringIn(front, 'id') !== undefined
  if (hasId && stringIn(front, 'created_at') && ENTRY_START.test(text)) return 'mem0-markdown'
  if (hasId && stringIn(front, 'type') && (isObject(front.temporal) || isObject(front.provenance)))
    return 'modeled-information'
  if (!/^(?:```|~~~)/m.test(body) && observationsOf(body).length && !hasDatedBullets(body)) return 'basic-memory'
  return 'markdown'
}

export function* noteRecords(text: string): Generator<PortableRecord> {
  switch (noteKind(text)) {
    case 'mem0-markdown':
      return yield* mem0Entries(text)
    case 'modeled-information':
      return yield* some(modeledMemory(parseNote(text)))
    case 'basic-memory':
      return yield* observationRecords(parseNote(text))
    default:
      return yield* noteCandidates(parseNote(text))
  }
}

/** Several entries in one file, each with front matter. A line of dashes begins one only before an id. */
function* mem0Entries(text: string): Generator<PortableRecord> {
  for (const entry of text.split(/^(?=---[ \t]*\nid: \S)/m)) {
    const { front, body } = parseNote(entry)
    const createdAt = timeIn(front.created_at)
    yield* some(
      memoryRecord({
        maker: 'mem0',
        content: body,
        externalId: stringIn(front, 'id'),
        type: stringIn(front, 'type'),
        words: (stringIn(front, 'categories') ?? '').split(/,\s*/),
        confidence: percentOf(numberIn(front, 'confidence')) ?? MODEL_CONFIDENCE,
        createdAt,
        occurredAt: createdAt,
      }),
    )
  }
}

function modeledMemory({ front, body }: Note): PortableRecord | undefined {
  const temporal = objectIn(front, 'temporal')
  const createdAt = timeIn(front.created)
  const validFrom = timeIn(temporal.validFrom)
  return memoryRecord({
    maker: 'modeled-information',
    content: body,
    externalId: stringIn(front, 'id'),
    type: stringIn(front, 'type'),
    words: [...stringsIn(front, 'tags'), (stringIn(front, 'namespace') ?? '').split('/').at(-1) ?? ''],
    confidence: percentOf(numberIn(objectIn(front, 'provenance'), 'confidence')),
    createdAt,
    occurredAt: validFrom ?? createdAt,
    updatedAt: timeIn(front.modified),
    validFrom,
    validUntil: timeIn(temporal.validUntil),
    metadata: { tags: stringsIn(front, 'tags').join(', '), namespace: stringIn(front, 'namespace') },
  })
}

function observationsOf(body: string): RegExpExecArray[] {
  return body
    .split('\n')
    .map((line) => OBSERVATION.exec(line))
    .filter((match) => match !== null)
    .filter(([, category = '']) => !isDateMark(category))
}

/** Whether dates stand where observations have their category: then it is a list of memories. */
function hasDatedBullets(body: string): boolean {
  return body.split('\n').some((line) => writtenDateMs(BRACKETED.exec(line)?.[1] ?? '') !== undefined)
}

/** The relations of a note, such as `part_of Garden`. */
function relationsOf(body: string): string[] {
  return body.split('\n').flatMap((line) => {
    const match = RELATION.exec(line)
    return match ? [`${match[1] ?? 'links_to'} ${match[2]}`] : []
  })
}

function* observationRecords({ front, body }: Note): Generator<PortableRecord> {
  const title = stringIn(front, 'title')
  // Times of basic-memory are local times without a zone, so that only the date is certain.
  const date = timeIn(String(front.created ?? '').slice(0, 10))
  const relations = relationsOf(body).join(', ')
  for (const match of observationsOf(body)) {
    const [, category, written] = match as unknown as [string, string, string]
    const context = /\(([^()]*)\)$/.exec(written.trimEnd())
    const text = context ? written.slice(0, context.index) : written
    const tags = [...text.matchAll(/(?:^|\s)#([\p{L}\d/_-]+)/gu)].map(([, tag]) => tag as string)
    const content = plainInline(text)
    yield* some(
      memoryRecord({
        maker: 'basic-memory',
        content,
        type: category,
        words: [...tags, ...stringsIn(front, 'tags'), title ?? ''],
        named: front.scope,
        ...(date ? { createdAt: date, occurredAt: date } : {}),
        metadata: { note: title, tags: tags.join(', '), context: context?.[1], relations },
      }),
    )
  }
}

function* noteCandidates({ body }: Note): Generator<PortableRecord> {
  for (const content of paragraphsOf(body))
    if (content.split(/\s+/).length >= WORDS_MIN)
      yield* some(candidateRecord({ content, origin: 'note', maker: 'markdown' }))
}

/** The paragraphs and bullets of a note, without code, comments, headings, tasks, tables and embeds. */
function paragraphsOf(body: string): string[] {
  const text = withoutCode(body).replace(
    /%%[\s\S]*?(?:%%|$(?![\s\S]))|<!--[\s\S]*?(?:-->|$(?![\s\S]))|\$\$[\s\S]*?(?:\$\$|$(?![\s\S]))/g,
    '\n',
  )
  const paragraphs: string[] = []
  let open = ''
  const close = () => {
    const plain = plainInline(open)
    if (plain) paragraphs.push(plain)
    open = ''
  }
  for (const line of text.split('\n')) {
    const isBullet = BULLET.test(line)
    if (!line.trim() || isBullet) close()
    if (/^\s*(?:#{1,6}\s|\||>|!\[|---+\s*$|===+\s*$|\w+:: )/.test(line) || TASK.test(line)) {
      close()
      continue
    }
    open = `${open} ${isBullet ? line.replace(BULLET, '') : line.trim()}`.trim()
  }
  close()
  return paragraphs
}

/** Leaves out fenced code, which ends with the fence it began with or with the text. */
function withoutCode(body: string): string {
  const lines: string[] = []
  let fence: string | undefined
  for (const line of body.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (fence === undefined && mark === undefined) lines.push(line)
    else if (fence === undefined) {
      fence = mark
      lines.push('')
    } else if (mark?.startsWith(fence)) fence = undefined
  }
  return lines.join('\n')
}

/** Inline Markdown as plain text: links by their words, no tags, block ids or emphasis. */
function plainInline(text: string): string {
  return text
    .replace(/!\[\[[^\][\n]{0,300}\]\]|!\[[^\][\n]{0,300}\]\([^()\n]{0,1000}\)/g, '')
    .replace(/\[\[(?:[^\][|\n]{0,300}\|)?([^\][\n]{1,300})\]\]/g, '$1')
    .replace(/\[([^\][\n]{1,300})\]\([^()\n]{0,1000}\)/g, '$1')
    .replace(/(?:^|\s)#[\p{L}][\p{L}\d/_-]*/gu, '')
    .replace(/\s\^[\w-]+\s*$/, '')
    .replace(/(\*\*|__|==|~~)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/`([^`\n]*)`/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
