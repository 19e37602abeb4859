import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../src/foundation/config.ts'
import { openLog } from '../src/foundation/log.ts'
import { chooseEmbedder } from '../src/foundation/models/choose.ts'
import { downloadModel } from '../src/foundation/models/download.ts'
import type { Embedder } from '../src/foundation/models/embedder.ts'
import { openLocalEmbedder } from '../src/foundation/models/local-embedder.ts'
import { lookAtModel } from '../src/foundation/models/model-folder.ts'
import { openModelHub } from './model-hub.ts'
import { makeOnnxModel } from './tiny-models.mjs'

/** The processes are the compiled ones: `npm run build` comes before the tests. */
const never = new AbortController().signal
const log = openLog('silent')
const opened: Embedder[] = []
let root: string
let last = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'onnx-model-'))
  await makeOnnxModel(join(root, 'tiny'))
})
afterEach(() => Promise.all(opened.splice(0).map((embedder) => embedder.close())))
afterAll(() => rm(root, { recursive: true }))

async function open(dir = join(root, 'tiny')) {
  const embedder = await openLocalEmbedder(await lookAtModel(dir))
  opened.push(embedder)
  return embedder
}

async function copy() {
  const dir = join(root, `copy-${last++}`)
  await cp(join(root, 'tiny'), dir, { recursive: true })
  return dir
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)

test('a sentence transformer in EMBEDDINGS_MODEL_DIR gives vectors of length 1, close where the meaning is', async () => {
  const config = readConfig({ EMBEDDINGS: 'local', EMBEDDINGS_MODEL_DIR: join(root, 'tiny') })
  const embeddings = await chooseEmbedder(config, log)
  opened.push(embeddings.current()!)
  expect(embeddings.current()!.name).toMatch(/^onnx:tiny:[0-9a-f]{12}$/)
  const [kiln, firing, knee] = await embeddings
    .current()!
    .embed(['the kiln arrives in March', 'the first firing of the kiln', 'surgery on the knee'], never)
  for (const vector of [kiln!, firing!, knee!]) expect(dot(vector, vector)).toBeCloseTo(1, 5)
  expect(dot(kiln!, firing!)).toBeGreaterThan(dot(kiln!, knee!))
})

test('a text has the same vector alone and among longer ones, and long ones are cut', async () => {
  const embedder = await open()
  const [alone] = await embedder.embed(['the kiln'], never)
  const many = await embedder.embed(
    ['the kiln', 'kiln '.repeat(5_000), ...Array(14).fill('surgery on the knee')],
    never,
  )
  expect(dot(alone!, many[0]!)).toBeCloseTo(1, 5)
  expect(many).toHaveLength(embedder.batchMax)
})

test('the first token speaks for the text where the model says so, which is another space of vectors', async () => {
  const dir = join(root, 'first')
  await makeOnnxModel(dir, { pooling: 'cls' })
  const embedder = await open(dir)
  const [kiln, knee] = await embedder.embed(['the kiln', 'surgery on the knee'], never)
  // The tiny network has no attention: its first token knows nothing of the others.
  expect(dot(kiln!, knee!)).toBeCloseTo(1, 5)
  await rename(join(root, 'first'), join(root, 'owner--tiny'))
  expect((await open(join(root, 'owner--tiny'))).name).not.toBe((await open()).name)
})

test('one that is ended in the middle of its work takes nobody along', async () => {
  for (let round = 0; round < 3; round++) {
    const embedder = await open()
    const call = embedder.embed(Array(16).fill('kiln '.repeat(100)), never)
    await Promise.all([expect(call).rejects.toMatchObject({ kind: 'unreachable' }), embedder.close()])
  }
  expect(await (await open()).embed(['kiln'], never)).toHaveLength(1)
})

test('a folder that lacks a part, or holds a broken one, says so', async () => {
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

test('a smaller graph is taken where it is the only one', async () => {
  const dir = await copy()
  await rename(join(dir, 'onnx/model.onnx'), join(dir, 'onnx/model_quantized.onnx'))
  expect(await (await open(dir)).embed(['kiln'], never)).toHaveLength(1)
})

test('a sentence transformer is downloaded with the files that it needs', async () => {
  const hub = await openModelHub(join(root, 'tiny'), 'somebody/tiny')
  const dataDir = join(root, 'data')
  const dir = await downloadModel({ model: 'somebody/tiny', downloadUrl: hub.url, dataDir, log, signal: never })
  hub.close()
  expect(await readdir(join(dir, 'onnx'))).toEqual(['model.onnx'])
  expect((await open(dir)).name).toBe((await open()).name)
})

test('without the optional part the error says what installs it', async () => {
  const lonely = join(root, 'lonely')
  await mkdir(lonely)
  await writeFile(join(lonely, 'package.json'), '{"type":"module"}')
  for (const file of ['onnx-model.js', 'word-pieces.js']) {
    const compiled = await readFile(new URL(`../dist/foundation/models/${file}`, import.meta.url), 'utf8')
    await writeFile(join(lonely, file), compiled.replace(/^\/\/# sourceMappingURL.*/m, ''))
  }
  const { loadOnnxModel } = await import(/* @vite-ignore */ pathToFileURL(join(lonely, 'onnx-model.js')).href)
  await expect(loadOnnxModel(await lookAtModel(join(root, 'tiny')))).rejects.toThrow('npm run setup:onnx')
})
