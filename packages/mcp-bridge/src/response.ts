import { EventSourceParserStream } from 'eventsource-parser/stream'
import { CliError } from './cli-error.ts'
import type { Message } from './message.ts'

const BODY_BYTES_MAX = 16 * 1024 * 1024
const EVENT_CHARS_MAX = 1024 * 1024
// The service sends a heartbeat every 15 seconds.
const SILENCE_MS_MAX = 60_000

/**
 * The messages of an HTTP response: one as JSON, or several as server-sent events, ending with the response to the
 * request. An error without an id gets the id of the request, because its client waits for that id.
 * @throws CliError if the body is not JSON-RPC, or the stream ends, fails or falls silent before the response
 */
export async function* messagesOf({ id }: Message, response: Response): AsyncGenerator<Message> {
  const type = response.headers.get('content-type') ?? ''
  if (/^text\/event-stream\b/i.test(type) && response.body) {
    const isResponse = (message: Message) => message.method === undefined && message.id === id
    return yield* streamedMessages(response.body, isResponse)
  }
  const body = parseJson(await readText(response)) as Message | undefined
  if (body?.jsonrpc !== '2.0') throw new CliError(notTheService(response))
  yield { ...body, ...(id === undefined ? {} : { id }) }
}

async function* streamedMessages(
  body: ReadableStream<Uint8Array>,
  isResponse: (message: Message) => boolean,
): AsyncGenerator<Message> {
  let silence: NodeJS.Timeout | undefined
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      const seconds = SILENCE_MS_MAX / 1_000
      const fail = () => controller.error(new CliError(`The response stream was silent for ${seconds} seconds.`))
      silence = setTimeout(fail, SILENCE_MS_MAX)
    },
    transform(chunk, controller) {
      silence?.refresh()
      controller.enqueue(chunk)
    },
  })
  const events = body
    .pipeThrough(watched)
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: EVENT_CHARS_MAX }))
  try {
    for await (const { data } of events) {
      const message = parseJson(data) as Message | undefined
      if (!message) throw new CliError('The response stream contains an event that is not JSON.')
      yield message
      if (isResponse(message)) return
    }
  } finally {
    clearTimeout(silence)
  }
  throw new CliError('The response stream ended before the response.')
}

/** Reads a response's body as a JSON object; `undefined` if it is something else. */
export async function readObject(response: Response): Promise<Record<string, unknown> | undefined> {
  const value = parseJson(await readText(response))
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** The error message for a response that a Memory Service does not send. */
export function notTheService({ status, url }: Response): string {
  return `The response from ${url} (status ${status}) is not from a Memory Service. Check the address.`
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > BODY_BYTES_MAX) throw new CliError(notTheService(response))
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
