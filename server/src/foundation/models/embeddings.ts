import { type Config, ConfigError } from '../config.ts'
import type { Log } from '../telemetry/log.ts'
import type { Embedder } from './embedder.ts'
import { openHttpEmbedder } from './http-embedder.ts'
import type { DownloadLimits } from './local-model.ts'

const DEFAULT_MODEL = 'minishlab/potion-base-8M'
const HINT = 'set EMBEDDINGS_URL, EMBEDDINGS_MODEL_DIR or EMBEDDINGS_DOWNLOAD_URL'

/** The source of vectors. While there is none, recall searches by keyword. */
export interface Embeddings {
  current(): Embedder | undefined
  /** Calls the listener once with the embedder, at once or when it becomes available. */
  onReady(listener: (embedder: Embedder) => void): void
  close(): Promise<void>
}

/**
 * Opens the configured source of vectors: an HTTP API, a local model (from a folder, or downloaded in the background), or
 * none; `auto` uses the first that is configured, else a download. Waits for a model only if EMBEDDINGS=local names its
 * folder, so nothing else delays the start.
 * @throws ConfigError if EMBEDDINGS=local names a folder without a usable model, or an invalid model name.
 */
export async function openEmbeddings(
  { embeddings, dataDir }: Pick<Config, 'embeddings' | 'dataDir'>,
  log: Log,
  limits: DownloadLimits = {},
): Promise<Embeddings> {
  const { kind, url, modelDir, apiKey, downloadUrl } = embeddings
  const source = openSource(log)
  const keywordOnly = (level: 'info' | 'warn', reason: string) =>
    log[level]({ reason, hint: HINT }, 'recall by keyword only')
  if (kind === 'off') {
    log.info({ reason: 'EMBEDDINGS=off' }, 'recall by keyword only')
    return source
  }
  if (url && kind !== 'local') {
    source.set(openHttpEmbedder({ url, model: embeddings.model, apiKey }), `${url} (EMBEDDINGS_URL)`)
    return source
  }
  // Loaded on demand, since a service without a local model does not need the runtime.
  const [{ isModelName }, { openDownloaded, openFolder }] = await Promise.all([
    import('@memory-service/local-models/download'),
    import('./local-model.ts'),
  ])
  if (modelDir) {
    const opening = openFolder(modelDir).then((embedder) => source.set(embedder, `${modelDir} (EMBEDDINGS_MODEL_DIR)`))
    if (kind === 'local')
      await opening.catch((error: Error) => {
        const problem = `EMBEDDINGS_MODEL_DIR must be a folder with a model: ${error.message}`
        throw new ConfigError([`${problem} With EMBEDDINGS=auto the service starts without a model.`])
      })
    else
      source.runInBackground(opening.catch((error) => keywordOnly('warn', `EMBEDDINGS_MODEL_DIR: ${messageOf(error)}`)))
    return source
  }
  const model = embeddings.model ?? DEFAULT_MODEL
  if (!isModelName(model)) {
    const problem = `EMBEDDINGS_MODEL must name a model as owner/model; got ${JSON.stringify(model)}.`
    if (kind === 'local') throw new ConfigError([problem])
    keywordOnly('warn', problem)
    return source
  }
  // A missing model deserves a warning only if the configuration asks for a local one.
  const onFailure = (reason: string) => keywordOnly(kind === 'local' ? 'warn' : 'info', reason)
  const { signal } = source
  const opening = openDownloaded({ model, hubUrl: downloadUrl, dataDir, log, signal, onFailure, limits }).then(
    (opened) => opened && source.set(opened.embedder, `${model}, downloaded into ${opened.dir}`),
  )
  source.runInBackground(opening.catch((error) => keywordOnly('warn', messageOf(error))))
  return source
}

function openSource(log: Log) {
  const closing = new AbortController()
  const listeners: ((embedder: Embedder) => void)[] = []
  let current: Embedder | undefined
  let background: Promise<void> = Promise.resolve()
  return {
    signal: closing.signal,
    current: () => current,
    onReady(listener: (embedder: Embedder) => void): void {
      if (current) listener(current)
      else listeners.push(listener)
    },
    set(embedder: Embedder, from: string): void {
      if (closing.signal.aborted) return void embedder.close()
      current = embedder
      log.info({ space: embedder.name, from }, 'recall by meaning and keyword')
      for (const listener of listeners.splice(0)) listener(embedder)
    },
    runInBackground(work: Promise<void>): void {
      background = work
    },
    async close(): Promise<void> {
      closing.abort()
      await background
      await current?.close()
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
