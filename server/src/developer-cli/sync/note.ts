/*
 * Notes: a Markdown file for each scope, in which every bullet at the beginning of a line is a memory. Everything else in a
 * note belongs to its owner and stays as it is.
 */

/** A bullet of a note. */
export interface NoteItem {
  kind: string
  /** Normalised by `noteText`. */
  text: string
  /** Its lines in the note, `end` excluded. */
  start: number
  end: number
}

/** A note as it was read. */
export interface Note {
  lines: readonly string[]
  newline: '\n' | '\r\n'
  items: readonly NoteItem[]
}

/** What to change in a note, by the positions of its items. */
export interface NoteChanges {
  replaced: ReadonlyMap<number, Pick<NoteItem, 'kind' | 'text'>>
  removed: ReadonlySet<number>
  added: readonly Pick<NoteItem, 'kind' | 'text'>[]
}

const KIND_DEFAULT = 'fact'
const KIND_CHARS_MAX = 40
// Not a dot: it does not match all line separators of Unicode, and a bullet that is not found counts as deleted.
const BULLET = /^[-*+] ([^\n]*)$/
const TASK = /^\[.\](?: |$)/
const KIND = /^\[([\p{L}\d][\p{L}\d _-]{1,39})\] ([^\n]*)$/u
const FENCE = /^ {0,3}(```|~~~)/
const INDENTED = /^(?: {2}|\t)/

/** A text as a note holds it: without trailing white space, and with plain line breaks. */
export function noteText(content: string): string {
  return content
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

/** A kind as a note shows it. */
export function noteKind(kind: string): string {
  const letters = kind.replace(/[^\p{L}\d _-]/gu, '').replace(/^[ _-]+/, '')
  // By characters: half of one is none.
  const shown = [...letters].slice(0, KIND_CHARS_MAX).join('').trim()
  return [...shown].length > 1 ? shown : KIND_DEFAULT
}

/** Reads the memories of a note. Tasks, code and front matter hold none. */
export function parseNote(content: string): Note {
  const newline = content.includes('\r\n') ? '\r\n' : '\n'
  const lines = content.split(newline)
  const items: NoteItem[] = []
  for (let at = afterFrontMatter(lines); at < lines.length; at++) {
    const fence = FENCE.exec(lines[at]!)?.[1]
    if (fence) at = endOfFence(lines, at, fence)
    const [, first] = BULLET.exec(lines[at]!) ?? []
    if (first === undefined) continue
    const end = endOfItem(lines, at + 1)
    const item = TASK.test(first) ? undefined : itemOf(first, lines.slice(at + 1, end))
    if (item) items.push({ ...item, start: at, end })
    at = end - 1
  }
  return { lines, newline, items }
}

function itemOf(first: string, others: readonly string[]): Pick<NoteItem, 'kind' | 'text'> | undefined {
  const [, kind = KIND_DEFAULT, rest = first] = KIND.exec(first) ?? []
  const text = noteText([rest, ...others.map((line) => line.replace(INDENTED, ''))].join('\n'))
  return text ? { kind: noteKind(kind), text } : undefined
}

/** The lines after a bullet that belong to it: indented ones, and blank ones between them. */
function endOfItem(lines: readonly string[], from: number): number {
  let end = from
  for (let at = from; at < lines.length; at++) {
    if (INDENTED.test(lines[at]!) && lines[at]!.trim()) end = at + 1
    else if (lines[at]!.trim()) break
  }
  return end
}

function afterFrontMatter(lines: readonly string[]): number {
  if (lines[0]?.replace('\uFEFF', '').trimEnd() !== '---') return 0
  return lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line)) + 1
}

// A fence without an end is none: otherwise one typing error would hide all bullets below it, and they would be deleted.
function endOfFence(lines: readonly string[], from: number, fence: string): number {
  const end = lines.findIndex((line, at) => at > from && line.trim().startsWith(fence))
  return end < 0 ? from : end
}

/** The text of a note with changes; `null` if nothing but its title is left. */
export function changeNote({ lines, newline, items }: Note, changes: NoteChanges, title: string): string | null {
  const written: string[] = []
  let copied = 0
  for (const [at, { start, end }] of items.entries()) {
    const replacement = changes.replaced.get(at)
    if (!replacement && !changes.removed.has(at)) continue
    written.push(...lines.slice(copied, start), ...(replacement ? linesOf(replacement) : []))
    copied = end
  }
  const added = changes.added.flatMap(linesOf)
  const lastEnd = items.at(-1)?.end
  if (lastEnd === undefined) {
    const text = lines.slice(copied).join('\n').trimEnd()
    written.push(...(text ? [...text.split('\n'), ''] : [`# ${title}`, '']), ...added, '')
  } else {
    // If the last item was replaced or removed, nothing lies between.
    written.push(...lines.slice(copied, Math.max(copied, lastEnd)), ...added, ...lines.slice(lastEnd))
  }
  const text = written.join('\n')
  if (!added.length && text.replace('\uFEFF', '').trim().replace(`# ${title}`, '') === '') return null
  return newline === '\n' ? text : text.replaceAll('\n', newline)
}

function linesOf({ kind, text }: Pick<NoteItem, 'kind' | 'text'>): string[] {
  const [first = '', ...others] = text.split('\n')
  return [`- [${kind}] ${first}`, ...others.map((line) => (line ? `  ${line}` : ''))]
}

/** The title of the note of a scope. */
export function titleOf(scope: string): string {
  const words = scope.replace(/[._-]+/g, ' ').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
