import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { readTensors, type Tensor } from './safetensors.ts'

const JSON_BYTES_MAX = 1024 * 1024
const BASE_NAME_CHARS_MAX = 100
const DIGEST_CHARS = 12
/** Model2Vec writes the first name; sentence-transformers writes the second, possibly in a subfolder. */
const VECTOR_TENSORS = ['embeddings', 'embedding.weight']
const STATIC_ROOTS = ['.', '0_StaticEmbedding']
const ONNX_WEIGHTS = [
  { file: 'onnx/model.onnx', dtype: 'fp32' },
  { file: 'onnx/model_quantized.onnx', dtype: 'q8' },
] as const
/** The input length of BERT, used if the folder specifies none. */
const TOKENS_MAX = 512

/** A static model: one vector per token; a text's vector is their mean. */
export interface StaticFiles {
  kind: 'static'
  dir: string
  tokenizer: string
  weights: string
  vectors: Tensor
  /** The weight of each token, if the model has weights. */
  tokenWeights: Tensor | undefined
  /** The row of each token's vector, if tokens share vectors. */
  rows: Tensor | undefined
}

/** A sentence transformer as an ONNX graph. */
export interface OnnxFiles {
  kind: 'onnx'
  dir: string
  tokenizer: string
  weights: string
  dtype: (typeof ONNX_WEIGHTS)[number]['dtype']
  /** How token vectors are combined into the vector of the text. */
  pooling: 'mean' | 'cls'
  tokensMax: number
}

export type LocalModel = StaticFiles | OnnxFiles

/** A folder contains no usable model; the message names the folder and what is wrong. */
class ModelFolderError extends Error {
  constructor(dir: string, problem: string) {
    super(`${dir} contains no usable model: ${problem}.`)
    this.name = 'ModelFolderError'
  }
}

/**
 * Determines which model a folder contains, without reading the weights: a static one (Model2Vec) or a sentence
 * transformer as ONNX. A folder with both counts as static.
 * @throws ModelFolderError naming what is missing or cannot be read.
 */
export async function inspectModel(folder: string): Promise<LocalModel> {
  const dir = resolve(folder)
  const entry = await stat(dir).catch(() => undefined)
  if (!entry?.isDirectory()) throw new ModelFolderError(dir, entry ? 'it is not a folder' : 'it does not exist')
  const model = (await findStatic(dir)) ?? (await findOnnx(dir))
  if (model) return model
  if (await isFile(join(dir, 'model.safetensors')))
    throw new ModelFolderError(
      dir,
      `model.safetensors has no tensor named ${VECTOR_TENSORS.join(' or ')}, so it is not a static model, and for a ` +
        `transformer ${ONNX_WEIGHTS.map(({ file }) => file).join(' or ')} is missing`,
    )
  throw new ModelFolderError(
    dir,
    'it has neither model.safetensors (a static model) nor onnx/model.onnx (a sentence transformer)',
  )
}

async function findStatic(dir: string): Promise<StaticFiles | undefined> {
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
      tokenizer: await requireFile(dir, join(root, 'tokenizer.json')),
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

async function findOnnx(dir: string): Promise<OnnxFiles | undefined> {
  for (const { file, dtype } of ONNX_WEIGHTS) {
    if (!(await isFile(join(dir, file)))) continue
    const tokenizer = await requireFile(dir, 'tokenizer.json')
    await requireFile(dir, 'tokenizer_config.json')
    const { max_position_embeddings } = await readJson(dir, await requireFile(dir, 'config.json'), Network)
    const { pooling_mode_cls_token: cls, pooling_mode_mean_tokens: mean } = await readJson(
      dir,
      join(dir, '1_Pooling/config.json'),
      Pooling,
    )
    if (!cls && !mean) throw new ModelFolderError(dir, '1_Pooling/config.json enables neither mean nor CLS pooling')
    const { max_seq_length } = await readJson(dir, join(dir, 'sentence_bert_config.json'), Limits)
    const tokensMax = Math.min(max_seq_length ?? TOKENS_MAX, max_position_embeddings ?? TOKENS_MAX)
    return { kind: 'onnx', dir, tokenizer, weights: join(dir, file), dtype, pooling: cls ? 'cls' : 'mean', tokensMax }
  }
  return undefined
}

/**
 * The name of the model's vector space, such as `static:potion-base-8M:0f3a…`: kind, folder name (of a downloaded
 * model, the model name), and the start of a hash over everything that affects its vectors. Reads the weights once.
 */
export async function vectorSpaceOf(model: LocalModel): Promise<string> {
  const hash = createHash('sha256')
  for (const path of [model.weights, model.tokenizer])
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  if (model.kind === 'onnx') hash.update(`${model.pooling} ${model.tokensMax}`)
  // The folder of a downloaded model is named `owner--model`.
  const base = basename(model.dir).split('--').at(-1)!.slice(0, BASE_NAME_CHARS_MAX)
  return `${model.kind}:${base}:${hash.digest('hex').slice(0, DIGEST_CHARS)}`
}

async function requireFile(dir: string, file: string): Promise<string> {
  const path = join(dir, file)
  if (await isFile(path)) return path
  throw new ModelFolderError(dir, `${file} is missing`)
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false
}

/** Reads a JSON file; a missing or empty file counts as an empty object. */
async function readJson<S extends z.ZodType>(dir: string, path: string, schema: S): Promise<z.output<S>> {
  const { size } = (await stat(path).catch(() => undefined)) ?? { size: 0 }
  try {
    if (size > JSON_BYTES_MAX) throw new Error('too long')
    return schema.parse(size ? JSON.parse(await readFile(path, 'utf8')) : {})
  } catch {
    throw new ModelFolderError(dir, `${path} cannot be read`)
  }
}
