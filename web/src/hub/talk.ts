import type { Shape } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { patientFetch } from '../api/renewal.ts'

export type Message = Shape<'ChatMessage'>

/**
 * Says something in a chat and hears the reply as it is spoken.
 * @returns the whole message once it is finished
 * @throws ApiError when the turn was refused or broke off
 */
export async function say(
  chatId: string,
  content: string,
  hear: (text: string) => void,
  signal: AbortSignal,
): Promise<Message> {
  const request = new Request(`/v1/chats/${encodeURIComponent(chatId)}/messages/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content }),
    signal,
  })
  const response = await patientFetch(request).catch((error) => {
    throw signal.aborted ? error : new ApiError(undefined, undefined)
  })
  if (!response.ok || !response.body) throw new ApiError(response, await response.json().catch(() => undefined))
  for await (const frame of framesOf(response.body)) {
    if (frame.type === 'delta') hear(frame.text)
    else if (frame.type === 'done') return frame.message
    else throw new ApiError(response, { error: { code: 'model_unavailable', message: frame.message } })
  }
  throw new ApiError(undefined, undefined)
}

// Server-sent events: a blank line ends one; its data lines make up the frame; a line that begins with a colon is a sign of life.
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
