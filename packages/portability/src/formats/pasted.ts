import type { ReadContext } from '../document.ts'
import { candidateRecord, memoryRecord } from '../memory.ts'
import { headingOf } from '../prose.ts'
import { MODEL_CONFIDENCE, type PortableRecord } from '../records.ts'
import { isoOf, writtenDateMs } from '../times.ts'

/*
 * Text that a person pasted: a list of memories as assistants print it, `[date] - memory` or bullets under headings, or the
 * lines of a page of saved memories. Entries become memories; prose is only offered for review.
 */

const FENCE = /^[ \t]*```[^\n`]*\n([\s\S]*?)(?:^[ \t]*```|$(?![\s\S]))/gm
const BULLET = /^(?:[-*+•‣–]|\d{1,3}[.)])[ \t]+/
const BRACKET = /^(?:\[([^\]\n]{1,40})\]|\(([^)\n]{1,40})\))[ \t]*([-–—:][ \t]*)?/
const BARE_DATE = /^(\d{4}-\d{2}(?:-\d{2})?|\d{4}\/\d{2}\/\d{2})[ \t]*[-–—:][ \t]+/
/** What stands for a missing date. */
const NO_DATE =
  /^(?:(?:date|unknown|undated|unsaved|unavailable|none|n\/a|n\.?d\.?|no|not|saved|available|known|recorded|provided)(?: |$))+$|^[^\p{L}\d]+$/iu
/** A bracket with a number before a dash is a date, even if it cannot be read. */
const DIGIT = /\d/
const SECTION_MARKS = /^\d{1,2}[.)]\s+|:$/g
const UPPER_HEADING = /^(?=.*\p{Lu})[\p{Lu}\d &/'-]{3,40}:?$/u
const LINE_CHARS_MAX = 300
const PREFERENCES = /^(?:instructions?|preferences?|style)\b/i

interface Entry {
  text: string
  ms: number | undefined
  section: string | undefined
}

interface Parsed {
  readonly entries: readonly Entry[]
  readonly prose: readonly string[]
}

export async function* readPasted(text: string, { options }: ReadContext): AsyncGenerator<PortableRecord> {
  const maker = options.source ?? 'pasted'
  const { entries, prose } = parsePasted(text, options.source !== undefined)
  for (const { text, ms, section } of entries) {
    const record = memoryRecord({
      maker,
      content: text,
      type: section && PREFERENCES.test(section) ? 'preference' : 'fact',
      words: section ? [section] : [],
      confidence: MODEL_CONFIDENCE,
      ...(ms === undefined ? {} : { occurredAt: isoOf(ms) }),
      metadata: section ? { section } : {},
    })
    if (record) yield record
  }
  for (const content of prose) {
    const record = candidateRecord({ content, origin: 'prose', maker })
    if (record) yield record
  }
}

/** @param isList whether the person says that the text is a list of memories */
function parsePasted(text: string, isList = false): Parsed {
  const fenced = [...text.matchAll(FENCE)].map(([, inner]) => inner ?? '')
  const lines = (fenced.length ? fenced.join('\n') : text).split('\n')
  const marked = entriesOf(lines, fenced.length > 0)
  if (marked.entries.length) return marked
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim())
  const plain = lines.map((line) => line.trim()).filter(Boolean)
  if (isList || (paragraphs.filter(Boolean).length === 1 && isLineList(plain)))
    return { entries: plain.map((line) => ({ text: line, ms: undefined, section: undefined })), prose: [] }
  return { entries: [], prose: paragraphs.filter((paragraph) => paragraph && !headingOf(paragraph)) }
}

/** Whether lines are entries and not the lines of a paragraph: each is a statement of its own. */
function isLineList(lines: readonly string[]): boolean {
  const isStatement = (line: string) =>
    line.length <= LINE_CHARS_MAX &&
    /^[\p{Lu}\p{Lo}\d"'“]/u.test(line) &&
    !/[,;:]$|\b(?:and|or|the|a|an|to|of|in)$/.test(line)
  return lines.length > 1 && lines.every(isStatement)
}

/** The entries that bullets or dates mark. Unmarked lines count only within a fence, and between entries as prose. */
function entriesOf(lines: readonly string[], isFenced: boolean): Parsed {
  const entries: Entry[] = []
  const prose: string[] = []
  let between: string[] = []
  let section: string | undefined
  let isOpen = false
  for (const line of lines) {
    const trimmed = line.trim()
    if (!trimmed) {
      isOpen = false
      continue
    }
    const heading = UPPER_HEADING.test(trimmed) ? trimmed.replace(/:$/, '') : headingOf(trimmed)
    const marked = entryOf(trimmed)
    if (marked) {
      const last = entries.at(-1)
      // A bullet below an entry belongs to it where it is indented further than the entry.
      if (isOpen && last && /^(?: {4,}|\t)/.test(line) && !marked.ms) last.text += `\n${marked.text}`
      else entries.push({ ...marked, section: marked.category ?? section })
      prose.push(...between)
      between = []
      isOpen = true
    } else if (heading) {
      section = heading.replace(SECTION_MARKS, '')
      isOpen = false
    } else if (isOpen && /^\s/.test(line)) (entries.at(-1) as Entry).text += `\n${trimmed}`
    else if (isFenced) {
      entries.push({ text: trimmed, ms: undefined, section })
      isOpen = true
    } else if (entries.length || section) between.push(trimmed)
  }
  return { entries, prose }
}

/** What a bracket in front of an entry says about it. */
interface Marked {
  readonly text: string
  readonly ms: number | undefined
  readonly category?: string | undefined
}

/** A line that a bullet, a number, a date or a bracket marks as an entry. */
function entryOf(line: string): Marked | undefined {
  const bullet = BULLET.exec(line)?.[0] ?? ''
  const rest = line.slice(bullet.length)
  const bracket = BRACKET.exec(rest)
  const bare = bracket ? null : BARE_DATE.exec(rest)
  const inBracket = (bracket?.[1] ?? bracket?.[2])?.trim()
  const ms = writtenDateMs(inBracket ?? bare?.[1] ?? '')
  const isUnread = bracket?.[1] !== undefined && bracket[3] !== undefined && DIGIT.test(bracket[1])
  const isDated = ms !== undefined || isUnread || (bracket?.[1] !== undefined && isDateMark(bracket[1]))
  // A word in a bracket, such as "[Work] - ", is the section of the entry.
  const category = !isDated && bracket?.[1] && bracket[3] ? inBracket : undefined
  if (!bullet && !isDated && !category) return undefined
  const marked = isDated || category ? rest.slice((bracket ?? bare)![0].length) : rest
  const text = marked.replace(/^\*\*([^*]+)\*\*/, '$1').trim()
  return text ? { text, ms, category } : undefined
}

/** Whether the text of a bracket is a date, or says that there is none. */
export function isDateMark(text: string): boolean {
  return writtenDateMs(text) !== undefined || NO_DATE.test(text.trim())
}
