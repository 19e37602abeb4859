import { setTimeout as sleep } from 'node:timers/promises'
import { openLocalEmbedder } from '@memory-service/local-models'
import {
  type DownloadOptions,
  downloadedFolder,
  downloadModel,
  isDownloaded,
} from '@memory-service/local-models/download'
import { LocalModelError } from '@memory-service/local-models/error'
import { inspectModel } from '@memory-service/local-models/model-folder'
import { DirectoryInUse, lockDirectory } from '../embedded/directory-lock.ts'
import { makeDirectory } from '../make-directory.ts'
import type { Log } from '../telemetry/log.ts'
import type { Embedder } from './embedder.ts'
import { ModelFailure } from './failure.ts'

/* Local models as embedders of the service. `embeddings.ts` loads this file only if the configuration needs it. */

/** The delay before a failed download is retried; it doubles up to the maximum. */
const RETRY_MS = 60_000
const RETRY_MS_MAX = 60 * 60_000

/** Delays and timeouts of downloads, replaced by tests. */
export type DownloadLimits = DownloadOptions['limits'] & { againMs?: number }

interface Download {
  model: string
  hubUrl: string
  dataDir: string
  log: Log
  signal: AbortSignal
  /** Receives the reason of a failed download, once until it changes. */
  onFailure: (reason: string) => void
  limits: DownloadLimits
}

/**
 * Opens the model in a folder.
 * @throws Error saying why the model cannot be used.
 */
export async function openFolder(dir: string): Promise<Embedder> {
  const embedder = await openLocalEmbedder(await inspectModel(dir))
  return {
    ...embedder,
    embed: (texts, signal) =>
      embedder.embed(texts, signal).catch((error: unknown) => {
        if (!(error instanceof LocalModelError)) throw error
        const { kind, message, retryAfterMs } = error
        throw new ModelFailure(kind, message, { retryAfterMs, cause: error })
      }),
  }
}

/**
 * Opens a model, downloading it first if necessary. Retries failed downloads until one succeeds or the signal aborts.
 * @returns the embedder and the folder of its model; `undefined` after an abort.
 * @throws Error if a retry does not help: the disk fails or the model cannot be used.
 */
export async function openDownloaded(download: Download): Promise<{ embedder: Embedder; dir: string } | undefined> {
  const { model, dataDir, log, signal, onFailure, limits } = download
  const dir = downloadedFolder(dataDir, model)
  makeDirectory(dataDir)
  let lastReason = ''
  for (let waitMs = limits.againMs ?? RETRY_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, RETRY_MS_MAX)) {
    try {
      if (!(await isDownloaded(dir, log))) await downloadModel({ ...download, lock: lockFolder })
      return { embedder: await openFolder(dir), dir }
    } catch (error) {
      if (signal.aborted) return undefined
      if (!(error instanceof LocalModelError)) throw error
      if (error.message !== lastReason) onFailure((lastReason = error.message))
      log.debug({ err: error, waitMs }, 'model download failed; will retry')
      await sleep(Math.max(waitMs, error.retryAfterMs ?? 0), undefined, { signal, ref: false }).catch(() => {})
    }
  }
  return undefined
}

function lockFolder(dir: string) {
  return lockDirectory(dir).catch((error: unknown) => {
    if (error instanceof DirectoryInUse) return null
    throw error
  })
}
