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
// Sent instead of a blank text, which servers reject; its vector is replaced by zeros.
const PLACEHOLDER = '.'

// Checked in one loop: a shape per number would cost more than the rest of the call.
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
  /** Base URL of an OpenAI-compatible API; `/embeddings` is below it. */
  url: string
  model?: string | undefined
  apiKey?: string | undefined
  limits?: Partial<HttpLimits>
}

/** An embedder behind an OpenAI-compatible API. Failed calls are not retried here; the callers decide that. */
export function openHttpEmbedder({ url, model = MODEL, apiKey, limits }: HttpEmbedderOptions): Embedder {
  const client = openHttpClient(url, apiKey, { ...LIMITS, ...limits })
  return {
    name: `http:${model}`.slice(0, NAME_CHARS_MAX),
    batchMax: BATCH_MAX,
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      const inputs = texts.map(inputOf)
      for (const batch of batchesOf(inputs)) vectors.push(...(await embedBatch(client, model, batch, signal)))
      const dimension = vectors[0]?.length ?? 0
      if (vectors.some(({ length }) => length !== dimension)) throw garbled('vectors of different lengths')
      return vectors.map((vector, at) => (inputs[at] === PLACEHOLDER ? vector.fill(0) : vector))
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
    const response = await client.post('/embeddings', { model, input, encoding_format: 'float' }, call)
    const parsed = Vectors.safeParse(response)
    if (!parsed.success) throw garbled('no vectors')
    const { data } = parsed.data
    if (data.length !== input.length) throw garbled(`${data.length} vectors for ${input.length} texts`)
    const vectors = new Array<Float32Array | undefined>(input.length).fill(undefined)
    for (const [at, { index = at, embedding }] of data.entries()) {
      if (index >= input.length || vectors[index]) throw garbled('an index that is repeated or out of range')
      vectors[index] = normalize(embedding)
    }
    return vectors as Float32Array[]
  })
}

/** Scales a vector to length 1; all 0 stays all 0. */
function normalize(vector: number[]): Float32Array {
  let squares = 0
  for (const part of vector) squares += part * part
  if (!Number.isFinite(squares)) throw garbled('numbers that are too large')
  const length = Math.sqrt(squares)
  const out = new Float32Array(vector.length)
  if (length) for (const [at, part] of vector.entries()) out[at] = part / length
  return out
}

// Cuts a text to the length models read and replaces lone surrogates, including one created by the cut.
function inputOf(text: string): string {
  const cut = text.slice(0, TEXT_CHARS_MAX).replace(/[\ud800-\udfff]/gu, ' ')
  return cut.trim() ? cut : PLACEHOLDER
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

const garbled = (what: string) => new ModelFailure('garbled', `The model responded with ${what}.`)
