import { chatRecords, type FoundMessage } from '../chat.ts'
import { elementsOf, type JsonDocument, type JsonReader, type ReadContext } from '../document.ts'
import { htmlText } from '../html.ts'
import type { PortableRecord } from '../records.ts'
import { isoMs } from '../times.ts'
import { field, listIn, stringIn, stringsIn } from '../values.ts'

/*
 * Gemini's activity from Google Takeout, as JSON: one record for each prompt, newest first, with the answer as HTML.
 * Recent exports name the thread of a prompt; without one, a prompt is a chat of its own.
 */

const GEMINI_MAKER = 'gemini'
/** What stands before the prompt in a title, in the languages seen so far. */
export const PROMPT_PREFIX =
  /^(?:Prompted|Prompt|Said|Asked|Eingegebener Prompt|Prompt eingegeben|Requête|Invite|Indicación|Prompt escrito|Richiesta|Opdracht|プロンプト|提示)(?:\s*:)?[\s\u00a0]+/u
const THREAD = /\/app\/(?:c\/)?([\w-]{6,64})/
/** The product, whose name has other words beside it in other languages. */
export const PRODUCT = /(?<!\p{L})(?:gemini|bard)(?!\p{L})/iu
const PREFIX_WORDS_MAX = 3

export const gemini: JsonReader = {
  format: 'gemini-activity',
  label: 'Gemini activity (Google Takeout)',
  matches: ({ sample }) =>
    sample.some(
      (value) =>
        stringIn(value, 'header') && field(value, 'time') !== undefined && Array.isArray(field(value, 'products')),
    ),
  read,
}

/** A prompt with its answer. */
export interface Turn {
  readonly prompt: string
  readonly answer: string
  readonly thread: string | undefined
  readonly ms: number | undefined
  /** Whether the title begins with none of the known prefixes, which are then still part of the prompt. */
  readonly hasUnknownPrefix?: true
}

async function* read(documents: readonly JsonDocument[], context: ReadContext): AsyncGenerator<PortableRecord> {
  const turns: Turn[] = []
  for (const document of documents)
    for await (const record of elementsOf(document, context)) {
      const turn = turnOf(record)
      if (turn) turns.push(turn)
    }
  yield* turnRecords(promptsOf(turns))
}

/**
 * The turns with a known prefix. If there are none, the account has another language: then the turns with an answer, without
 * the words that all of them begin with.
 */
export function promptsOf(turns: readonly Turn[]): Turn[] {
  const known = turns.filter(({ hasUnknownPrefix }) => !hasUnknownPrefix)
  if (known.length) return known
  const answered = turns.filter(({ answer }) => answer.trim())
  const prefix = commonWords(answered.map(({ prompt }) => prompt))
  return answered.map((turn) => ({ ...turn, prompt: turn.prompt.slice(prefix.length).trim() }))
}

/** The words that several texts begin with, up to a colon; none for a single text, or if a text has no more. */
function commonWords(texts: readonly string[]): string {
  const [first = '', ...others] = texts
  if (!others.length) return ''
  let common = ''
  for (const word of first.split(' ', PREFIX_WORDS_MAX)) {
    const next = `${common}${word} `
    if (!others.every((text) => text.startsWith(next))) break
    common = next
    if (/[:：]$/.test(word)) break
  }
  return common
}

/** The prompt of an activity; `undefined` for other activities and other products. */
function turnOf(record: unknown): Turn | undefined {
  const isGemini = [...stringsIn(record, 'products'), stringIn(record, 'header') ?? ''].some((name) =>
    PRODUCT.test(name),
  )
  if (!isGemini) return undefined
  const details = listIn(record, 'details')
  const detail = (name: string) =>
    stringIn(
      details.find((each) => field(each, 'name') === name),
      'value',
    )
  const title = stringIn(record, 'title') ?? ''
  const prefix = PROMPT_PREFIX.exec(title)?.[0]
  const request = detail('Request')
  const prompt = request ?? title.slice(prefix?.length ?? 0)
  if (!prompt.trim()) return undefined
  const answer = listIn(record, 'safeHtmlItem').map((item) => htmlText(stringIn(item, 'html') ?? ''))
  const urls = [stringIn(record, 'titleUrl'), ...details.map((each) => stringIn(each, 'url'))]
  const thread = urls.map((url) => THREAD.exec(url ?? '')?.[1]).find(Boolean)
  const turn = { prompt, answer: detail('Response') ?? answer.join('\n\n'), thread, ms: isoMs(field(record, 'time')) }
  return request === undefined && prefix === undefined ? { ...turn, hasUnknownPrefix: true } : turn
}

/** The chats of turns that are listed newest first. */
export function* turnRecords(turns: readonly Turn[]): Generator<PortableRecord> {
  const threads = new Map<string, Turn[]>()
  for (const turn of [...turns].reverse()) {
    const id = turn.thread ?? `prompt:${turn.ms ?? ''}:${turn.prompt}`
    const thread = threads.get(id)
    if (thread) thread.push(turn)
    else threads.set(id, [turn])
  }
  for (const [id, thread] of threads) {
    const messages = thread.flatMap(({ prompt, answer, ms }): FoundMessage[] => {
      const name = `${ms ?? ''}:${prompt}`
      return [
        { id: `${name}:user`, role: 'user', text: prompt, ms },
        { id: `${name}:assistant`, role: 'assistant', text: answer, ms },
      ]
    })
    yield* chatRecords({ maker: GEMINI_MAKER, id, hasOwnId: thread[0]?.thread !== undefined, messages })
  }
}
