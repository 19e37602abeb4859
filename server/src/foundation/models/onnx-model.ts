import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OnnxFiles } from './model-folder.ts'
import type { LoadedModel } from './static-model.ts'
import { encoderOf, type WordPieces } from './word-pieces.ts'

const LIBRARY = '@huggingface/transformers'
const SILENT = 50
/** A longer text is cut before it is taken apart: no token of those that are read comes from beyond. */
const CHARS_PER_TOKEN_MAX = 16

/** What is used of the library, which the service does not bring along. */
interface Transformers {
  env: { allowRemoteModels: boolean; useFSCache: boolean; logLevel: number }
  AutoTokenizer: { from_pretrained(dir: string, options: object): Promise<Tokenizer> }
  AutoModel: { from_pretrained(dir: string, options: object): Promise<Network> }
  mean_pooling(hidden: Tensor, mask: Tensor): Tensor
}

interface Tokenizer {
  (texts: string[], options: object): { attention_mask: Tensor }
  _tokenizer?: { model?: WordPieces }
}
type Network = (inputs: object) => Promise<Record<string, Tensor | undefined>>

interface Tensor {
  dims: number[]
  data: Float32Array
  slice(...at: (number | null)[]): Tensor
  normalize(p: number, dim: number): Tensor
}

/**
 * Loads a sentence transformer: the vectors of a text's tokens are pooled as the model says and brought to length 1.
 * Fetches nothing from anywhere.
 * @throws Error with a sentence: the optional part is not installed (and how it is), or the model cannot be used.
 */
export async function loadOnnxModel({ dir, dtype, pooling, tokensMax }: OnnxFiles): Promise<LoadedModel> {
  const { env, AutoTokenizer, AutoModel, mean_pooling } = requireLibrary()
  env.allowRemoteModels = false
  env.useFSCache = false
  env.logLevel = SILENT
  const local = { local_files_only: true }
  // One core is left to those who wait for the vectors, and waiting threads sleep instead of spinning.
  const session_options = {
    intraOpNumThreads: Math.max(1, availableParallelism() - 1),
    interOpNumThreads: 1,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }

  async function open(): Promise<[Tokenizer, Network]> {
    try {
      return [
        await AutoTokenizer.from_pretrained(dir, local),
        await AutoModel.from_pretrained(dir, { ...local, dtype, device: 'cpu', session_options }),
      ]
    } catch (cause) {
      throw new Error(`${dir} cannot be used: ${sentenceOf(cause)}`, { cause })
    }
  }
  const [tokenizer, network] = await open()
  const pieces = tokenizer._tokenizer?.model
  if (pieces?.max_input_chars_per_word) pieces.encode = encoderOf(pieces)

  async function embed(texts: readonly string[]): Promise<Tensor> {
    const cut = texts.map((text) => text.slice(0, tokensMax * CHARS_PER_TOKEN_MAX))
    const inputs = tokenizer(cut, { padding: true, truncation: true, max_length: tokensMax })
    const { sentence_embedding, last_hidden_state, token_embeddings } = await network(inputs)
    const hidden = last_hidden_state ?? token_embeddings
    if (sentence_embedding) return sentence_embedding.normalize(2, -1)
    if (!hidden) throw new Error('its graph answers neither last_hidden_state nor sentence_embedding')
    const pooled = pooling === 'cls' ? hidden.slice(null, 0) : mean_pooling(hidden, inputs.attention_mask)
    return pooled.normalize(2, -1)
  }

  const practice = await embed(['practice']).catch((cause) => {
    throw new Error(`${dir} cannot be used: ${sentenceOf(cause)}`, { cause })
  })
  return {
    dim: practice.dims.at(-1)!,
    async embed(texts) {
      const { data } = await embed(texts)
      if (!data.every(Number.isFinite)) throw new Error('the network answered what is no number')
      return Float32Array.from(data)
    },
  }
}

/** The library from the folder of its own, or from wherever the operator has put it. */
function requireLibrary(): Transformers {
  const places = [new URL('../../../onnx/', import.meta.url), import.meta.url, pathToFileURL(join(process.cwd(), '/'))]
  for (const place of places) {
    const require = createRequire(place)
    try {
      require.resolve(LIBRARY)
    } catch {
      continue
    }
    try {
      return require(LIBRARY) as Transformers
    } catch (cause) {
      throw new Error(`${LIBRARY} cannot be loaded: ${sentenceOf(cause)}`, { cause })
    }
  }
  throw new Error('A sentence transformer needs an optional part of 470 MB; this installs it: npm run setup:onnx.')
}

function sentenceOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!.replace(/\.?$/, '.')
}
