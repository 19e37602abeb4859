import type { Shape } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { fetchWithRenewal } from '../../api/session-expiry.ts'

export type Message = Shape<'ChatMessage'>

/** What happens during a turn. */
interface TurnEvents {
  /** Receives each part of the reply. */
  onText: (text: string) => void
  /** Called when the turn is stored; candidates may follow. */
  onDone: () => void
  /** Called when candidates of the turn were stored. */
  onCandidates: () => void
}

/**
 * Sends a message to a chat and streams the reply. Resolves when the stream has ended.
 * @throws ApiError when the turn was rejected or the stream broke off before it was done
 */
export async function sendMessage(
  chatId: string,
  content: string,
  { onText, onDone, onCandidates }: TurnEvents,
  signal: AbortSignal,
): Promise<void> {
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
  let done = false
  try {
    for await (const frame of framesOf(response.body)) {
      if (frame.type === 'delta') onText(frame.text)
      else if (frame.type === 'candidates') onCandidates()
      else if (frame.type === 'error')
        throw new ApiError(response, { error: { code: 'model_unavailable', message: frame.message } })
      else {
        done = true
        onDone()
      }
    }
  } catch (error) {
    // The turn is stored; only its candidates may be missing.
    if (!done) throw error
  }
  if (!done) throw new ApiError(undefined, undefined)
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
