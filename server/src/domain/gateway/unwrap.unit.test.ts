import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unwrapReply } from './unwrap.ts'

const usage = { tokensIn: 1, tokensOut: 1, model: 'a-model', estimated: false }

/** The deltas and the result of unwrapping a reply that arrives in pieces. */
async function read(pieces: readonly string[]) {
  async function* chunks() {
    for (const text of pieces) yield { kind: 'text' as const, text }
    yield { kind: 'end' as const, usage }
  }
  const stream = unwrapReply(chunks())
  const deltas: string[] = []
  for (;;) {
    const step = await stream.next()
    if (step.done) return { deltas, reply: step.value }
    deltas.push(step.value.text)
  }
}

/** Splits a text into pieces of arbitrary length. */
const inPieces = (text: string) =>
  fc.array(fc.nat(text.length)).map((cuts) => {
    const at = [0, ...cuts.sort((a, b) => a - b), text.length]
    return at.slice(1).map((end, i) => text.slice(at[i], end))
  })

describe('unwrapReply', () => {
  test('passes text through unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .oneof(fc.string(), fc.json(), fc.constantFrom('{name}, hello', '{"reply": 7}', ' {"a"', '{}'))
          .chain(inPieces),
        async (pieces) => {
          const { deltas, reply } = await read(pieces)
          expect(deltas.join('')).toBe(pieces.join(''))
          expect(reply).toEqual({ text: pieces.join(''), extraction: undefined })
        },
      ),
    )
    expect((await read(['Good ', 'morning.'])).deltas).toEqual(['Good ', 'morning.'])
    expect((await read(['{', 'name}', ', hello'])).deltas).toEqual(['{name}', ', hello'])
  })

  test('unwraps a reply and the extraction from a JSON object, in pieces of any length', async () => {
    const candidate = { type: 'fact', scope: 'note', content: 'Has a dog.', importance: 60, occurredAt: null }
    const whole = { toneTags: ['warm'], reply: 'Good "morning".', memoryCandidates: [candidate] }
    await fc.assert(
      fc.asyncProperty(inPieces(`\n ${JSON.stringify(whole)}`), async (pieces) => {
        const { deltas, reply } = await read(pieces)
        expect(deltas).toEqual([whole.reply])
        expect(reply).toEqual({
          text: whole.reply,
          extraction: { toneTags: ['warm'], memoryCandidates: [candidate] },
        })
      }),
    )
    expect((await read(['{"reply": "Good."}'])).reply.extraction).toEqual({ toneTags: [], memoryCandidates: [] })
  })
})
