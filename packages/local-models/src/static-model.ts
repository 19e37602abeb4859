import { readFile, stat } from 'node:fs/promises'
import { Tokenizer } from '@huggingface/tokenizers'
import type { StaticFiles } from './model-folder.ts'
import { bfloat16Table, float16Table, readValues, type Tensor, type Values } from './safetensors.ts'
import { encoderOf, type WordPieces } from './word-pieces.ts'

/** Far above the tokenizer of a model of a hundred languages, which is below 40 MiB. */
const TOKENIZER_BYTES_MAX = 256 * 1024 * 1024
/** The limit of Model2Vec. */
const TOKENS_MAX = 512
/** Longer texts are cut before tokenization. */
const TEXT_CHARS_MAX = 16 * TOKENS_MAX

/** A model in this thread. `embed` returns all vectors in one array of `dim` values each. */
export interface LoadedModel {
  dim: number
  embed(texts: readonly string[]): Float32Array | Promise<Float32Array>
}

/**
 * Loads a static model: a text's vector is the weighted mean of its tokens' vectors, scaled to length 1. Special tokens
 * are not added and unknown tokens are ignored; a text without known tokens is all 0.
 * @throws Error naming the file and what is wrong.
 */
export async function loadStaticModel(files: StaticFiles): Promise<LoadedModel> {
  const { weights: path, vectors, tokenWeights, rows } = files
  const invalid = (problem: string) => new Error(`${path} cannot be used: ${problem}.`)
  const [count = 0, dim = 0] = vectors.shape
  if (vectors.shape.length !== 2 || !count || !dim)
    throw invalid(`${vectors.name} has the shape [${vectors.shape.join(', ')}], not [tokens, dimensions]`)
  const values = await readValues(path, vectors)
  const valueAt = floatReader(vectors, values)
  if (!valueAt) throw invalid(`${vectors.name} has the type ${vectors.dtype}, which is not a type of vectors`)
  for (let i = 0; i < values.length; i++)
    if (!Number.isFinite(valueAt(i))) throw invalid(`${vectors.name} contains values that are not finite`)

  const rowOf = await readRows(path, rows, count, invalid)
  const tokens = rowOf?.length ?? count
  const weightOf = await readWeights(path, tokenWeights, tokens, invalid)
  const { encode, largestId } = await openTokenizer(files.tokenizer)
  if (largestId >= tokens)
    throw new Error(`${files.tokenizer} does not match ${path}: it has token ${largestId}, the model ${tokens} tokens.`)

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
        let squares = 0
        for (let i = 0; i < dim; i++) squares += sum[i]! * sum[i]!
        const length = Math.sqrt(squares)
        if (length > 0) for (let i = 0; i < dim; i++) out[n * dim + i] = sum[i]! / length
      })
      return out
    },
  }
}

/** Returns a function from an index to a value; `undefined` for integer types. 16-bit floats are looked up in a table. */
function floatReader({ dtype }: Tensor, values: Values): ((at: number) => number) | undefined {
  if (values instanceof Float32Array) return (at) => values[at]!
  if (values instanceof Float64Array) return (at) => values[at]!
  if (values instanceof Int8Array) return (at) => values[at]!
  if (!(values instanceof Uint16Array)) return undefined
  const table = dtype === 'BF16' ? bfloat16Table() : float16Table()
  return (at) => table[values[at]!]!
}

type Invalid = (problem: string) => Error

/** The row of each token's vector, if several tokens share one. */
async function readRows(path: string, tensor: Tensor | undefined, count: number, invalid: Invalid) {
  if (!tensor) return undefined
  const values = await readValues(path, tensor)
  if (tensor.shape.length !== 1 || !(values instanceof Int32Array || values instanceof BigInt64Array))
    throw invalid(`mapping is ${tensor.dtype} [${tensor.shape.join(', ')}], not a list of integers`)
  const rows = Int32Array.from(values as Iterable<number | bigint>, Number)
  if (rows.some((row) => row < 0 || row >= count)) throw invalid('mapping refers to rows outside the vectors')
  return rows
}

async function readWeights(path: string, tensor: Tensor | undefined, tokens: number, invalid: Invalid) {
  if (!tensor) return undefined
  const valueAt = floatReader(tensor, await readValues(path, tensor))
  if (!valueAt || tensor.shape.length !== 1 || tensor.shape[0] !== tokens)
    throw invalid(
      `weights is ${tensor.dtype} [${tensor.shape.join(', ')}], not one number for each of ${tokens} tokens`,
    )
  const weights = Float32Array.from({ length: tokens }, (_, token) => valueAt(token))
  if (weights.some((weight) => !Number.isFinite(weight))) throw invalid('weights contains values that are not finite')
  return weights
}

/** The part of the library's tokenizer that is used here; its own types do not resolve. */
interface LoadedTokenizer {
  encode(text: string, options: { add_special_tokens: boolean }): { ids: (number | undefined)[] }
  model: WordPieces & { unk_token_id?: number }
}

/** Opens a tokenizer file; `encode` returns the known tokens at the beginning of a text. */
async function openTokenizer(path: string): Promise<{ encode: (text: string) => number[]; largestId: number }> {
  const invalid = (problem: string, cause?: unknown) => new Error(`${path} cannot be used: ${problem}.`, { cause })
  if ((await stat(path)).size > TOKENIZER_BYTES_MAX) throw invalid('it is too large for a tokenizer')
  let tokenizer: LoadedTokenizer
  try {
    const json = JSON.parse(await readFile(path, 'utf8'))
    // Post-processor and decoder are not needed. The library reads the unknown token of word-level models from another
    // file, so it is passed here.
    const config = { unk_token: json.model?.unk_token }
    tokenizer = new Tokenizer({ ...json, post_processor: null, decoder: null }, config)
  } catch (error) {
    throw invalid('it is not a supported tokenizer', error)
  }
  if (tokenizer.model.max_input_chars_per_word) tokenizer.model.encode = encoderOf(tokenizer.model)
  const unknown = tokenizer.model.unk_token_id
  let largestId = -1
  for (const id of tokenizer.model.tokens_to_ids.values()) {
    if (!Number.isSafeInteger(id) || id < 0) throw invalid('a token id is not an integer')
    if (id > largestId) largestId = id
  }
  return {
    largestId,
    encode(text) {
      const { ids } = tokenizer.encode(text.slice(0, TEXT_CHARS_MAX), { add_special_tokens: false })
      return ids.filter((id): id is number => id !== undefined && id !== unknown).slice(0, TOKENS_MAX)
    },
  }
}
