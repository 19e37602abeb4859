import { z } from 'zod'
import type { ChatPiece, Finish } from '../../foundation/models/chat.ts'
import { clean } from '../../foundation/models/structured.ts'
import { NOTHING_SAID, Said } from '../candidates/candidate.ts'

/** What a model says that answers a plain question with an object of its own. */
const Wrapped = z.object({ reply: z.string().trim().min(1) })
const Aside = Said.partial().transform((said): Said => ({ ...NOTHING_SAID, ...said }))
// `{`, then the name of a field or the end.
const MAYBE_JSON = /^\s*(\{\s*(["}]|$)|$)/

/** A piece of a reply, as every stream of a chat tells it. */
export interface Delta {
  type: 'delta'
  text: string
}

/** What came of a reply: its words, and what stood beside them when the model said it all in one object. */
export interface Reply {
  text: string
  aside: Said | undefined
  finish: Finish
}

/**
 * Some models wrap a reply in JSON, whatever they are asked. A reply that begins like JSON is held back until it is
 * clear that it is none, or whole; any other passes as it comes.
 */
export async function* unwrapped(pieces: AsyncIterable<ChatPiece>): AsyncGenerator<Delta, Reply> {
  let text = ''
  let shown = 0
  let finish: Finish = 'stop'
  for await (const piece of pieces) {
    if (piece.kind === 'end') {
      finish = piece.finish
      continue
    }
    text += piece.text
    if (!shown && MAYBE_JSON.test(text)) continue
    yield { type: 'delta', text: text.slice(shown) }
    shown = text.length
  }
  if (shown) return { text, aside: undefined, finish }
  const reply = unwrap(text)
  yield { type: 'delta', text: reply.text }
  return { ...reply, finish }
}

function unwrap(text: string): Omit<Reply, 'finish'> {
  try {
    const value: unknown = JSON.parse(text)
    return { text: clean(Wrapped.parse(value).reply), aside: Aside.catch(NOTHING_SAID).parse(value) }
  } catch {
    return { text, aside: undefined }
  }
}
