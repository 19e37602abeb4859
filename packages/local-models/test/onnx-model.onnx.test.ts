import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { downloadModel } from '../src/download.ts'
import { type LocalEmbedder, openLocalEmbedder } from '../src/embedder.ts'
import { inspectModel } from '../src/model-folder.ts'
import { memoryLock, silentLog } from './fakes.ts'
import { openModelHub } from './model-hub.ts'
import { makeOnnxModel } from './tiny-models.mjs'

// The worker is the compiled file, so `npm run build` must run before these tests.
const noAbort = new AbortController().signal
const opened: LocalEmbedder[] = []
let root: string
let last = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'onnx-model-'))
  await makeOnnxModel(join(root, 'tiny'))
})
afterEach(() => Promise.all(opened.splice(0).map((embedder) => embedder.close())))
afterAll(() => rm(root, { recursive: true }))

async function open(dir = join(root, 'tiny')) {
  const embedder = await openLocalEmbedder(await inspectModel(dir))
  opened.push(embedder)
  return embedder
}

async function copy() {
  const dir = join(root, `copy-${last++}`)
  await cp(join(root, 'tiny'), dir, { recursive: true })
  return dir
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)

test('returns unit vectors; related texts are more similar', async () => {
  const embedder = await open()
  expect(embedder.name).toMatch(/^onnx:tiny:[0-9a-f]{12}$/)
  const texts = ['the kiln arrives in March', 'the first firing of the kiln', 'surgery on the knee']
  const [kiln, firing, knee] = await embedder.embed(texts, noAbort)
  for (const vector of [kiln!, firing!, knee!]) expect(dot(vector, vector)).toBeCloseTo(1, 5)
  expect(dot(kiln!, firing!)).toBeGreaterThan(dot(kiln!, knee!))
})

test('gives a text the same vector in any batch, and cuts long texts', async () => {
  const embedder = await open()
  const [alone] = await embedder.embed(['the kiln'], noAbort)
  const many = await embedder.embed(
    ['the kiln', 'kiln '.repeat(5_000), ...Array(14).fill('surgery on the knee')],
    noAbort,
  )
  expect(dot(alone!, many[0]!)).toBeCloseTo(1, 5)
  expect(many).toHaveLength(embedder.batchMax)
})

test('supports CLS pooling, which is another vector space', async () => {
  const dir = join(root, 'first')
  await makeOnnxModel(dir, { pooling: 'cls' })
  const embedder = await open(dir)
  const [kiln, knee] = await embedder.embed(['the kiln', 'surgery on the knee'], noAbort)
  // The tiny network has no attention, so the vector of the first token does not depend on the others.
  expect(dot(kiln!, knee!)).toBeCloseTo(1, 5)
  await rename(join(root, 'first'), join(root, 'owner--tiny'))
  expect((await open(join(root, 'owner--tiny'))).name).not.toBe((await open()).name)
})

test('can be closed during a call without crashing this process', async () => {
  for (let round = 0; round < 3; round++) {
    const embedder = await open()
    const call = embedder.embed(Array(16).fill('kiln '.repeat(100)), noAbort)
    await Promise.all([expect(call).rejects.toMatchObject({ kind: 'unreachable' }), embedder.close()])
  }
  expect(await (await open()).embed(['kiln'], noAbort)).toHaveLength(1)
})

test('reports missing and broken files', async () => {
  const dir = await copy()
  await rm(join(dir, 'tokenizer_config.json'))
  await expect(open(dir)).rejects.toThrow('tokenizer_config.json is missing')
  const broken = await copy()
  await writeFile(join(broken, 'onnx/model.onnx'), 'no graph')
  await expect(open(broken)).rejects.toThrow(`${broken} cannot be used`)
  const pooling = await copy()
  await writeFile(join(pooling, '1_Pooling/config.json'), '{"pooling_mode_mean_tokens":false}')
  await expect(open(pooling)).rejects.toThrow('neither mean nor CLS pooling')
  await writeFile(join(pooling, '1_Pooling/config.json'), '[')
  await expect(open(pooling)).rejects.toThrow('1_Pooling/config.json cannot be read')
})

test('uses the quantized graph if it is the only one', async () => {
  const dir = await copy()
  await rename(join(dir, 'onnx/model.onnx'), join(dir, 'onnx/model_quantized.onnx'))
  expect(await (await open(dir)).embed(['kiln'], noAbort)).toHaveLength(1)
})

test('downloads only the needed files', async () => {
  const hub = await openModelHub(join(root, 'tiny'), 'owner/tiny')
  const dataDir = join(root, 'data')
  const source = { model: 'owner/tiny', hubUrl: hub.url, dataDir }
  const dir = await downloadModel({ ...source, lock: memoryLock(), log: silentLog, signal: noAbort })
  hub.close()
  expect(await readdir(join(dir, 'onnx'))).toEqual(['model.onnx'])
  expect((await open(dir)).name).toBe((await open()).name)
})

test('reports how to install the optional library', async () => {
  const isolated = join(root, 'isolated')
  await mkdir(isolated)
  await writeFile(join(isolated, 'package.json'), '{"type":"module"}')
  for (const file of ['onnx-model.js', 'word-pieces.js']) {
    const compiled = await readFile(new URL(`../dist/${file}`, import.meta.url), 'utf8')
    await writeFile(join(isolated, file), compiled.replace(/^\/\/# sourceMappingURL.*/m, ''))
  }
  const { loadOnnxModel } = await import(/* @vite-ignore */ pathToFileURL(join(isolated, 'onnx-model.js')).href)
  await expect(loadOnnxModel(await inspectModel(join(root, 'tiny')))).rejects.toThrow('npm run setup:onnx')
})
