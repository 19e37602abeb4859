import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type LocalEmbedder, openLocalEmbedder } from '../src/embedder.ts'
import { inspectModel, type LocalModel } from '../src/model-folder.ts'
import { makeStaticModel } from './tiny-models.mjs'

// The real worker is the compiled file, so `npm run build` must run before these tests.
const scripted = { worker: new URL('./scripted-worker.mjs', import.meta.url) }
const noAbort = new AbortController().signal
const opened: LocalEmbedder[] = []
let dir: string
let model: LocalModel

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'models-'))
  await makeStaticModel(join(dir, 'tiny-static'))
  model = await inspectModel(join(dir, 'tiny-static'))
})
afterEach(() => Promise.all(opened.splice(0).map((embedder) => embedder.close())))
afterAll(() => rm(dir, { recursive: true }))

async function open(overrides = {}) {
  const embedder = await openLocalEmbedder(model, overrides)
  opened.push(embedder)
  return embedder
}

const texts = (count: number) => Array.from({ length: count }, (_, i) => `text ${i}`)
const failure = (kind: string) => expect.objectContaining({ name: 'LocalModelError', kind })

test('returns unit vectors in the order of the texts; related texts are more similar', async () => {
  const embedder = await open()
  const [kiln, firing, knee, nothing] = await embedder.embed(
    ['the kiln arrives in March', 'the first firing of the kiln', 'surgery on the knee', '???'],
    noAbort,
  )
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)
  for (const vector of [kiln!, firing!, knee!]) expect(dot(vector, vector)).toBeCloseTo(1, 5)
  expect(dot(kiln!, firing!)).toBeGreaterThan(dot(kiln!, knee!))
  expect(nothing).toEqual(new Float32Array(kiln!.length))
  const many = await embedder.embed([...texts(200), 'the kiln arrives in March'], noAbort)
  expect(many[200]).toEqual(kiln)
  expect(await embedder.embed([], noAbort)).toEqual([])
})

test('gives each vector its own memory', async () => {
  const [first] = await (await open()).embed(texts(40), noAbort)
  expect(first!.buffer.byteLength).toBe(first!.byteLength)
})

test('computes a query before the rest of a batch', async () => {
  const embedder = await open(scripted)
  const batch = embedder.embed(texts(256), noAbort)
  const other = embedder.embed(texts(2), noAbort)
  const query = embedder.embed(['query'], noAbort)
  expect((await query)[0]![0]).toBe(1)
  expect((await batch).at(-1)![0]).toBe(8)
  expect((await other)[0]![0]).toBe(9)
})

test('limits the characters of a slice', async () => {
  const embedder = await open(scripted)
  const vectors = await embedder.embed(Array(4).fill('x'.repeat(5_000)), noAbort)
  expect(vectors.map(([slice]) => slice)).toEqual([0, 1, 2, 3])
})

test.each(['static', 'onnx'] as const)('fails open calls and restarts when its worker dies (%s)', async (kind) => {
  const embedder = await openLocalEmbedder({ ...model, kind } as LocalModel, scripted)
  opened.push(embedder)
  await embedder.embed(texts(1), noAbort)
  const pending = [embedder.embed(['die'], noAbort), embedder.embed(texts(3), noAbort)]
  for (const call of pending) await expect(call).rejects.toEqual(failure('unreachable'))
  expect((await embedder.embed(texts(1), noAbort))[0]![0]).toBe(0)
})

test('fails only the call whose slice fails', async () => {
  const embedder = await open(scripted)
  const [failing, fine] = [embedder.embed(['fail'], noAbort), embedder.embed(['fine'], noAbort)]
  await expect(failing).rejects.toEqual(failure('garbled'))
  expect(await fine).toHaveLength(1)
})

test('cancels a queued or running call at once', async () => {
  const embedder = await open(scripted)
  const [running, waiting] = [new AbortController(), new AbortController()]
  const calls = [embedder.embed(['hang'], running.signal), embedder.embed(['later'], waiting.signal)]
  waiting.abort()
  await expect(calls[1]).rejects.toEqual(failure('timeout'))
  running.abort()
  await expect(calls[0]).rejects.toEqual(failure('timeout'))
  await expect(embedder.embed(['x'], AbortSignal.abort())).rejects.toEqual(failure('timeout'))
})

test('fails open and later calls when it is closed', async () => {
  const embedder = await open(scripted)
  const call = embedder.embed(['hang'], noAbort)
  await Promise.all([expect(call).rejects.toEqual(failure('unreachable')), embedder.close()])
  await expect(embedder.embed(['x'], noAbort)).rejects.toEqual(failure('unreachable'))
})

test('rejects calls with too many texts, and calls beyond the queue limit', async () => {
  const embedder = await open(scripted)
  await expect(embedder.embed(texts(257), noAbort)).rejects.toEqual(failure('refused'))
  const waiting = Array.from({ length: 1_000 }, () => embedder.embed(['x'], new AbortController().signal))
  await expect(embedder.embed(['x'], noAbort)).rejects.toEqual(failure('rate_limited'))
  expect(await Promise.all(waiting)).toHaveLength(1_000)
})

test('reports why a model cannot be used when it is opened', async () => {
  for (const kind of ['static', 'onnx'])
    await expect(openLocalEmbedder({ ...model, kind, dir: '/broken' } as LocalModel, scripted)).rejects.toThrow(
      'a scripted load error',
    )
  await makeStaticModel(join(dir, 'damaged'))
  const damaged = await inspectModel(join(dir, 'damaged'))
  await writeFile(join(dir, 'damaged/tokenizer.json'), '{"model":')
  await expect(openLocalEmbedder(damaged)).rejects.toThrow(
    /tokenizer.json cannot be used: it is not a supported tokenizer/,
  )
})
