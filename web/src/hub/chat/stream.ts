import type { Shape } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { fetchWithRenewal } from '../../api/session-expiry.ts'

export type Message = Shape<'ChatMessage'>

/**
 * Sends a message to a chat and streams the reply.
 * @param onText receives each part of the reply
 * @returns the complete reply
 * @throws ApiError when the turn was rejected or the stream broke off
 */
export async function sendMessage(
  chatId: string,
  content: string,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<Message> {
  const request = new Request(`/v1/chats/${encodeURIComponent(chatId)}/messages/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content }),
    signal,
  })
  const response = await fetchWithRenewal(request).catch((error) => {
    throw signal.aborted ? error : new ApiError(undefined, undefined)
  })
  if (!response.ok || !response.body) throw new ApiError(response, await response.json().catch(() => undefined))
  for await (const frame of framesOf(response.body)) {
    if (frame.type === 'delta') onText(frame.text)
    else if (frame.type === 'done') return frame.message
    else throw new ApiError(response, { error: { code: 'model_unavailable', message: frame.message } })
  }
  throw new ApiError(undefined, undefined)
}

/** Parses server-sent events. Each event is one JSON frame; events without data are keep-alive comments. */
async function* framesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Shape<'HubStreamEvent'>> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const events = (rest + decoder.decode(value, { stream: true })).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
      if (data.length) yield JSON.parse(data.join('\n'))
    }
  }
}
