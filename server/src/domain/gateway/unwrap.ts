import { z } from 'zod'
import type { ChatChunk } from '../../foundation/models/chat.ts'
import { clean } from '../../foundation/models/structured.ts'
import { EMPTY_EXTRACTION, Extraction } from '../candidates/candidate.ts'

/** The output of a model that replies with a JSON object instead of plain text. */
const Wrapped = z.object({ reply: z.string().trim().min(1) })
const PartialExtraction = Extraction.partial().transform((part): Extraction => ({ ...EMPTY_EXTRACTION, ...part }))
// Blank, or `{` followed by a field name or the end.
const MAYBE_JSON = /^\s*(\{\s*(["}]|$)|$)/

/** A piece of a streamed reply. */
export interface Delta {
  type: 'delta'
  text: string
}

/** A complete reply; `extraction` is set if the model put it into the same JSON object. */
export interface Reply {
  text: string
  extraction: Extraction | undefined
}

/**
 * Unwraps replies that some models wrap in JSON regardless of the prompt. Output that begins like JSON is buffered until
 * it is complete or certainly not JSON; other output passes through.
 */
export async function* unwrapReply(pieces: AsyncIterable<ChatChunk>): AsyncGenerator<Delta, Reply> {
  let text = ''
  let sent = 0
  for await (const piece of pieces) {
    if (piece.kind === 'end') continue
    text += piece.text
    if (!sent && MAYBE_JSON.test(text)) continue
    yield { type: 'delta', text: text.slice(sent) }
    sent = text.length
  }
  if (sent) return { text, extraction: undefined }
  const reply = unwrap(text)
  yield { type: 'delta', text: reply.text }
  return reply
}

function unwrap(text: string): Reply {
  try {
    const value: unknown = JSON.parse(text)
    return {
      text: clean(Wrapped.parse(value).reply),
      extraction: PartialExtraction.catch(EMPTY_EXTRACTION).parse(value),
    }
  } catch {
    return { text, extraction: undefined }
  }
}
