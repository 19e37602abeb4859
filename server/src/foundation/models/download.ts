import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { DirectoryInUse, lockDirectory } from '../directory-lock.ts'
import type { Log } from '../log.ts'
import { ModelFailure } from './failure.ts'
import { type Hub, type HubFile, type HubLimits, openHub } from './hub.ts'

/** All files of a model together. */
const MODEL_MAX_BYTES = 2 * 1024 ** 3
/** A download that breaks off goes on at once, as long as each try brought something. */
const TRIES = 5
const PAUSE_MS = 1_000
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

export interface DownloadOptions {
  /** As the hub names it: `owner/model`. */
  model: string
  downloadUrl: string
  dataDir: string
  log: Log
  signal: AbortSignal
  /** What tests hand in instead of the real patience. */
  limits?: Partial<HubLimits & { pauseMs: number }>
}

/** Whether a model has a name that a hub and a file system take. */
export function isModelName(model: string): boolean {
  return /^\w[\w.-]{0,95}(\/\w[\w.-]{0,95})?$/.test(model) && !model.includes('..') && !model.includes('--')
}

/** Where a downloaded model lies. */
export function downloadedFolder(dataDir: string, model: string): string {
  return join(dataDir, 'models', model.replace('/', '--'))
}

/**
 * Whether a model was downloaded and is what it was then; every file is read. What is damaged is named in the log.
 * Asks nobody.
 */
export async function isDownloaded(dir: string, log?: Log): Promise<boolean> {
  let files: z.output<typeof Checksums>['files']
  try {
    files = Checksums.parse(JSON.parse(await readFile(join(dir, CHECKSUMS), 'utf8'))).files
  } catch {
    return false
  }
  let whole = true
  for (const [name, { size, sha256 }] of Object.entries(files)) {
    if (await matches(join(dir, name), { name, size, checksum: { of: 'content', hex: sha256 } })) continue
    whole = false
    log?.warn(`${join(dir, name)} is damaged; it has to be downloaded again`)
  }
  return whole
}

/**
 * Downloads a model once: what is already there is kept, what was broken off goes on where it was, and nothing is used
 * before its checksum is right. Several processes at once take turns, and find it done.
 * @returns the folder it lies in.
 * @throws ModelFailure when the hub fails or lies, Error when the disk does; each with a sentence saying what to do.
 */
export async function downloadModel({ model, downloadUrl, dataDir, log, signal, limits }: DownloadOptions) {
  const dir = downloadedFolder(dataDir, model)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const pauseMs = limits?.pauseMs ?? PAUSE_MS
  const lock = await takeTurn(dir, log, signal, pauseMs)
  const hub = openHub(downloadUrl, limits)
  try {
    if (await isDownloaded(dir)) return dir
    const { files, static: isStatic } = await hub.list(model, signal)
    const wanted = choose(model, files, isStatic)
    const total = wanted.reduce((sum, { size }) => sum + size, 0)
    if (total > MODEL_MAX_BYTES)
      throw new ModelFailure(
        'refused',
        `${model} has ${megabytes(total)}, more than is downloaded; put it into a folder`,
      )
    log.info(`downloading ${model}: ${wanted.length} files, ${megabytes(total)}, from ${downloadUrl} into ${dir}`)
    const tell = progress(model, total, log)
    const checksums: z.output<typeof Checksums> = { model, files: {} }
    let done = 0
    for (const file of wanted) {
      const path = join(dir, file.name)
      const reached = (at: number) => tell(done + at)
      if (!(await matches(path, file))) await getFile({ hub, model, file, path, log, signal, reached, pauseMs })
      done += file.size
      checksums.files[file.name] = { size: file.size, sha256: await digest(path, 'content') }
    }
    await writeWhole(join(dir, CHECKSUMS), JSON.stringify(checksums, null, 2))
    log.info(`${model} is downloaded and its checksums are right`)
    return dir
  } finally {
    await hub.close()
    await lock?.release()
  }
}

/**
 * Holds the folder, after whoever else is downloading into it. Where the file system takes no lock, all go on without:
 * what two write over each other has the wrong checksum, and is thrown away.
 */
async function takeTurn(dir: string, log: Log, signal: AbortSignal, pauseMs: number) {
  for (let turns = 0; ; turns++) {
    try {
      return await lockDirectory(dir)
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) return undefined
      if (!turns) log.info(`another process is downloading into ${dir}; waiting for it`)
      await pause(pauseMs, signal)
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch((cause) => {
    throw new ModelFailure('timeout', 'the download was given up', { cause })
  })
}

/** The files that are needed and no others: of a static model three, of a transformer the smaller of its graphs. */
function choose(model: string, files: HubFile[], isStatic: boolean): HubFile[] {
  const find = (name: string) => files.find((file) => file.name === name)
  const graph = ONNX_GRAPHS.find(find)
  const names = isStatic || !graph ? STATIC_FILES : [...ONNX_FILES, ...ONNX_EXTRAS.filter((name) => find(name)), graph]
  const missing = names.filter((name) => !find(name))
  if (missing.length)
    throw new ModelFailure(
      'refused',
      `${model} has no ${missing.join(', ')}: EMBEDDINGS_MODEL takes a Model2Vec or a sentence transformer with ONNX files`,
    )
  return names.map((name) => find(name)!)
}

interface Getting {
  hub: Hub
  model: string
  file: HubFile
  path: string
  log: Log
  signal: AbortSignal
  /** Told how many bytes of the file are here. */
  reached: (bytes: number) => void
  pauseMs: number
}

async function getFile(getting: Getting): Promise<void> {
  const { model, file, path, log, signal, pauseMs } = getting
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // Named after what it is to become: what is left of another version is not gone on with.
  const part = `${path}.${file.checksum.hex.slice(0, PART_DIGITS)}.part`
  for (let tries = 1; ; tries++) {
    let brought = false
    const reached = (bytes: number) => {
      brought = true
      getting.reached(bytes)
    }
    try {
      await fill(part, { ...getting, reached })
      break
    } catch (error) {
      const brokeOff = error instanceof ModelFailure && (error.kind === 'unreachable' || error.kind === 'timeout')
      if (!brokeOff || !brought || tries === TRIES || signal.aborted) throw error
      log.debug({ err: error, tries }, `the download of ${file.name} broke off; it goes on`)
      await pause(pauseMs, signal)
    }
  }
  if (!(await matches(part, file))) {
    await rm(part, { force: true })
    throw new ModelFailure(
      'garbled',
      `${file.name} of ${model} does not have the checksum its hub tells; it was thrown away. If that happens again, ` +
        'set EMBEDDINGS_DOWNLOAD_URL to a hub that can be trusted',
    )
  }
  await rename(part, path)
  await syncFolder(dirname(path))
}

/** Brings a part to its full size, on the disk, going on after the bytes it has. */
async function fill(part: string, { hub, model, file: { name, size }, signal, reached }: Getting): Promise<void> {
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
        throw new ModelFailure('garbled', `${name} of ${model} is longer than its hub said; it was cut off`)
      }
      await file.writeFile(chunk)
      reached((at += chunk.length))
    }
    if (at < size) throw new ModelFailure('unreachable', `the download of ${name} broke off after ${megabytes(at)}`)
    await file.sync()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw new Error(`There is no room for ${part}: ${megabytes(size)} are needed.`, { cause: error })
  } finally {
    await file.close()
  }
}

async function matches(path: string, { size, checksum }: HubFile): Promise<boolean> {
  const there = await stat(path).catch(() => undefined)
  return there?.size === size && (await digest(path, checksum.of)) === checksum.hex
}

/** SHA-256 of the content, or what git calls the blob: SHA-1 of a word, the size and the content. */
async function digest(path: string, of: 'content' | 'blob'): Promise<string> {
  const hash = createHash(of === 'blob' ? 'sha1' : 'sha256')
  if (of === 'blob') hash.update(`blob ${(await stat(path)).size}\0`)
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { flush: true })
  await rename(`${path}.new`, path)
  await syncFolder(dirname(path))
}

async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir)
  await folder.sync().finally(() => folder.close())
}

/** Tells how far it is, not before a tenth more and five seconds have passed. */
function progress(model: string, total: number, log: Log): (done: number) => void {
  let [told, toldAt] = [0, performance.now()]
  return (done) => {
    if (done - told < total * PROGRESS_SHARE || performance.now() - toldAt < PROGRESS_MS) return
    told = done
    toldAt = performance.now()
    log.info(`downloading ${model}: ${Math.floor((done / total) * 100)} % of ${megabytes(total)}`)
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
