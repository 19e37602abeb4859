import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Embedder } from '../../../foundation/models/embedder.ts'
import { ModelFailure, type ModelFailureKind } from '../../../foundation/models/failure.ts'
import { openLog } from '../../../foundation/telemetry/log.ts'
import { openEmbeddingCalls } from './embed.ts'

/** Longer than the longest cool-down of the circuit breaker. */
const LATER_MS = 30_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A model of one dimension that fails on some texts; `sizes` are the sizes of its calls. */
function failingModel(fails: (texts: readonly string[]) => ModelFailureKind | false) {
  const sizes: number[] = []
  const embedder: Embedder = {
    name: 'fake',
    batchMax: 8,
    async embed(texts) {
      sizes.push(texts.length)
      const kind = fails(texts)
      if (kind) throw new ModelFailure(kind, kind)
      return texts.map(() => Float32Array.of(1))
    },
    close: async () => {},
  }
  return { embedder, sizes }
}

const open = () => openEmbeddingCalls({ log: openLog('silent'), signal: new AbortController().signal })

/** Embeds the texts as the loop does: in batches, with retries of failed ones; returns those left and those skipped. */
async function embedAll(calls: ReturnType<typeof open>, embedder: Embedder, contents: string[], runsMax = 100) {
  const left = contents.map((content) => ({ id: content, content }))
  const skipped: string[] = []
  for (let run = 0; run < runsMax && left.length; run++) {
    vi.setSystemTime(Date.now() + LATER_MS)
    try {
      await calls.wake(embedder)
      const texts = left.slice(0, calls.textsPerCall(embedder))
      const vectors = await calls.vectorsOf(embedder, texts)
      left.splice(0, texts.length)
      skipped.push(...texts.filter((_, at) => !vectors[at]).map(({ content }) => content))
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
    }
  }
  return { left, skipped }
}

const texts = ['a', 'b', 'bad', 'c', 'd', 'e', 'f', 'g', 'worse', 'h']
const has = (word: string) => (texts: readonly string[]) => texts.includes(word)

test.each([
  'unreachable',
  'timeout',
  'garbled',
] as const)('skips a text on which the model repeatedly fails (%s)', async (kind) => {
  const { embedder } = failingModel((texts) => has('bad')(texts) && kind)
  expect(await embedAll(open(), embedder, texts)).toEqual({ left: [], skipped: ['bad'] })
})

test('finds a refused text by halving the batch', async () => {
  const { embedder, sizes } = failingModel((texts) => (has('bad')(texts) || has('worse')(texts)) && 'refused')
  expect(await embedAll(open(), embedder, texts)).toEqual({ left: [], skipped: ['bad', 'worse'] })
  expect(sizes.length).toBeLessThan(20)
})

test('sends smaller batches to a model that times out on large ones', async () => {
  const { embedder, sizes } = failingModel((texts) => texts.length > 2 && 'timeout')
  expect(await embedAll(open(), embedder, texts)).toEqual({ left: [], skipped: [] })
  expect(Math.max(...sizes.slice(3))).toBeLessThan(8)
})

test('skips no text after a long outage or random failures', async () => {
  let calls = 0
  const down = failingModel(() => calls++ < 60 && 'unreachable')
  expect(await embedAll(open(), down.embedder, texts)).toEqual({ left: [], skipped: [] })
  let seed = 1
  const flaky = failingModel(() => (seed = (seed * 48_271) % 2_147_483_647) % 2 === 0 && 'unreachable')
  expect(await embedAll(open(), flaky.embedder, texts)).toEqual({ left: [], skipped: [] })
})

test('embeds a text that equals the probe', async () => {
  const { embedder } = failingModel((texts) => has('bad')(texts) && 'refused')
  expect(await embedAll(open(), embedder, ['memory', 'bad', 'memory'])).toEqual({ left: [], skipped: ['bad'] })
})

test('aborts a call without a response after a timeout and on close', async () => {
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
  const calls = openEmbeddingCalls({ log: openLog('silent'), signal: ending.signal })
  const late = expect(calls.probe(embedder)).rejects.toThrow('given up')
  await vi.advanceTimersByTimeAsync(LATER_MS)
  await late
  const ended = expect(calls.probe(embedder)).rejects.toThrow('given up')
  ending.abort()
  await ended
})
