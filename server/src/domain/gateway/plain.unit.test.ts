import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unwrapped } from './plain.ts'

const usage = { tokensIn: 1, tokensOut: 1, model: 'a-model', estimated: false }

/** What is told piece by piece, and what came of it. */
async function read(pieces: readonly string[]) {
  async function* said() {
    for (const text of pieces) yield { kind: 'text' as const, text }
    yield { kind: 'end' as const, usage, finish: 'length' as const }
  }
  const telling = unwrapped(said())
  const told: string[] = []
  for (;;) {
    const step = await telling.next()
    if (step.done) return { told, reply: step.value }
    told.push(step.value.text)
  }
}

/** A text in pieces of any length. */
const inPieces = (text: string) =>
  fc.array(fc.nat(text.length)).map((cuts) => {
    const at = [0, ...cuts.sort((a, b) => a - b), text.length]
    return at.slice(1).map((end, i) => text.slice(at[i], end))
  })

describe('a reply', () => {
  test('passes as it comes, and whole, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .oneof(fc.string(), fc.json(), fc.constantFrom('{name}, hello', '{"reply": 7}', ' {"a"', '{}'))
          .chain(inPieces),
        async (pieces) => {
          const { told, reply } = await read(pieces)
          expect(told.join('')).toBe(pieces.join(''))
          expect(reply).toEqual({ text: pieces.join(''), aside: undefined, finish: 'length' })
        },
      ),
    )
    expect((await read(['Good ', 'morning.'])).told).toEqual(['Good ', 'morning.'])
    expect((await read(['{', 'name}', ', hello'])).told).toEqual(['{name}', ', hello'])
  })

  test('said as JSON is unwrapped, however it was cut, and what stood beside it is kept', async () => {
    const candidate = { type: 'fact', scope: 'note', content: 'Has a dog.', importance: 60 }
    const whole = { toneTags: ['warm'], reply: 'Good "morning".', memoryCandidates: [candidate] }
    await fc.assert(
      fc.asyncProperty(inPieces(`\n ${JSON.stringify(whole)}`), async (pieces) => {
        const { told, reply } = await read(pieces)
        expect(told).toEqual([whole.reply])
        expect(reply).toEqual({
          text: whole.reply,
          aside: { toneTags: ['warm'], memoryCandidates: [candidate] },
          finish: 'length',
        })
      }),
    )
    expect((await read(['{"reply": "Good."}'])).reply.aside).toEqual({ toneTags: [], memoryCandidates: [] })
  })
})
