import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Embedder } from '../src/foundation/models/embedder.ts'
import { openLocalEmbedder } from '../src/foundation/models/local-embedder.ts'
import { type LocalModel, lookAtModel } from '../src/foundation/models/model-folder.ts'
import { makeStaticModel } from './tiny-models.mjs'

/** The threads are the compiled ones: `npm run build` comes before the tests. */
const scripted = { worker: new URL('./scripted-thread.mjs', import.meta.url) }
const never = new AbortController().signal
const opened: Embedder[] = []
let dir: string
let model: LocalModel

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'models-'))
  await makeStaticModel(join(dir, 'tiny-static'))
  model = await lookAtModel(join(dir, 'tiny-static'))
})
afterEach(() => Promise.all(opened.splice(0).map((embedder) => embedder.close())))
afterAll(() => rm(dir, { recursive: true }))

async function open(instead = {}) {
  const embedder = await openLocalEmbedder(model, instead)
  opened.push(embedder)
  return embedder
}

const texts = (count: number) => Array.from({ length: count }, (_, i) => `text ${i}`)
const failure = (kind: string) => expect.objectContaining({ name: 'ModelFailure', kind })

test('vectors come in the order of the texts, each of length 1, and texts of one meaning lie close', async () => {
  const embedder = await open()
  const [kiln, firing, knee, nothing] = await embedder.embed(
    ['the kiln arrives in March', 'the first firing of the kiln', 'surgery on the knee', '???'],
    never,
  )
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)
  for (const vector of [kiln!, firing!, knee!]) expect(dot(vector, vector)).toBeCloseTo(1, 5)
  expect(dot(kiln!, firing!)).toBeGreaterThan(dot(kiln!, knee!))
  expect(nothing).toEqual(new Float32Array(kiln!.length))
  const many = await embedder.embed([...texts(200), 'the kiln arrives in March'], never)
  expect(many[200]).toEqual(kiln)
  expect(await embedder.embed([], never)).toEqual([])
})

test('each vector has memory of its own', async () => {
  const [first] = await (await open()).embed(texts(40), never)
  expect(first!.buffer.byteLength).toBe(first!.byteLength)
})

test('a query goes before what is left of a batch', async () => {
  const embedder = await open(scripted)
  const batch = embedder.embed(texts(256), never)
  const other = embedder.embed(texts(2), never)
  const query = embedder.embed(['query'], never)
  expect((await query)[0]![0]).toBe(1)
  expect((await batch).at(-1)![0]).toBe(8)
  expect((await other)[0]![0]).toBe(9)
})

test('a slice of long texts is short', async () => {
  const embedder = await open(scripted)
  const vectors = await embedder.embed(Array(4).fill('x'.repeat(5_000)), never)
  expect(vectors.map(([slice]) => slice)).toEqual([0, 1, 2, 3])
})

test.each([
  'static',
  'onnx',
] as const)('what dies under a model (%s) fails what is open, and is replaced', async (kind) => {
  const embedder = await openLocalEmbedder({ ...model, kind } as LocalModel, scripted)
  opened.push(embedder)
  await embedder.embed(texts(1), never)
  const open2 = [embedder.embed(['die'], never), embedder.embed(texts(3), never)]
  for (const call of open2) await expect(call).rejects.toEqual(failure('unreachable'))
  expect((await embedder.embed(texts(1), never))[0]![0]).toBe(0)
})

test('a slice the model cannot take fails its call alone', async () => {
  const embedder = await open(scripted)
  const [failing, fine] = [embedder.embed(['fail'], never), embedder.embed(['fine'], never)]
  await expect(failing).rejects.toEqual(failure('garbled'))
  expect(await fine).toHaveLength(1)
})

test('a call is given up the moment its signal says so, waiting or running', async () => {
  const embedder = await open(scripted)
  const [running, waiting] = [new AbortController(), new AbortController()]
  const calls = [embedder.embed(['hang'], running.signal), embedder.embed(['later'], waiting.signal)]
  waiting.abort()
  await expect(calls[1]).rejects.toEqual(failure('timeout'))
  running.abort()
  await expect(calls[0]).rejects.toEqual(failure('timeout'))
  await expect(embedder.embed(['x'], AbortSignal.abort())).rejects.toEqual(failure('timeout'))
})

test('closing ends open calls, and later ones are refused', async () => {
  const embedder = await open(scripted)
  const call = embedder.embed(['hang'], never)
  await Promise.all([expect(call).rejects.toEqual(failure('unreachable')), embedder.close()])
  await expect(embedder.embed(['x'], never)).rejects.toEqual(failure('unreachable'))
})

test('too much at once is refused', async () => {
  const embedder = await open(scripted)
  await expect(embedder.embed(texts(257), never)).rejects.toEqual(failure('refused'))
  const waiting = Array.from({ length: 1_000 }, () => embedder.embed(['x'], new AbortController().signal))
  await expect(embedder.embed(['x'], never)).rejects.toEqual(failure('rate_limited'))
  expect(await Promise.all(waiting)).toHaveLength(1_000)
})

test('a model that cannot be used says why when it is opened', async () => {
  for (const kind of ['static', 'onnx'])
    await expect(openLocalEmbedder({ ...model, kind, dir: '/broken' } as LocalModel, scripted)).rejects.toThrow(
      'the folder asked for it',
    )
  await makeStaticModel(join(dir, 'damaged'))
  const damaged = await lookAtModel(join(dir, 'damaged'))
  await writeFile(join(dir, 'damaged/tokenizer.json'), '{"model":')
  await expect(openLocalEmbedder(damaged)).rejects.toThrow(/tokenizer.json cannot be used: it is no tokenizer/)
})
