import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { LocalModelError } from './error.ts'
import { type Hub, type HubFile, type HubLimits, openHub } from './hub.ts'
import type { Log } from './log.ts'

/** The maximum size of all files of a model. */
const MODEL_BYTES_MAX = 2 * 1024 ** 3
/** A download that breaks off is resumed at once, as long as each attempt received data. */
const ATTEMPTS_MAX = 5
const RETRY_MS = 1_000
const PROGRESS_MS = 5_000
const PROGRESS_SHARE = 0.1
const CHECKSUMS = 'checksums.json'
const PART_DIGITS = 12
const STATIC_FILES = ['tokenizer.json', 'config.json', 'model.safetensors']
const ONNX_FILES = ['tokenizer.json', 'tokenizer_config.json', 'config.json']
const ONNX_EXTRAS = ['1_Pooling/config.json', 'sentence_bert_config.json']
const ONNX_GRAPHS = ['onnx/model_quantized.onnx', 'onnx/model.onnx']

const Checksums = z.object({
  model: z.string(),
  files: z.record(z.string(), z.object({ size: z.number(), sha256: z.string() })),
})

/** Locks a directory against other processes; null while another one holds it. */
export type LockDirectory = (dir: string) => Promise<{ release(): Promise<void> } | null>

export interface DownloadOptions {
  /** The name of the model on the hub: `owner/model`. */
  model: string
  /** The base URL of the hub. */
  hubUrl: string
  /** The directory whose `models` folder receives the model. */
  dataDir: string
  lock: LockDirectory
  log: Log
  signal: AbortSignal
  /** Timeouts, replaced by tests. */
  limits?: Partial<HubLimits & { retryMs: number }>
}

/** Whether a model name is valid for hubs and file systems. */
export function isModelName(model: string): boolean {
  return /^\w[\w.-]{0,95}(\/\w[\w.-]{0,95})?$/.test(model) && !model.includes('..') && !model.includes('--')
}

/** The folder of a downloaded model. */
export function downloadedFolder(dataDir: string, model: string): string {
  return join(dataDir, 'models', model.replace('/', '--'))
}

/**
 * Whether a folder contains a completely downloaded model. Reads every file and compares its checksum; logs the files
 * that differ. Makes no network requests.
 */
export async function isDownloaded(dir: string, log?: Log): Promise<boolean> {
  let files: z.output<typeof Checksums>['files']
  try {
    files = Checksums.parse(JSON.parse(await readFile(join(dir, CHECKSUMS), 'utf8'))).files
  } catch {
    return false
  }
  let complete = true
  for (const [name, { size, sha256 }] of Object.entries(files)) {
    if (await matches(join(dir, name), { name, size, checksum: { of: 'content', hex: sha256 } })) continue
    complete = false
    log?.warn({ file: join(dir, name) }, 'model file damaged; it must be downloaded again')
  }
  return complete
}

/**
 * Downloads a model. Complete files are not downloaded again, partial ones are resumed, and checksums are verified before a file is
 * used. Concurrent processes wait for the one that downloads.
 * @returns the folder of the model.
 * @throws LocalModelError when the hub fails or sends wrong data, Error when the disk fails.
 */
export async function downloadModel(options: DownloadOptions): Promise<string> {
  const { model, hubUrl, dataDir, log, signal, limits } = options
  const dir = downloadedFolder(dataDir, model)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const retryMs = limits?.retryMs ?? RETRY_MS
  const lock = await acquire(dir, options, retryMs)
  const hub = openHub(hubUrl, limits)
  try {
    if (await isDownloaded(dir)) return dir
    const { files, static: isStatic } = await hub.list(model, signal)
    const wanted = selectFiles(model, files, isStatic)
    const total = wanted.reduce((sum, { size }) => sum + size, 0)
    if (total > MODEL_BYTES_MAX)
      throw new LocalModelError(
        'refused',
        `${model} has ${megabytes(total)}; at most ${megabytes(MODEL_BYTES_MAX)} are downloaded`,
      )
    log.info({ model, files: wanted.length, size: megabytes(total), from: hubUrl, dir }, 'model download started')
    const report = progress(model, total, log)
    const checksums: z.output<typeof Checksums> = { model, files: {} }
    let done = 0
    for (const file of wanted) {
      const path = join(dir, file.name)
      const onProgress = (bytes: number) => report(done + bytes)
      if (!(await matches(path, file))) await getFile({ hub, model, file, path, log, signal, onProgress, retryMs })
      done += file.size
      checksums.files[file.name] = { size: file.size, sha256: await digest(path, 'content') }
    }
    await writeAtomically(join(dir, CHECKSUMS), JSON.stringify(checksums, null, 2))
    log.info({ model, dir }, 'model download finished')
    return dir
  } finally {
    await hub.close()
    await lock?.release()
  }
}

/**
 * Locks the folder, waiting for other processes. On a file system without locks the download continues: data mixed by
 * two writers has a wrong checksum and is discarded.
 */
async function acquire(dir: string, { lock, log, signal }: DownloadOptions, retryMs: number) {
  for (let attempts = 0; ; attempts++) {
    const held = await lock(dir).catch(() => undefined)
    if (held !== null) return held
    if (!attempts) log.info({ dir }, 'waiting for a model download of another process')
    await pause(retryMs, signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch((cause) => {
    throw new LocalModelError('timeout', 'the download was cancelled', { cause })
  })
}

/** The files needed: three of a static model; of a transformer also the configuration and the smaller graph. */
function selectFiles(model: string, files: HubFile[], isStatic: boolean): HubFile[] {
  const find = (name: string) => files.find((file) => file.name === name)
  const graph = ONNX_GRAPHS.find(find)
  const names = isStatic || !graph ? STATIC_FILES : [...ONNX_FILES, ...ONNX_EXTRAS.filter((name) => find(name)), graph]
  const missing = names.filter((name) => !find(name))
  if (missing.length)
    throw new LocalModelError(
      'refused',
      `${model} has no ${missing.join(', ')}; it must be a Model2Vec model or a sentence transformer with ONNX files`,
    )
  return names.map((name) => find(name)!)
}

interface FileDownload {
  hub: Hub
  model: string
  file: HubFile
  path: string
  log: Log
  signal: AbortSignal
  /** Receives the number of bytes of the file that are stored. */
  onProgress: (bytes: number) => void
  retryMs: number
}

async function getFile(download: FileDownload): Promise<void> {
  const { model, file, path, log, signal, retryMs } = download
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // The name contains the checksum, so that a partial file of another version is not resumed.
  const part = `${path}.${file.checksum.hex.slice(0, PART_DIGITS)}.part`
  for (let attempts = 1; ; attempts++) {
    let received = false
    const onProgress = (bytes: number) => {
      received = true
      download.onProgress(bytes)
    }
    try {
      await fill(part, { ...download, onProgress })
      break
    } catch (error) {
      const brokeOff = error instanceof LocalModelError && (error.kind === 'unreachable' || error.kind === 'timeout')
      if (!brokeOff || !received || attempts === ATTEMPTS_MAX || signal.aborted) throw error
      log.debug({ err: error, file: file.name, attempts }, 'model download interrupted; resuming')
      await pause(retryMs, signal)
    }
  }
  if (!(await matches(part, file))) {
    await rm(part, { force: true })
    throw new LocalModelError('garbled', `${file.name} of ${model} does not have the checksum its hub lists`)
  }
  await rename(part, path)
  await syncFolder(dirname(path))
}

/** Completes a partial file and syncs it. */
async function fill(
  part: string,
  { hub, model, file: { name, size }, signal, onProgress }: FileDownload,
): Promise<void> {
  const file = await open(part, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o600)
  try {
    let at = (await file.stat()).size
    if (at > size) await file.truncate((at = 0))
    if (at === size && size) return
    const { from, body } = await hub.read(model, name, at, signal)
    if (from < at) await file.truncate((at = from))
    for await (const chunk of body) {
      if (at + chunk.length > size) {
        await rm(part, { force: true })
        throw new LocalModelError('garbled', `${name} of ${model} is longer than the size its hub lists`)
      }
      await file.writeFile(chunk)
      onProgress((at += chunk.length))
    }
    if (at < size) throw new LocalModelError('unreachable', `the download of ${name} broke off after ${megabytes(at)}`)
    await file.sync()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw new Error(`The disk is full: ${part} needs ${megabytes(size)}.`, { cause: error })
  } finally {
    await file.close()
  }
}

async function matches(path: string, { size, checksum }: HubFile): Promise<boolean> {
  const entry = await stat(path).catch(() => undefined)
  return entry?.size === size && (await digest(path, checksum.of)) === checksum.hex
}

/** SHA-256 of the content, or the id of a git blob: SHA-1 of the word `blob`, the size and the content. */
async function digest(path: string, of: 'content' | 'blob'): Promise<string> {
  const hash = createHash(of === 'blob' ? 'sha1' : 'sha256')
  if (of === 'blob') hash.update(`blob ${(await stat(path)).size}\0`)
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function writeAtomically(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { flush: true })
  await rename(`${path}.new`, path)
  await syncFolder(dirname(path))
}

async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir)
  await folder.sync().finally(() => folder.close())
}

/** Logs progress, at most every five seconds and every tenth of the size. */
function progress(model: string, total: number, log: Log): (done: number) => void {
  let [logged, loggedAt] = [0, performance.now()]
  return (done) => {
    if (done - logged < total * PROGRESS_SHARE || performance.now() - loggedAt < PROGRESS_MS) return
    logged = done
    loggedAt = performance.now()
    log.info({ model, percent: Math.floor((done / total) * 100), size: megabytes(total) }, 'model download in progress')
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
