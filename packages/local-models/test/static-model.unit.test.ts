import { cp, mkdir, mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectModel, type StaticFiles, vectorSpaceOf } from '../src/model-folder.ts'
import { loadStaticModel } from '../src/static-model.ts'
import { makeStaticModel, tokenizerOf, writeTensors } from './tiny-models.mjs'

const TOKENS = ['[PAD]', '[UNK]', 'tea', 'milk', '##s', 'e']
let root: string
let last = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'static-model-'))
  await makeStaticModel(join(root, 'tiny'))
})
afterAll(() => rm(root, { recursive: true }))

const f32 = (...values: number[]) => Float32Array.from(values)
/** Two dimensions for each of the six tokens. */
const VECTORS = { dtype: 'F32', shape: [6, 2], values: f32(9, 9, 9, 9, 3, 0, 0, 4, 0, -4, -3, -4) }

type Tensors = Parameters<typeof writeTensors>[1]

async function folder(tensors: Tensors = { embeddings: VECTORS }, tokenizer: unknown = tokenizerOf(TOKENS)) {
  const dir = join(root, `model-${last++}`)
  await mkdir(dir)
  await writeFile(join(dir, 'tokenizer.json'), JSON.stringify(tokenizer))
  await writeTensors(join(dir, 'model.safetensors'), tensors)
  return dir
}

async function embed(dir: string, ...texts: string[]) {
  const { dim, embed } = await loadStaticModel((await inspectModel(dir)) as StaticFiles)
  const values = await embed(texts)
  return texts.map((_, i) => [...values.slice(i * dim, i * dim + dim)].map((value) => Math.round(value * 1e4) / 1e4))
}

test('embeds a text as the normalized mean of its known tokens, regardless of case, accents and order', async () => {
  const dir = await folder()
  expect(await embed(dir, 'tea', 'Téa,', 'tea milk', 'milk TEA coffee', 'coffee', '', 'milks')).toEqual([
    ...[
      [1, 0],
      [1, 0],
      [0.6, 0.8],
      [0.6, 0.8],
      [0, 0],
      [0, 0],
    ],
    // The vectors of milk and the suffix cancel each other out.
    [0, 0],
  ])
  expect(await embed(dir, 'e')).toEqual([[-0.6, -0.8]])
})

test('reads only the first 512 known tokens', async () => {
  const dir = await folder()
  const text = `coffee ${'tea '.repeat(512)}`
  expect(await embed(dir, text + 'milk '.repeat(1000))).toEqual([[1, 0]])
  expect(await embed(dir, 'x'.repeat(1_000_000))).toEqual([[0, 0]])
})

test.each([
  ['F64', Float64Array.from([9, 9, 9, 9, 3, 0, 0, 4, 0, -4, 1, 1])],
  ['F16', Uint16Array.from([0, 0, 0, 0, 0x4200, 0, 0, 0x4400, 0, 0xc400, 0x3c00, 0x0001])],
  ['BF16', Uint16Array.from([0, 0, 0, 0, 0x4040, 0, 0, 0x4080, 0, 0xc080, 0x3f80, 0x3f80])],
  ['I8', Int8Array.from([9, 9, 9, 9, 3, 0, 0, 4, 0, -4, 1, 1])],
])('reads vectors of type %s', async (dtype, values) => {
  const dir = await folder({ embeddings: { dtype, shape: [6, 2], values } })
  expect(await embed(dir, 'tea milk', 'milks')).toEqual([
    [0.6, 0.8],
    [0, 0],
  ])
})

test('applies token weights and mappings', async () => {
  const weights = { dtype: 'F32', shape: [6], values: f32(0, 0, 0, 0.5, 1, 1) }
  expect(await embed(await folder({ embeddings: VECTORS, weights }), 'tea milk')).toEqual([[0, 1]])
  const rows = { dtype: 'F16', shape: [2, 2], values: Uint16Array.from([0x3c00, 0, 0, 0x3c00]) }
  for (const mapping of [
    { dtype: 'I32', shape: [6], values: Int32Array.from([0, 0, 1, 0, 0, 0]) },
    { dtype: 'I64', shape: [6], values: BigInt64Array.from([0n, 0n, 1n, 0n, 0n, 0n]) },
  ])
    expect(await embed(await folder({ embeddings: rows, mapping }), 'tea', 'milk')).toEqual([
      [0, 1],
      [1, 0],
    ])
})

test('supports unigram and word-level tokenizers', async () => {
  const base = tokenizerOf(TOKENS)
  const metaspace = { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true }
  const vocab = [
    ['[PAD]', 0],
    ['[UNK]', 0],
    ['▁tea', -1],
    ['▁mi', -2],
    ['lk', -2],
    ['▁', -9],
  ]
  const unigram = {
    ...{ ...base, added_tokens: [], normalizer: { type: 'Lowercase' }, pre_tokenizer: metaspace },
    model: { type: 'Unigram', unk_id: 1, vocab },
  }
  expect(await embed(await folder(undefined, unigram), 'Tea', 'milk', 'Ωω')).toEqual([
    [1, 0],
    [0, 0],
    [-0.6, -0.8],
  ])
  const words = {
    ...{ ...base, pre_tokenizer: { type: 'Whitespace' } },
    model: { type: 'WordLevel', unk_token: '[UNK]', vocab: { '[PAD]': 0, '[UNK]': 1, tea: 2, milk: 3 } },
  }
  expect(await embed(await folder(undefined, words), 'tea milk', 'milks')).toEqual([
    [0.6, 0.8],
    [0, 0],
  ])
})

test('finds vectors written by sentence-transformers, also in a subfolder', async () => {
  const dir = await folder({ 'embedding.weight': VECTORS })
  expect(await embed(dir, 'tea')).toEqual([[1, 0]])
  const inner = join(dir, '0_StaticEmbedding')
  await mkdir(inner)
  for (const file of ['model.safetensors', 'tokenizer.json']) await rename(join(dir, file), join(inner, file))
  expect(await embed(dir, 'tea')).toEqual([[1, 0]])
})

test('names a vector space after its model and its content, not its path', async () => {
  const name = async (dir: string) => vectorSpaceOf(await inspectModel(dir))
  const first = await name(join(root, 'tiny'))
  expect(first).toMatch(/^static:tiny:[0-9a-f]{12}$/)
  const elsewhere = join(root, 'owner--tiny')
  await cp(join(root, 'tiny'), elsewhere, { recursive: true })
  expect(await name(elsewhere)).toBe(first)
  await makeStaticModel(elsewhere)
  expect(await name(elsewhere)).toBe(first)
  await writeFile(join(elsewhere, 'tokenizer.json'), JSON.stringify(tokenizerOf(TOKENS)))
  expect(await name(elsewhere)).not.toBe(first)
  await cp(join(root, 'tiny'), join(root, 'x'.repeat(200)), { recursive: true })
  expect((await name(join(root, 'x'.repeat(200)))).length).toBeLessThan(200)
})

test('reports what a folder without a model lacks', async () => {
  await expect(inspectModel(join(root, 'nowhere'))).rejects.toThrow('does not exist')
  await expect(inspectModel(join(root, 'tiny/config.json'))).rejects.toThrow('is not a folder')
  const dir = await folder()
  await rm(join(dir, 'tokenizer.json'))
  await expect(inspectModel(dir)).rejects.toThrow('tokenizer.json is missing')
  await rm(join(dir, 'model.safetensors'))
  await expect(inspectModel(dir)).rejects.toThrow('neither model.safetensors')
  await expect(inspectModel(await folder({ 'bert.layer': VECTORS }))).rejects.toThrow('no tensor named embeddings')
})

test('rejects inconsistent files', async () => {
  const load = async (tensors: Tensors, tokenizer?: unknown) => embed(await folder(tensors, tokenizer), 'tea')
  const embeddings = VECTORS
  await expect(load({ embeddings: { ...embeddings, shape: [12] } })).rejects.toThrow('not [tokens, dimensions]')
  await expect(load({ embeddings: { ...embeddings, shape: [3, 4] } })).rejects.toThrow('does not match')
  const withNaN = VECTORS.values.map((value, i) => (i === 5 ? Number.NaN : value))
  await expect(load({ embeddings: { ...embeddings, values: withNaN } })).rejects.toThrow('values that are not finite')
  const ints = { dtype: 'I32', shape: [6, 2], values: new Int32Array(12) }
  await expect(load({ embeddings: ints })).rejects.toThrow('not a type of vectors')
  const unsupported = { dtype: 'F8', shape: [6, 2], values: new Uint8Array(12) }
  await expect(load({ embeddings: unsupported })).rejects.toThrow('supported types are F64')
  const mapping = { dtype: 'I32', shape: [6], values: Int32Array.from([0, 0, 0, 6, 0, 0]) }
  await expect(load({ embeddings, mapping })).rejects.toThrow('rows outside the vectors')
  const weights = { dtype: 'F32', shape: [5], values: f32(1, 1, 1, 1, 1) }
  await expect(load({ embeddings, weights })).rejects.toThrow('one number for each of 6 tokens')
  await expect(load({ embeddings }, { model: null })).rejects.toThrow('not a supported tokenizer')
  const gap = { ...tokenizerOf(TOKENS), model: { type: 'WordPiece', unk_token: '[UNK]', vocab: { tea: 'two' } } }
  await expect(load({ embeddings }, gap)).rejects.toThrow('a token id is not an integer')
})

test('rejects a manipulated safetensors file with a message', async () => {
  const dir = await folder()
  const path = join(dir, 'model.safetensors')
  const whole = await readFile(path)
  const inspectBytes = async (bytes: Buffer) => {
    await writeFile(path, bytes)
    return inspectModel(dir)
  }
  const withHeader = (header: unknown, length?: bigint) => {
    const text = Buffer.from(JSON.stringify(header))
    const size = Buffer.alloc(8)
    size.writeBigUInt64LE(length ?? BigInt(text.length))
    return Buffer.concat([size, text, Buffer.alloc(48)])
  }
  const tensor = (shape: unknown[], data_offsets: unknown[]) => ({ embeddings: { dtype: 'F32', shape, data_offsets } })
  await expect(inspectBytes(Buffer.alloc(3))).rejects.toThrow('it has 3 bytes')
  await expect(inspectBytes(withHeader({}, 2n ** 63n))).rejects.toThrow('its header claims')
  await expect(inspectBytes(withHeader('x'))).rejects.toThrow('header cannot be read')
  await expect(inspectBytes(withHeader(tensor([6, 2], [0, 4_000_000_000])))).rejects.toThrow('is outside the file')
  await expect(inspectBytes(withHeader(tensor([6, 2], [48, 0])))).rejects.toThrow('is outside the file')
  await expect(inspectBytes(withHeader(tensor([6, 2], [-8, 40])))).rejects.toThrow('header cannot be read')
  await expect(inspectBytes(withHeader(tensor([2 ** 40, 2 ** 40, 2 ** 40], [0, 48])))).rejects.toThrow('has 48 bytes')
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), async (at, value, length) => {
      const bytes = Buffer.from(whole)
      bytes[at] = value
      await writeFile(path, bytes)
      await truncate(path, Math.max(length, at))
      // The file is either read or rejected with a message; no other error is thrown.
      const outcome = await embed(dir, 'tea').catch((error: Error) => error.message)
      expect(typeof outcome === 'string' ? outcome : 'read').toMatch(
        /^read$|safetensors|contains no usable model|cannot be used/,
      )
    }),
    { numRuns: 200 },
  )
})
