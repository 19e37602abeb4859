import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLog } from '../../foundation/log.ts'
import type { Embedder } from '../../foundation/models/embedder.ts'
import { ModelFailure, type ModelFailureKind } from '../../foundation/models/failure.ts'
import { openModelCalls } from './model-calls.ts'

/** Longer than the breaker ever rests. */
const LATER_MS = 30_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A model of one dimension that fails in its way over what it cannot do with; `asked` tells the sizes of its calls. */
function modelThat(fails: (texts: readonly string[]) => ModelFailureKind | false) {
  const asked: number[] = []
  const embedder: Embedder = {
    name: 'fake',
    batchMax: 8,
    async embed(texts) {
      asked.push(texts.length)
      const kind = fails(texts)
      if (kind) throw new ModelFailure(kind, kind)
      return texts.map(() => Float32Array.of(1))
    },
    close: async () => {},
  }
  return { embedder, asked }
}

const open = () => openModelCalls({ log: openLog('silent'), signal: new AbortController().signal })

/** Works through the texts as the background does: so many at once as may come, the failed again later. */
async function workOff(calls: ReturnType<typeof open>, embedder: Embedder, contents: string[], turnsMax = 100) {
  const left = contents.map((content) => ({ id: content, content }))
  const without: string[] = []
  for (let turn = 0; turn < turnsMax && left.length; turn++) {
    vi.setSystemTime(Date.now() + LATER_MS)
    try {
      await calls.wake(embedder)
      const texts = left.slice(0, calls.textsAtOnce(embedder))
      const vectors = await calls.vectorsOf(embedder, texts)
      left.splice(0, texts.length)
      without.push(...texts.filter((_, at) => !vectors[at]).map(({ content }) => content))
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
    }
  }
  return { left, without }
}

const texts = ['a', 'b', 'bad', 'c', 'd', 'e', 'f', 'g', 'worse', 'h']
const has = (word: string) => (texts: readonly string[]) => texts.includes(word)

test.each([
  'unreachable',
  'timeout',
  'garbled',
] as const)('a text over which the model fails (%s) holds up nobody for good', async (kind) => {
  const { embedder } = modelThat((texts) => has('bad')(texts) && kind)
  expect(await workOff(open(), embedder, texts)).toEqual({ left: [], without: ['bad'] })
})

test('a refused text is found by halves at once', async () => {
  const { embedder, asked } = modelThat((texts) => (has('bad')(texts) || has('worse')(texts)) && 'refused')
  expect(await workOff(open(), embedder, texts)).toEqual({ left: [], without: ['bad', 'worse'] })
  expect(asked.length).toBeLessThan(20)
})

test('a model that is too slow for many is asked for fewer', async () => {
  const { embedder, asked } = modelThat((texts) => texts.length > 2 && 'timeout')
  expect(await workOff(open(), embedder, texts)).toEqual({ left: [], without: [] })
  expect(Math.max(...asked.slice(3))).toBeLessThan(8)
})

test('an outage costs no text its vector, however long, and neither do fits', async () => {
  let calls = 0
  const down = modelThat(() => calls++ < 60 && 'unreachable')
  expect(await workOff(open(), down.embedder, texts)).toEqual({ left: [], without: [] })
  let lot = 1
  const moody = modelThat(() => (lot = (lot * 48_271) % 2_147_483_647) % 2 === 0 && 'unreachable')
  expect(await workOff(open(), moody.embedder, texts)).toEqual({ left: [], without: [] })
})

test('what is called the same as the probe is a text like any other', async () => {
  const { embedder } = modelThat((texts) => has('bad')(texts) && 'refused')
  expect(await workOff(open(), embedder, ['memory', 'bad', 'memory'])).toEqual({ left: [], without: ['bad'] })
})

test('a call that nobody answers is given up, by the clock and by who ends the work', async () => {
  vi.useFakeTimers()
  const embedder: Embedder = {
    name: 'silent',
    batchMax: 8,
    embed: (_, signal) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new ModelFailure('timeout', 'given up'))),
      ),
    close: async () => {},
  }
  const ending = new AbortController()
  const calls = openModelCalls({ log: openLog('silent'), signal: ending.signal })
  const late = expect(calls.probe(embedder)).rejects.toThrow('given up')
  await vi.advanceTimersByTimeAsync(LATER_MS)
  await late
  const ended = expect(calls.probe(embedder)).rejects.toThrow('given up')
  ending.abort()
  await ended
})
