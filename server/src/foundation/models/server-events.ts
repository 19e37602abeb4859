import { setImmediate as immediate } from 'node:timers/promises'
import { ModelFailure } from './failure.ts'

/* Reads server-sent events (WHATWG HTML, 9.2.6) of a server that may send anything. */

const STREAM_BYTES_MAX = 32 * 1024 * 1024
const EVENT_CHARS_MAX = 1024 * 1024
/** More than any reply has tokens. */
const EVENTS_MAX = 100_000
/** Events between which others run. */
const EVENTS_AT_ONCE = 50
const LF = 10
const CR = 13

export interface ServerEvent {
  /** The name after `event:`; undefined if there is none. */
  event: string | undefined
  data: string
}

/**
 * Yields the events of a body as they arrive; comments and other fields are skipped.
 * @throws ModelFailure `garbled` for invalid UTF-8, more than 1 Mi characters in one event, 100,000 events or 32 MiB in total.
 */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const events: ServerEvent[] = []
  const reader = lineReader(events)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  let count = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > STREAM_BYTES_MAX)
      throw new ModelFailure('garbled', `The model sent more than ${STREAM_BYTES_MAX} bytes.`)
    reader.read(decode(decoder, chunk))
    for (const event of events.splice(0)) {
      if (++count > EVENTS_MAX) throw new ModelFailure('garbled', `The model sent more than ${EVENTS_MAX} events.`)
      if (count % EVENTS_AT_ONCE === 0) await immediate()
      yield event
    }
  }
  reader.read(decode(decoder))
  reader.end()
  yield* events
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw new ModelFailure('garbled', 'The model sent text that is not UTF-8.')
  }
}

/** Collects lines into events. A line that arrives in many pieces is joined once. */
function lineReader(events: ServerEvent[]) {
  let pieces: string[] = []
  let data: string[] = []
  let event: string | undefined
  let chars = 0
  let afterCr = false

  function endLine(): void {
    const line = pieces.length === 1 ? (pieces[0] as string) : pieces.join('')
    pieces = []
    if (line === '') {
      endEvent()
      return
    }
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (name === 'data') data.push(value)
    else if (name === 'event') event = value
  }

  function endEvent(): void {
    if (data.length) events.push({ event, data: data.join('\n') })
    data = []
    event = undefined
    chars = 0
  }

  return {
    read(text: string): void {
      let from = 0
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at)
        if (code === LF && afterCr && at === from) {
          from = at + 1
          afterCr = false
          continue
        }
        afterCr = code === CR
        if (code !== LF && code !== CR) continue
        pieces.push(text.slice(from, at))
        endLine()
        from = at + 1
      }
      if (from < text.length) pieces.push(text.slice(from))
      chars = pieces.length || data.length ? chars + text.length : 0
      if (chars > EVENT_CHARS_MAX)
        throw new ModelFailure('garbled', `The model sent an event of more than ${EVENT_CHARS_MAX} characters.`)
    },
    /** Ends the last event of a body that lacks the empty line after it. */
    end(): void {
      if (pieces.length) endLine()
      endEvent()
    },
  }
}
