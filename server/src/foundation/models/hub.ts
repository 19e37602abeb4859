import { Agent, interceptors, request } from 'undici'
import { z } from 'zod'
import { ModelFailure } from './failure.ts'

/** How long a hub may take to answer a connection, and how long it may then be silent. */
export interface HubLimits {
  connectMs: number
  silenceMs: number
}

const LIMITS: HubLimits = { connectMs: 10_000, silenceMs: 30_000 }
const REDIRECTS_MAX = 5
const LIST_MAX_BYTES = 8 * 1024 * 1024
const HELP = 'EMBEDDINGS_MODEL_DIR takes a folder with a model, EMBEDDINGS_DOWNLOAD_URL another place to get it from'

/** A file as the hub tells of it: large ones come with the hash of their content, small ones with that of their blob in git. */
export interface HubFile {
  name: string
  size: number
  checksum: { of: 'content' | 'blob'; hex: string }
}

/** A place models are downloaded from, speaking as huggingface.co does. Everything it throws is a ModelFailure. */
export interface Hub {
  /** What the files of a model are, and whether it is a static one (there may be a graph of it beside). */
  list(model: string, signal: AbortSignal): Promise<{ files: HubFile[]; static: boolean }>
  /** A file from a byte on, or from the start where the hub will have it so; `from` tells. */
  read(
    model: string,
    file: string,
    from: number,
    signal: AbortSignal,
  ): Promise<{ from: number; body: AsyncIterable<Buffer> }>
  close(): Promise<void>
}

const Listing = z.object({
  library_name: z.string().nullish(),
  siblings: z.array(
    z.object({
      rfilename: z.string(),
      size: z.number().int().nonnegative().nullish(),
      blobId: z
        .string()
        .regex(/^[0-9a-f]{40}$/)
        .nullish(),
      lfs: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), size: z.number().int().nonnegative() }).nullish(),
    }),
  ),
})

/** Opens the way to a hub at this address. */
export function openHub(url: string, limits: Partial<HubLimits> = {}): Hub {
  const { connectMs, silenceMs } = { ...LIMITS, ...limits }
  const agent = new Agent({ connect: { timeout: connectMs }, headersTimeout: silenceMs, bodyTimeout: silenceMs })
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: REDIRECTS_MAX }))

  async function get(path: string, signal: AbortSignal, headers: Record<string, string> = {}) {
    try {
      const answer = await request(url + path, {
        dispatcher,
        signal,
        // Compressed, neither sizes nor ranges would be those of the file.
        headers: { 'accept-encoding': 'identity', ...headers },
      })
      // A body that is dropped says so in an event, which would end the process if nobody listened.
      answer.body.on('error', () => {})
      const body = guarded(answer.body)
      return { status: answer.statusCode, headers: answer.headers, body, drop: () => answer.body.destroy() }
    } catch (error) {
      throw failureOf(error)
    }
  }

  async function* guarded(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* body
    } catch (error) {
      throw failureOf(error)
    }
  }

  function failureOf(error: unknown): ModelFailure {
    if (error instanceof ModelFailure) return error
    const { code, name } = error as { code?: string; name?: string }
    if (name === 'AbortError' || name === 'TimeoutError')
      return new ModelFailure('timeout', 'the download was given up', { cause: error })
    if (code?.endsWith('_TIMEOUT'))
      return new ModelFailure('timeout', `${url} does not answer in time; ${HELP}`, { cause: error })
    return new ModelFailure('unreachable', `${url} cannot be reached (${code ?? name}); ${HELP}`, { cause: error })
  }

  /** What an answer that is no success means. */
  function refusal(model: string, what: string, status: number, retryAfter: unknown): ModelFailure {
    if (status === 429 || status === 503) {
      const seconds = Number(retryAfter)
      const retryAfterMs = seconds >= 0 ? seconds * 1_000 : undefined
      return new ModelFailure('rate_limited', `${url} asks us to come back later (HTTP ${status})`, { retryAfterMs })
    }
    if (status >= 500) return new ModelFailure('unreachable', `${url} fails (HTTP ${status}); ${HELP}`)
    return new ModelFailure(
      'refused',
      `${url} gives no ${what} of ${model} (HTTP ${status}); check EMBEDDINGS_MODEL and EMBEDDINGS_DOWNLOAD_URL`,
    )
  }

  return {
    async list(model, signal) {
      const { status, headers, body, drop } = await get(`/api/models/${model}/revision/main?blobs=true`, signal)
      const chunks: Buffer[] = []
      let size = 0
      try {
        if (status !== 200) throw refusal(model, 'list of files', status, headers['retry-after'])
        for await (const chunk of body) {
          if ((size += chunk.length) > LIST_MAX_BYTES) break
          chunks.push(chunk)
        }
      } finally {
        drop()
      }
      const listing = size <= LIST_MAX_BYTES ? parseListing(Buffer.concat(chunks).toString('utf8')) : undefined
      if (!listing) throw new ModelFailure('garbled', `${url} tells nothing readable about ${model}; ${HELP}`)
      const files = listing.siblings.flatMap(({ rfilename: name, size, blobId, lfs }): HubFile[] => {
        if (lfs) return [{ name, size: lfs.size, checksum: { of: 'content', hex: lfs.sha256 } }]
        return blobId && typeof size === 'number' ? [{ name, size, checksum: { of: 'blob', hex: blobId } }] : []
      })
      // Sentence transformers tell how they pool; a static model has nothing to tell.
      const pools = files.some(({ name }) => name === '1_Pooling/config.json')
      const vectors = files.some(({ name }) => name === 'model.safetensors')
      return { files, static: listing.library_name === 'model2vec' || (vectors && !pools) }
    },
    async read(model, file, from, signal) {
      const range: Record<string, string> = from ? { range: `bytes=${from}-` } : {}
      const { status, headers, body, drop } = await get(`/${model}/resolve/main/${file}`, signal, range)
      if (status === 200) return { from: 0, body }
      const start = /^bytes (\d+)-/.exec(String(headers['content-range']))?.[1]
      if (status === 206 && Number(start) === from) return { from, body }
      drop()
      // What we have is not the beginning of what is there now: from the start, then.
      if (from && (status === 206 || status === 416)) return this.read(model, file, 0, signal)
      throw refusal(model, file, status, headers['retry-after'])
    },
    close: () => agent.destroy(),
  }
}

function parseListing(text: string): z.output<typeof Listing> | undefined {
  try {
    return Listing.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
