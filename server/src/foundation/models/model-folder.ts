import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { readTensors, type Tensor } from './safetensors.ts'

const JSON_MAX_BYTES = 1024 * 1024
const BASE_NAME_CHARS_MAX = 100
const DIGEST_CHARS = 12
/** Model2Vec writes the first; sentence-transformers writes the second, and may put it into a folder of its own. */
const VECTOR_TENSORS = ['embeddings', 'embedding.weight']
const STATIC_ROOTS = ['.', '0_StaticEmbedding']
const ONNX_WEIGHTS = [
  { file: 'onnx/model.onnx', dtype: 'fp32' },
  { file: 'onnx/model_quantized.onnx', dtype: 'q8' },
] as const
/** What a BERT reads at most where the folder does not say. */
const TOKENS_MAX = 512

/** A static model: a vector for each token, of which the mean is taken. */
export interface StaticFiles {
  kind: 'static'
  dir: string
  tokenizer: string
  weights: string
  vectors: Tensor
  /** How much each token counts, and which row of the vectors is its own, where the model tells. */
  tokenWeights: Tensor | undefined
  rows: Tensor | undefined
}

/** A sentence transformer as an ONNX graph. */
export interface OnnxFiles {
  kind: 'onnx'
  dir: string
  tokenizer: string
  weights: string
  dtype: (typeof ONNX_WEIGHTS)[number]['dtype']
  /** How the tokens' vectors become the sentence's. */
  pooling: 'mean' | 'cls'
  tokensMax: number
}

export type LocalModel = StaticFiles | OnnxFiles

/** A folder that holds no model that could be used; the message names the folder and what it lacks. */
class ModelFolderError extends Error {
  constructor(dir: string, what: string) {
    super(`${dir} holds no model that can be used: ${what}.`)
    this.name = 'ModelFolderError'
  }
}

/**
 * Tells what model a folder holds, without reading the weights: a static one (Model2Vec), or a sentence transformer as
 * ONNX. A folder with both is the static one.
 * @throws ModelFolderError naming what is missing or cannot be read.
 */
export async function lookAtModel(folder: string): Promise<LocalModel> {
  const dir = resolve(folder)
  const there = await stat(dir).catch(() => undefined)
  if (!there?.isDirectory()) throw new ModelFolderError(dir, there ? 'it is no folder' : 'it does not exist')
  const found = (await lookForStatic(dir)) ?? (await lookForOnnx(dir))
  if (found) return found
  if (await isFile(join(dir, 'model.safetensors')))
    throw new ModelFolderError(
      dir,
      `model.safetensors has no tensor named ${VECTOR_TENSORS.join(' or ')}, so it is no static model, and for a ` +
        `transformer ${ONNX_WEIGHTS.map(({ file }) => file).join(' or ')} is missing`,
    )
  throw new ModelFolderError(
    dir,
    'it has neither model.safetensors (a static model) nor onnx/model.onnx (a sentence transformer)',
  )
}

async function lookForStatic(dir: string): Promise<StaticFiles | undefined> {
  for (const root of STATIC_ROOTS) {
    const weights = join(dir, root, 'model.safetensors')
    if (!(await isFile(weights))) continue
    const tensors = await readTensors(weights).catch((error: Error) => {
      throw new ModelFolderError(dir, error.message.replace(/\.$/, ''))
    })
    const vectors = VECTOR_TENSORS.map((name) => tensors.get(name)).find(Boolean)
    if (!vectors) continue
    return {
      kind: 'static',
      dir,
      tokenizer: await need(dir, join(root, 'tokenizer.json')),
      weights,
      vectors,
      tokenWeights: tensors.get('weights'),
      rows: tensors.get('mapping'),
    }
  }
  return undefined
}

const Pooling = z.object({
  pooling_mode_cls_token: z.boolean().default(false),
  pooling_mode_mean_tokens: z.boolean().default(true),
})
const Limits = z.object({ max_seq_length: z.number().int().positive().nullish() })
const Network = z.object({ max_position_embeddings: z.number().int().positive().nullish() })

async function lookForOnnx(dir: string): Promise<OnnxFiles | undefined> {
  for (const { file, dtype } of ONNX_WEIGHTS) {
    if (!(await isFile(join(dir, file)))) continue
    const tokenizer = await need(dir, 'tokenizer.json')
    await need(dir, 'tokenizer_config.json')
    const { max_position_embeddings } = await readJson(dir, await need(dir, 'config.json'), Network)
    const { pooling_mode_cls_token: cls, pooling_mode_mean_tokens: mean } = await readJson(
      dir,
      join(dir, '1_Pooling/config.json'),
      Pooling,
    )
    if (!cls && !mean) throw new ModelFolderError(dir, '1_Pooling/config.json asks for neither mean nor CLS pooling')
    const { max_seq_length } = await readJson(dir, join(dir, 'sentence_bert_config.json'), Limits)
    const tokensMax = Math.min(max_seq_length ?? TOKENS_MAX, max_position_embeddings ?? TOKENS_MAX)
    return { kind: 'onnx', dir, tokenizer, weights: join(dir, file), dtype, pooling: cls ? 'cls' : 'mean', tokensMax }
  }
  return undefined
}

/**
 * The name of the model's vector space, such as `static:potion-base-8M:0f3a…`: kind, name of the folder (of a downloaded
 * one, of the model), and the start of a hash over all that decides its vectors. Reads the weights once.
 */
export async function nameOfSpace(model: LocalModel): Promise<string> {
  const hash = createHash('sha256')
  for (const path of [model.weights, model.tokenizer])
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  if (model.kind === 'onnx') hash.update(`${model.pooling} ${model.tokensMax}`)
  // A downloaded model lies in a folder named `owner--model`.
  const base = basename(model.dir).split('--').at(-1)!.slice(0, BASE_NAME_CHARS_MAX)
  return `${model.kind}:${base}:${hash.digest('hex').slice(0, DIGEST_CHARS)}`
}

async function need(dir: string, file: string): Promise<string> {
  const path = join(dir, file)
  if (await isFile(path)) return path
  throw new ModelFolderError(dir, `${file} is missing`)
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false
}

/** What a JSON file says; a file that is not there says nothing. */
async function readJson<S extends z.ZodType>(dir: string, path: string, schema: S): Promise<z.output<S>> {
  const { size } = (await stat(path).catch(() => undefined)) ?? { size: 0 }
  try {
    if (size > JSON_MAX_BYTES) throw new Error('too long')
    return schema.parse(size ? JSON.parse(await readFile(path, 'utf8')) : {})
  } catch {
    throw new ModelFolderError(dir, `${path} cannot be read`)
  }
}
