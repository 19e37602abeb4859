import { readFile, stat } from 'node:fs/promises'
import { Tokenizer } from '@huggingface/tokenizers'
import type { StaticFiles } from './model-folder.ts'
import { brainTable, halfTable, readValues, type Tensor, type Values } from './safetensors.ts'
import { encoderOf, type WordPieces } from './word-pieces.ts'

/** The tokeniser of a model of a hundred languages is below 40 MiB. */
const TOKENIZER_MAX_BYTES = 256 * 1024 * 1024
/** As Model2Vec cuts. */
const TOKENS_MAX = 512
/** What so many tokens can come from at most: a longer text is cut before it is taken apart. */
const TEXT_CHARS_MAX = 16 * TOKENS_MAX

/** A model that runs in this thread. `embed` answers all vectors in one array, `dim` values each. */
export interface LoadedModel {
  dim: number
  embed(texts: readonly string[]): Float32Array | Promise<Float32Array>
}

/**
 * Loads a static model: a text's vector is the weighted mean of its tokens' vectors, brought to length 1.
 * Special tokens are not added and unknown ones are left out; a text without known tokens is all 0.
 * @throws Error with a sentence naming the file and what is wrong with it.
 */
export async function loadStaticModel(files: StaticFiles): Promise<LoadedModel> {
  const { weights: path, vectors, tokenWeights, rows } = files
  const wrong = (what: string) => new Error(`${path} cannot be used: ${what}.`)
  const [count = 0, dim = 0] = vectors.shape
  if (vectors.shape.length !== 2 || !count || !dim)
    throw wrong(`${vectors.name} has the shape [${vectors.shape.join(', ')}], not [tokens, dimensions]`)
  const values = await readValues(path, vectors)
  const valueAt = floatsOf(vectors, values)
  if (!valueAt) throw wrong(`${vectors.name} is ${vectors.dtype}, which holds no vectors`)
  for (let i = 0; i < values.length; i++)
    if (!Number.isFinite(valueAt(i))) throw wrong(`${vectors.name} holds what is no number`)

  const rowOf = await readRows(path, rows, count, wrong)
  const tokens = rowOf?.length ?? count
  const weightOf = await readWeights(path, tokenWeights, tokens, wrong)
  const { encode, largest } = await openTokenizer(files.tokenizer)
  if (largest >= tokens)
    throw new Error(`${files.tokenizer} does not belong to ${path}: it knows token ${largest}, there are ${tokens}.`)

  const sum = new Float64Array(dim)
  return {
    dim,
    embed(texts) {
      const out = new Float32Array(texts.length * dim)
      texts.forEach((text, n) => {
        sum.fill(0)
        for (const token of encode(text)) {
          const weight = weightOf ? weightOf[token]! : 1
          const start = (rowOf ? rowOf[token]! : token) * dim
          for (let i = 0; i < dim; i++) sum[i]! += weight * valueAt(start + i)
        }
        let square = 0
        for (let i = 0; i < dim; i++) square += sum[i]! * sum[i]!
        const length = Math.sqrt(square)
        if (length > 0) for (let i = 0; i < dim; i++) out[n * dim + i] = sum[i]! / length
      })
      return out
    },
  }
}

/** Reads one value at a place; `undefined` for types that hold no fractions. 16-bit floats go through a table. */
function floatsOf({ dtype }: Tensor, values: Values): ((at: number) => number) | undefined {
  if (values instanceof Float32Array) return (at) => values[at]!
  if (values instanceof Float64Array) return (at) => values[at]!
  if (values instanceof Int8Array) return (at) => values[at]!
  if (!(values instanceof Uint16Array)) return undefined
  const table = dtype === 'BF16' ? brainTable() : halfTable()
  return (at) => table[values[at]!]!
}

type Wrong = (what: string) => Error

/** Which row of the vectors is each token's, where several tokens share one. */
async function readRows(path: string, tensor: Tensor | undefined, count: number, wrong: Wrong) {
  if (!tensor) return undefined
  const values = await readValues(path, tensor)
  if (tensor.shape.length !== 1 || !(values instanceof Int32Array || values instanceof BigInt64Array))
    throw wrong(`mapping is ${tensor.dtype} [${tensor.shape.join(', ')}], not a list of whole numbers`)
  const rows = Int32Array.from(values as Iterable<number | bigint>, Number)
  if (rows.some((row) => row < 0 || row >= count)) throw wrong('mapping points outside of the vectors')
  return rows
}

/** How much each token counts. */
async function readWeights(path: string, tensor: Tensor | undefined, tokens: number, wrong: Wrong) {
  if (!tensor) return undefined
  const valueAt = floatsOf(tensor, await readValues(path, tensor))
  if (!valueAt || tensor.shape.length !== 1 || tensor.shape[0] !== tokens)
    throw wrong(`weights is ${tensor.dtype} [${tensor.shape.join(', ')}], not one number for each of ${tokens} tokens`)
  const weights = Float32Array.from({ length: tokens }, (_, token) => valueAt(token))
  if (weights.some((weight) => !Number.isFinite(weight))) throw wrong('weights holds what is no number')
  return weights
}

/** What is used of the library's tokeniser, whose own types do not resolve. */
interface LoadedTokenizer {
  encode(text: string, options: { add_special_tokens: boolean }): { ids: (number | undefined)[] }
  model: WordPieces & { unk_token_id?: number }
}

/** A tokeniser from its file: `encode` answers the known tokens among the first of a text. */
async function openTokenizer(path: string): Promise<{ encode: (text: string) => number[]; largest: number }> {
  const wrong = (what: string, cause?: unknown) => new Error(`${path} cannot be used: ${what}.`, { cause })
  if ((await stat(path)).size > TOKENIZER_MAX_BYTES) throw wrong('it is too large for a tokenizer')
  let tokenizer: LoadedTokenizer
  try {
    const json = JSON.parse(await readFile(path, 'utf8'))
    // What frames a pair of texts, or turns tokens back into text, is not needed. A model of whole words is told its
    // unknown token here, as the library looks for it in another file.
    const config = { unk_token: json.model?.unk_token }
    tokenizer = new Tokenizer({ ...json, post_processor: null, decoder: null }, config)
  } catch (error) {
    throw wrong('it is no tokenizer this service can read', error)
  }
  if (tokenizer.model.max_input_chars_per_word) tokenizer.model.encode = encoderOf(tokenizer.model)
  const unknown = tokenizer.model.unk_token_id
  let largest = -1
  for (const id of tokenizer.model.tokens_to_ids.values()) {
    if (!Number.isSafeInteger(id) || id < 0) throw wrong('a token has no whole number')
    if (id > largest) largest = id
  }
  return {
    largest,
    encode(text) {
      const { ids } = tokenizer.encode(text.slice(0, TEXT_CHARS_MAX), { add_special_tokens: false })
      return ids.filter((id): id is number => id !== undefined && id !== unknown).slice(0, TOKENS_MAX)
    },
  }
}
