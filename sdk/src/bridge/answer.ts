import { framesOf } from '../frames.ts'
import { Complaint } from './complaint.ts'
import type { Message } from './message.ts'

const ANSWER_BYTES_MAX = 16 * 1024 * 1024

/**
 * The messages a request is answered with: one, or, as a stream, what is told on the way and the response at its end.
 * A refusal that names no request gets the id of this one, or its client would wait for ever.
 * @throws Complaint when what answered does not speak the protocol
 */
export async function* answersOf({ id }: Message, response: Response, signal: AbortSignal): AsyncGenerator<Message> {
  const type = response.headers.get('content-type') ?? ''
  const isAnswer = (message: Message) => message.method === undefined && message.id === id
  if (/^text\/event-stream\b/i.test(type) && response.body)
    return yield* framesOf<Message>(response.body, isAnswer, signal)
  const body = jsonOf(await textOf(response)) as Message | undefined
  if (body?.jsonrpc !== '2.0') throw new Complaint(notTheService(response))
  yield { ...body, ...(id === undefined ? {} : { id }) }
}

/** An answer as an object, or `undefined` when it is none; read so far and no further. */
export async function objectOf(response: Response): Promise<Record<string, unknown> | undefined> {
  const value = jsonOf(await textOf(response))
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** Says that somebody else answered. */
export function notTheService({ status, url }: Response): string {
  return `What answered with ${status} at ${url} is not the service; is this its address?`
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > ANSWER_BYTES_MAX) throw new Complaint(notTheService(response))
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
