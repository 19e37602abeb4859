import { z } from 'zod'
import type { Embedder } from './embedder.ts'
import { ModelFailure } from './failure.ts'
import { type HttpClient, type HttpLimits, openHttpClient } from './http-client.ts'

const MODEL = 'text-embedding-3-small'
const NAME_CHARS_MAX = 200
const BATCH_MAX = 128
const REQUEST_CHARS_MAX = 250_000
const TEXT_CHARS_MAX = 8_192
const DIMENSION_MAX = 8_192
const LIMITS: HttpLimits = { silenceMs: 20_000, callMs: 30_000 }
// Stands in for a text of nothing, which servers refuse; its vector is not used.
const NOTHING = '.'

// Looked through in one plain loop: a shape for each of a few hundred numbers takes longer than all else here.
const Vector = z.custom<number[]>(
  (value) =>
    Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= DIMENSION_MAX &&
    value.every((part) => Number.isFinite(part)),
)
const Vectors = z.object({
  data: z.array(z.object({ index: z.int().nonnegative().optional(), embedding: Vector })),
})

export interface HttpEmbedderOptions {
  /** Base address of an OpenAI-compatible API; `/embeddings` is below it. */
  url: string
  model?: string | undefined
  apiKey?: string | undefined
  limits?: Partial<HttpLimits>
}

/** Vectors from an OpenAI-compatible API. Calls that fail are not repeated here: callers know what they can wait for. */
export function openHttpEmbedder({ url, model = MODEL, apiKey, limits }: HttpEmbedderOptions): Embedder {
  const client = openHttpClient(url, apiKey, { ...LIMITS, ...limits })
  return {
    name: `http:${model}`.slice(0, NAME_CHARS_MAX),
    batchMax: BATCH_MAX,
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      const read = texts.map(readable)
      for (const batch of batchesOf(read)) vectors.push(...(await embedBatch(client, model, batch, signal)))
      const dimension = vectors[0]?.length ?? 0
      if (vectors.some(({ length }) => length !== dimension)) throw garbled('vectors of several lengths')
      return vectors.map((vector, at) => (read[at] === NOTHING ? vector.fill(0) : vector))
    },
    close: client.close,
  }
}

async function embedBatch(
  client: HttpClient,
  model: string,
  input: string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  return client.call(signal, async (call) => {
    const answer = await client.post('/embeddings', { model, input, encoding_format: 'float' }, call)
    const read = Vectors.safeParse(answer)
    if (!read.success) throw garbled('no vectors')
    const { data } = read.data
    if (data.length !== input.length) throw garbled(`${data.length} vectors for ${input.length} texts`)
    const vectors = new Array<Float32Array | undefined>(input.length).fill(undefined)
    for (const [at, { index = at, embedding }] of data.entries()) {
      if (index >= input.length || vectors[index]) throw garbled('vectors that belong to no text')
      vectors[index] = unit(embedding)
    }
    return vectors as Float32Array[]
  })
}

/** The vector of length 1 in the same direction; all 0 stays all 0. */
function unit(vector: number[]): Float32Array {
  let squares = 0
  for (const part of vector) squares += part * part
  if (!Number.isFinite(squares)) throw garbled('numbers too large')
  const length = Math.sqrt(squares)
  const out = new Float32Array(vector.length)
  if (length) for (const [at, part] of vector.entries()) out[at] = part / length
  return out
}

// Cut to what models read, and never through a character: half of one is no text.
function readable(text: string): string {
  const cut = text.slice(0, TEXT_CHARS_MAX).replace(/[\ud800-\udfff]/gu, ' ')
  return cut.trim() ? cut : NOTHING
}

function* batchesOf(texts: string[]): Generator<string[]> {
  let batch: string[] = []
  let chars = 0
  for (const text of texts) {
    if (batch.length === BATCH_MAX || (batch.length && chars + text.length > REQUEST_CHARS_MAX)) {
      yield batch
      batch = []
      chars = 0
    }
    batch.push(text)
    chars += text.length
  }
  if (batch.length) yield batch
}

const garbled = (what: string) => new ModelFailure('garbled', `The model answered with ${what}.`)
