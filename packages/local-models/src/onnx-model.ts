import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OnnxFiles } from './model-folder.ts'
import type { LoadedModel } from './static-model.ts'
import { encoderOf, type WordPieces } from './word-pieces.ts'

const LIBRARY = '@huggingface/transformers'
const LOG_LEVEL_NONE = 50
/** Longer texts are cut before tokenization. */
const CHARS_PER_TOKEN_MAX = 16

/** The part of the optional library that is used here. */
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
 * Loads a sentence transformer: the vectors of a text's tokens are pooled as the model specifies and scaled to length 1.
 * Makes no network requests.
 * @throws Error if the optional library is not installed (and how to install it) or the model cannot be used.
 */
export async function loadOnnxModel({ dir, dtype, pooling, tokensMax }: OnnxFiles): Promise<LoadedModel> {
  const { env, AutoTokenizer, AutoModel, mean_pooling } = requireLibrary()
  env.allowRemoteModels = false
  env.useFSCache = false
  env.logLevel = LOG_LEVEL_NONE
  const local = { local_files_only: true }
  // One core stays free for the main thread, and waiting threads sleep instead of spinning.
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
      throw new Error(`${dir} cannot be used: ${firstLineOf(cause)}`, { cause })
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
    if (!hidden) throw new Error('its graph has neither last_hidden_state nor sentence_embedding as an output')
    const pooled = pooling === 'cls' ? hidden.slice(null, 0) : mean_pooling(hidden, inputs.attention_mask)
    return pooled.normalize(2, -1)
  }

  const probe = await embed(['test']).catch((cause) => {
    throw new Error(`${dir} cannot be used: ${firstLineOf(cause)}`, { cause })
  })
  return {
    dim: probe.dims.at(-1)!,
    async embed(texts) {
      const { data } = await embed(texts)
      if (!data.every(Number.isFinite)) throw new Error('the output of the network is not finite')
      return Float32Array.from(data)
    },
  }
}

/** Loads the library from this package's `onnx` folder, from node_modules, or from the working directory. */
function requireLibrary(): Transformers {
  const bases = [new URL('../onnx/', import.meta.url), import.meta.url, pathToFileURL(join(process.cwd(), '/'))]
  for (const base of bases) {
    const require = createRequire(base)
    try {
      require.resolve(LIBRARY)
    } catch {
      continue
    }
    try {
      return require(LIBRARY) as Transformers
    } catch (cause) {
      throw new Error(`${LIBRARY} cannot be loaded: ${firstLineOf(cause)}`, { cause })
    }
  }
  throw new Error(`Sentence transformers need ${LIBRARY} (470 MB), which is not installed; run npm run setup:onnx.`)
}

function firstLineOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!.replace(/\.?$/, '.')
}
