import { chatRecords, type FoundMessage } from '../chat.ts'
import type { ReadContext } from '../document.ts'
import { memoryRecord } from '../memory.ts'
import { MODEL_CONFIDENCE, type PortableRecord } from '../records.ts'
import type { Source } from '../source.ts'
import { isoMs, isoOf, serialDateMs } from '../times.ts'
import { isObject } from '../values.ts'
import { type Row, rowsOf, sheetsOf, titlesOf } from '../workbook.ts'
import { some } from './some.ts'

/*
 * The workbook that Perplexity sends on request: a sheet of questions with their answers as JSON, and one of memories. A
 * question names no thread, so each is a chat.
 */

const MAKER = 'perplexity'
const ANSWER_DEPTH_MAX = 8
const GONE = ['IS_DELETED', 'IS_FORGOTTEN', 'IS_INVISIBLE']

const isMemories = (titles: readonly string[]) => titles.includes('MEMORY_KEY') && titles.includes('MEMORY_VALUE')
const isQuestions = (titles: readonly string[]) => titles.includes('OUTPUT_STR') && titles.includes('TITLE')

/** Whether an archive is such a workbook. */
export async function isPerplexityWorkbook(entries: readonly Source[], signal?: AbortSignal): Promise<boolean> {
  for (const sheet of sheetsOf(entries)) {
    const titles = await titlesOf(sheet, entries, signal)
    if (isMemories(titles) || isQuestions(titles)) return true
  }
  return false
}

export async function* readPerplexityWorkbook(
  entries: readonly Source[],
  { signal }: ReadContext,
): AsyncGenerator<PortableRecord> {
  for (const sheet of sheetsOf(entries)) {
    const titles = await titlesOf(sheet, entries, signal)
    const recordsOf = isMemories(titles) ? memoryOf : isQuestions(titles) ? chatOf : undefined
    if (recordsOf) for await (const row of rowsOf(sheet, entries, signal)) yield* recordsOf(row)
  }
}

function* memoryOf(row: Row): Generator<PortableRecord> {
  const value = row.get('MEMORY_VALUE')?.trim()
  if (!value || isGone(row)) return
  const key = row.get('MEMORY_KEY')?.trim()
  const ms = timeOf(row, 'CREATED')
  const content = key ? `${key}: ${value}` : value
  const times = ms === undefined ? {} : { createdAt: isoOf(ms), occurredAt: isoOf(ms) }
  yield* some(memoryRecord({ maker: MAKER, content, confidence: MODEL_CONFIDENCE, words: key ? [key] : [], ...times }))
}

function* chatOf(row: Row): Generator<PortableRecord> {
  const title = row.get('TITLE')
  const id = row.get('UUID') || `${row.get('CREATED')}:${title}`
  if (isGone(row)) return
  const ms = timeOf(row, 'CREATED')
  const messages: FoundMessage[] = [
    { id: `${id}:user`, role: 'user', text: row.get('QUERY_STR') || row.get('QUERY') || title || '', ms },
    { id: `${id}:assistant`, role: 'assistant', text: answerOf(row.get('OUTPUT_STR') ?? '') ?? '', ms },
  ]
  const hasOwnId = !!row.get('UUID')
  yield* chatRecords({ maker: MAKER, id, hasOwnId, title, createdMs: ms, updatedMs: timeOf(row, 'UPDATED'), messages })
}

const isGone = (row: Row) => GONE.some((title) => /^(?:true|1|yes)$/i.test(row.get(title)?.trim() ?? ''))

/** A time of a row, as text or as a number of days. */
function timeOf(row: Row, title: string): number | undefined {
  const text = row.get(title) || row.get(`${title}_AT`)
  return isoMs(text) ?? serialDateMs(text)
}

/** The answer in the JSON of a cell, in which steps and further JSON can be nested; a text that is no JSON is the answer. */
function answerOf(text: string): string | undefined {
  const value = parsed(text)
  return value === undefined ? text : lastAnswer(value, 0)
}

function lastAnswer(value: unknown, depth: number): string | undefined {
  if (depth > ANSWER_DEPTH_MAX) return undefined
  if (typeof value === 'string') return lastAnswer(parsed(value), depth + 1)
  if (Array.isArray(value)) return value.map((each) => lastAnswer(each, depth + 1)).findLast((found) => found)
  if (!isObject(value)) return undefined
  if (typeof value.answer === 'string') return lastAnswer(value.answer, depth + 1) ?? value.answer
  return Object.values(value)
    .map((each) => lastAnswer(each, depth + 1))
    .findLast((found) => found)
}

/** The JSON object or list of a text; `undefined` if it is none. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
