import { Parser } from 'htmlparser2'
import { PortabilityError } from '../errors.ts'
import { TextCollector } from '../html.ts'
import type { PortableRecord } from '../records.ts'
import type { Source } from '../source.ts'
import { spokenTimeMs } from '../times.ts'
import { PRODUCT, PROMPT_PREFIX, promptsOf, type Turn, turnRecords } from './gemini.ts'

/*
 * Gemini's activity from Google Takeout, as HTML: one cell for each activity, with the prompt, its time in the words of
 * the account's language, and the answer. Threads are not named. A time that cannot be read is left out.
 */

const CELL_CHARS_MAX = 4 * 1024 ** 2
const TIME_LINE_CHARS = 60

/** Whether the beginning of an HTML page is one of Takeout's pages of activity. */
export function isActivityHtml(text: string): boolean {
  return /class="[^"]*\bouter-cell\b/.test(text)
}

export async function* readActivityHtml(
  sources: readonly Source[],
  signal: AbortSignal | undefined,
): AsyncGenerator<PortableRecord> {
  const turns: Turn[] = []
  for (const source of sources) {
    const reader = new CellReader((header, text) => {
      const turn = PRODUCT.test(header) ? turnOf(text) : undefined
      if (turn) turns.push(turn)
    })
    const decoder = new TextDecoder('utf-8', { fatal: true })
    for await (const piece of source.open(signal)) reader.write(decoded(decoder, piece))
    reader.end()
  }
  yield* turnRecords(promptsOf(turns))
}

function decoded(decoder: InstanceType<typeof TextDecoder>, piece: Uint8Array): string {
  try {
    return decoder.decode(piece, { stream: true })
  } catch (cause) {
    throw new PortabilityError('encoding', 'The page has another encoding than UTF-8.', cause)
  }
}

/** Whether a line is that of the time: a year, and later a clock time and perhaps a zone. */
function isTimeLine(line: string): boolean {
  if (line.length >= TIME_LINE_CHARS) return false
  const year = line.search(/\d{4}/)
  return year >= 0 && /\d:\d{2}/.test(line.slice(year + 4))
}

function turnOf(text: string): Turn | undefined {
  const prefix = PROMPT_PREFIX.exec(text)?.[0]
  const lines = text.slice(prefix?.length ?? 0).split('\n')
  const at = lines.findIndex((line, i) => i > 0 && isTimeLine(line))
  if (at < 0) return undefined
  const prompt = lines.slice(0, at).join('\n').trim()
  const ms = spokenTimeMs(lines[at] as string)
  const answer = lines
    .slice(at + 1)
    .join('\n')
    .trim()
  const turn = { prompt, answer, thread: undefined, ms }
  if (!prompt) return undefined
  return prefix === undefined ? { ...turn, hasUnknownPrefix: true } : turn
}

/** Follows the cells of the page and gives the header and the body of each. */
class CellReader {
  private readonly parser: Parser
  private depth = 0
  private cellDepth = 0
  private partDepth = 0
  private part: 'header' | 'body' | undefined
  private hasBody = false
  private header = ''
  private chars = 0
  private collector = new TextCollector()

  constructor(onCell: (header: string, text: string) => void) {
    this.parser = new Parser({
      onopentag: (name, attributes) => this.open(name, attributes.class ?? ''),
      onclosetag: (name) => this.close(name, onCell),
      ontext: (text) => {
        if (!this.part) return
        this.chars += text.length
        if (this.chars <= CELL_CHARS_MAX) this.collector.add(text)
      },
    })
  }

  write(text: string): void {
    this.parser.write(text)
  }

  end(): void {
    this.parser.end()
  }

  private open(name: string, classes: string): void {
    if (this.part) this.collector.open(name)
    if (name !== 'div') return
    this.depth++
    const names = classes.split(' ')
    if (names.includes('outer-cell')) {
      this.cellDepth = this.depth
      this.hasBody = false
      this.header = ''
      this.chars = 0
    } else if (this.cellDepth && !this.part) {
      if (names.includes('header-cell')) this.begin('header')
      else if (names.includes('content-cell') && !this.hasBody) this.begin('body')
    }
  }

  private begin(part: 'header' | 'body'): void {
    this.part = part
    this.partDepth = this.depth
    this.collector = new TextCollector()
  }

  private close(name: string, onCell: (header: string, text: string) => void): void {
    if (name === 'div') {
      if (this.part && this.depth === this.partDepth) {
        const text = this.collector.end()
        if (this.part === 'header') this.header = text
        else {
          this.hasBody = true
          onCell(this.header, text)
        }
        this.part = undefined
      }
      if (this.depth === this.cellDepth) this.cellDepth = 0
      this.depth = Math.max(0, this.depth - 1)
    }
    if (this.part) this.collector.close(name)
  }
}
