import { Agent, interceptors, request } from 'undici'
import { z } from 'zod'
import { LocalModelError } from './error.ts'

/** Timeouts in milliseconds: to connect, and between two chunks of a response. */
export interface HubLimits {
  connectMs: number
  silenceMs: number
}

const LIMITS: HubLimits = { connectMs: 10_000, silenceMs: 30_000 }
const REDIRECTS_MAX = 5
const LIST_BYTES_MAX = 8 * 1024 * 1024

/** A file of a model. Hubs list large files with the hash of their content and small ones with that of their git blob. */
export interface HubFile {
  name: string
  size: number
  checksum: { of: 'content' | 'blob'; hex: string }
}

/** A server with the API of huggingface.co that models are downloaded from. All errors are LocalModelErrors. */
export interface Hub {
  /** The files of a model, and whether it is a static model (a repository may also contain a graph of it). */
  list(model: string, signal: AbortSignal): Promise<{ files: HubFile[]; static: boolean }>
  /** Reads a file from an offset. `from` in the result is 0 if the hub only sends the whole file. */
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

/** Opens a client for the hub at a base URL. */
export function openHub(url: string, limits: Partial<HubLimits> = {}): Hub {
  const { connectMs, silenceMs } = { ...LIMITS, ...limits }
  const agent = new Agent({ connect: { timeout: connectMs }, headersTimeout: silenceMs, bodyTimeout: silenceMs })
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: REDIRECTS_MAX }))

  async function get(path: string, signal: AbortSignal, headers: Record<string, string> = {}) {
    try {
      const response = await request(url + path, {
        dispatcher,
        signal,
        // Sizes and ranges refer to uncompressed files.
        headers: { 'accept-encoding': 'identity', ...headers },
      })
      // Destroying a body emits an error event, which would end the process without a listener.
      response.body.on('error', () => {})
      const body = withHubErrors(response.body)
      return { status: response.statusCode, headers: response.headers, body, discard: () => response.body.destroy() }
    } catch (error) {
      throw hubError(error)
    }
  }

  async function* withHubErrors(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* body
    } catch (error) {
      throw hubError(error)
    }
  }

  function hubError(error: unknown): LocalModelError {
    if (error instanceof LocalModelError) return error
    const { code, name } = error as { code?: string; name?: string }
    if (name === 'AbortError' || name === 'TimeoutError')
      return new LocalModelError('timeout', 'the download was cancelled', { cause: error })
    if (code?.endsWith('_TIMEOUT'))
      return new LocalModelError('timeout', `${url} does not respond in time`, { cause: error })
    return new LocalModelError('unreachable', `${url} cannot be reached (${code ?? name})`, { cause: error })
  }

  /** The error for a response that is not a success. */
  function statusError(model: string, resource: string, status: number, retryAfter: unknown): LocalModelError {
    if (status === 429 || status === 503) {
      const seconds = Number(retryAfter)
      const retryAfterMs = seconds >= 0 ? seconds * 1_000 : undefined
      return new LocalModelError('rate_limited', `${url} asks to retry later (HTTP ${status})`, { retryAfterMs })
    }
    if (status >= 500) return new LocalModelError('unreachable', `${url} fails with HTTP ${status}`)
    return new LocalModelError('refused', `${url} does not provide ${resource} of ${model} (HTTP ${status})`)
  }

  return {
    async list(model, signal) {
      const { status, headers, body, discard } = await get(`/api/models/${model}/revision/main?blobs=true`, signal)
      const chunks: Buffer[] = []
      let size = 0
      try {
        if (status !== 200) throw statusError(model, 'the list of files', status, headers['retry-after'])
        for await (const chunk of body) {
          if ((size += chunk.length) > LIST_BYTES_MAX) break
          chunks.push(chunk)
        }
      } finally {
        discard()
      }
      const listing = size <= LIST_BYTES_MAX ? parseListing(Buffer.concat(chunks).toString('utf8')) : undefined
      if (!listing) throw new LocalModelError('garbled', `${url} sends no readable list of the files of ${model}`)
      const files = listing.siblings.flatMap(({ rfilename: name, size, blobId, lfs }): HubFile[] => {
        if (lfs) return [{ name, size: lfs.size, checksum: { of: 'content', hex: lfs.sha256 } }]
        return blobId && typeof size === 'number' ? [{ name, size, checksum: { of: 'blob', hex: blobId } }] : []
      })
      // Only sentence transformers have a pooling configuration.
      const hasPooling = files.some(({ name }) => name === '1_Pooling/config.json')
      const hasVectors = files.some(({ name }) => name === 'model.safetensors')
      return { files, static: listing.library_name === 'model2vec' || (hasVectors && !hasPooling) }
    },
    async read(model, file, from, signal) {
      const range: Record<string, string> = from ? { range: `bytes=${from}-` } : {}
      const { status, headers, body, discard } = await get(`/${model}/resolve/main/${file}`, signal, range)
      if (status === 200) return { from: 0, body }
      const start = /^bytes (\d+)-/.exec(String(headers['content-range']))?.[1]
      if (status === 206 && Number(start) === from) return { from, body }
      discard()
      // The range does not fit the file, so the partial file belongs to another version.
      if (from && (status === 206 || status === 416)) return this.read(model, file, 0, signal)
      throw statusError(model, file, status, headers['retry-after'])
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
