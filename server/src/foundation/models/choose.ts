import { type Config, ConfigError } from '../config.ts'
import type { Log } from '../log.ts'
import { type DownloadOptions, downloadedFolder, downloadModel, isDownloaded, isModelName } from './download.ts'
import type { Embedder } from './embedder.ts'
import { ModelFailure } from './failure.ts'
import { openHttpEmbedder } from './http-embedder.ts'
import { openLocalEmbedder } from './local-embedder.ts'
import { lookAtModel } from './model-folder.ts'

const LOCAL_MODEL = 'minishlab/potion-base-8M'
/** A download that failed is tried again, each time after twice as long. */
const AGAIN_FIRST_MS = 60_000
const AGAIN_MAX_MS = 60 * 60_000
const HOW_TO = 'set EMBEDDINGS_URL or EMBEDDINGS_MODEL_DIR'

/** Where vectors come from. There may be nobody yet, or ever: recall is by keyword then. */
export interface Embeddings {
  current(): Embedder | undefined
  /** Told once, as soon as there is an embedder; at once where there is one. */
  onReady(listener: (embedder: Embedder) => void): void
  close(): Promise<void>
}

/** What tests hand in instead of the real patience. */
export interface Instead {
  againMs?: number
  limits?: DownloadOptions['limits']
}

/**
 * Opens what the configuration asks for: `http`, a local model (a folder, one that was downloaded, or a download in the
 * background), or nothing; `auto` takes the first of these that can be had. The log says which, and how to change it.
 * Waits for a model only where EMBEDDINGS=local names its folder; nothing else holds up the start.
 * @throws ConfigError when EMBEDDINGS=local names a folder whose model cannot be used, or a model with an impossible name.
 */
export async function chooseEmbedder(
  { embeddings, dataDir }: Pick<Config, 'embeddings' | 'dataDir'>,
  log: Log,
  instead: Instead = {},
): Promise<Embeddings> {
  const { kind, url, modelDir, apiKey } = embeddings
  const part = holder(log)
  if (kind === 'off') log.info('recall is by keyword only: EMBEDDINGS=off')
  else if (url && kind !== 'local') {
    part.hold(openHttpEmbedder({ url, model: embeddings.model, apiKey }), `${url} (EMBEDDINGS_URL)`)
  } else if (modelDir) {
    const opening = openFolder(modelDir).then((embedder) => part.hold(embedder, `${modelDir} (EMBEDDINGS_MODEL_DIR)`))
    if (kind === 'local')
      await opening.catch((error: Error) => {
        throw new ConfigError([`EMBEDDINGS_MODEL_DIR: ${error.message} EMBEDDINGS=auto starts without it.`])
      })
    else
      part.background(opening.catch((error) => keywordOnly(log, 'warn', `EMBEDDINGS_MODEL_DIR: ${messageOf(error)}`)))
  } else {
    const model = embeddings.model ?? LOCAL_MODEL
    if (isModelName(model)) {
      const { downloadUrl } = embeddings
      // Who asked for a local model wants to know that there is none; of who asked for nothing it was worth a try.
      const level = kind === 'local' ? 'warn' : 'info'
      part.background(getModel({ model, downloadUrl, dataDir, log, signal: part.signal }, level, part.hold, instead))
    } else {
      const problem = `EMBEDDINGS_MODEL is ${JSON.stringify(model)}; a model to download is called owner/model.`
      if (kind === 'local') throw new ConfigError([problem])
      keywordOnly(log, 'warn', problem)
    }
  }
  return part
}

/** Opens the downloaded model, or downloads it first, until it is there or the signal says enough. */
async function getModel(
  options: DownloadOptions,
  level: 'info' | 'warn',
  hold: (embedder: Embedder, from: string) => void,
  { againMs = AGAIN_FIRST_MS, limits }: Instead,
): Promise<void> {
  const { model, dataDir, log, signal } = options
  const dir = downloadedFolder(dataDir, model)
  let told = ''
  for (let waitMs = againMs; !signal.aborted; waitMs = Math.min(waitMs * 2, AGAIN_MAX_MS)) {
    try {
      if (!(await isDownloaded(dir, log))) await downloadModel({ ...options, limits })
      return hold(await openFolder(dir), `${model}, downloaded into ${dir}`)
    } catch (error) {
      if (signal.aborted) return
      // Said once for each reason: being without internet is no news every hour.
      const reason = messageOf(error)
      if (!(error instanceof ModelFailure)) return keywordOnly(log, 'warn', reason)
      if (reason !== told) keywordOnly(log, level, (told = reason))
      log.debug({ err: error, againMs: waitMs }, 'the model is not here yet')
      await wait(Math.max(waitMs, error.retryAfterMs ?? 0), signal)
    }
  }
}

/** What `chooseEmbedder` gives out, and how it is filled. */
function holder(log: Log) {
  const closing = new AbortController()
  const listeners: ((embedder: Embedder) => void)[] = []
  let held: Embedder | undefined
  let underWay: Promise<void> = Promise.resolve()
  return {
    signal: closing.signal,
    current: () => held,
    onReady(listener: (embedder: Embedder) => void): void {
      if (held) listener(held)
      else listeners.push(listener)
    },
    hold(embedder: Embedder, from: string): void {
      if (closing.signal.aborted) return void embedder.close()
      held = embedder
      log.info(
        { space: embedder.name },
        `recall is by meaning and keyword: vectors come from ${from}; EMBEDDINGS changes that`,
      )
      for (const listener of listeners.splice(0)) listener(embedder)
    },
    background(work: Promise<void>): void {
      underWay = work
    },
    async close(): Promise<void> {
      closing.abort()
      await underWay
      await held?.close()
    },
  }
}

async function openFolder(dir: string): Promise<Embedder> {
  return openLocalEmbedder(await lookAtModel(dir))
}

function keywordOnly(log: Log, level: 'info' | 'warn', reason: string): void {
  log[level](`recall is by keyword only: no embedding model could be had (${reason}); ${HOW_TO}`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    timer.unref()
    signal.addEventListener('abort', done)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
