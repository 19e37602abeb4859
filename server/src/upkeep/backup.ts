import { existsSync } from 'node:fs'
import { constants, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { KEY_FILE, PREVIOUS_KEY_FILE } from '../foundation/auth/key-files.ts'
import { copyRunning, copyTree } from '../foundation/embedded/copy.ts'
import { connectToHolder, isLock, lockDirectory, UNFINISHED_RESTORE } from '../foundation/embedded/directory-lock.ts'
import { makeDirectory } from '../foundation/make-directory.ts'
import { pause } from '../foundation/pauses.ts'
import { migrate, UnusableDatabase } from '../foundation/sql/migrate.ts'
import { CliError } from './cli-error.ts'
import { requireDataDirectory, withDatabase } from './data-directory.ts'
import { readKey, verifyKey } from './key.ts'
import { DATA, hashTree, readManifest, writeManifest } from './manifest.ts'
import { checksumAll, differingTables, type TableChecksum } from './tables.ts'

export interface CopyOptions {
  from: string
  to: string
  /** Receives progress lines. */
  report: (line: string) => void
}

interface BackupOptions extends CopyOptions {
  /** Leaves the key out, so that the backup alone does not suffice to decrypt its secrets. */
  withoutKey?: boolean
}

const CLUSTER = 'postgres'
/** The data directory of a backup until it is complete; the next run deletes what an interrupted one left. */
const UNFINISHED_BACKUP = 'unfinished-backup'
// Names the engine version. A backup holds this file, the cluster and the key; downloaded models are left out.
const ENGINE_FILE = 'engine'

/**
 * Copies the data directory `from` into the new folder `to`; a service may be running on it. The copy contains every
 * write acknowledged before the call. It is then opened and its tables are counted and checksummed, so a finished
 * backup is known to open.
 * @throws CliError when `from` contains no database or `to` is not empty.
 */
export async function backup({ from, to, report, withoutKey = false }: BackupOptions): Promise<TableChecksum[]> {
  requireDataDirectory(from)
  makeDirectory(to)
  const lock = await lockDirectory(to)
  const data = join(to, UNFINISHED_BACKUP)
  try {
    await requireEmpty(to, (name) => name === UNFINISHED_BACKUP || isLock(name))
    await rm(data, { recursive: true, force: true })
    return await backUpInto(data, { from, to, report, withoutKey })
  } finally {
    // So that the command can be repeated.
    await rm(data, { recursive: true, force: true })
    await lock.release()
  }
}

async function backUpInto(data: string, { from, to, report, withoutKey }: BackupOptions): Promise<TableChecksum[]> {
  const begun_at = new Date().toISOString()
  await mkdir(data, { mode: 0o700 })
  await copyCluster(from, data, report)
  await copyFile(join(from, ENGINE_FILE), join(data, ENGINE_FILE))
  const key = !withoutKey && (await copyKey(KEY_FILE, from, data))
  // While the key is being changed, values sealed with the previous one are left.
  if (key) await copyKey(PREVIOUS_KEY_FILE, from, data)
  report('verifying the copy')
  const tables = await withDatabase(data, checksumAll)
  const files = await hashTree(data, true)
  await rename(data, join(to, DATA))
  await writeManifest(to, { format: 'memory-service backup', version: 1, begun_at, key, tables, files })
  report(
    key
      ? 'the backup contains the key that decrypts its secrets: keep it as safe as the service, or use --without-key'
      : 'the backup does not contain the key; store the key of the service as well, apart from the backup',
  )
  return tables
}

/**
 * Restores a backup into the empty directory `to` and compares files, row counts and checksums with its manifest.
 * An interrupted restore is repeated if it had only copied.
 * @throws CliError when the backup is incomplete or was changed, or when `to` is not empty.
 */
export async function restore({ from, to, report }: CopyOptions): Promise<TableChecksum[]> {
  const manifest = await readManifest(from)
  if (!existsSync(join(from, DATA))) throw new CliError(`${resolve(from)} is damaged: the folder ${DATA} is missing.`)
  makeDirectory(to)
  const lock = await lockDirectory(to)
  try {
    await requireEmpty(to, (name) => name === UNFINISHED_RESTORE || isLock(name))
    const unfinished = join(to, UNFINISHED_RESTORE)
    await rm(unfinished, { recursive: true, force: true })
    await copyTree(join(from, DATA), unfinished, () => true)
    report('comparing files')
    const changed = differingPaths(manifest.files, await hashTree(unfinished, true))
    if (changed.length)
      throw new CliError(`Files of the backup have changed since it was made: ${changed.slice(0, 3).join(', ')}`)
    // The cluster is moved last: a directory without it does not count as a database.
    const names = (await readdir(unfinished)).filter((name) => name !== CLUSTER)
    for (const name of [...names, CLUSTER]) await rename(join(unfinished, name), join(to, name))
  } finally {
    await lock.release()
  }
  report('verifying the restored database')
  const tables = await withDatabase(to, async (db) => {
    const tables = await checksumAll(db)
    const wrong = differingTables(tables, manifest.tables)
    if (wrong.length) throw new CliError(`The restored database differs from the backup in: ${wrong.join(', ')}`)
    // A backup of an earlier version may lack what checks the key and pauses sending.
    await migrate(db).catch((error) => {
      throw error instanceof UnusableDatabase ? new CliError(error.message, error) : error
    })
    const key = await readKey(to, undefined)
    if (key) await verifyKey(db, key)
    // The original may still be running, and would send the same.
    await pause({ db, clock: () => new Date() }, 'sending', 'restored from a backup')
    return tables
  })
  await rm(join(to, UNFINISHED_RESTORE), { recursive: true })
  report('no webhooks and mails will be sent; once this copy is to replace the original: admin resume sending')
  if (!manifest.key) report('the backup does not contain the key; start the service with its SECRET_KEY')
  return tables
}

async function copyCluster(from: string, to: string, report: CopyOptions['report']): Promise<void> {
  const [source, target] = [join(from, CLUSTER), join(to, CLUSTER)]
  const service = await connectToHolder(from)
  if (service) {
    report('copying while the service keeps running')
    return copyRunning(service, source, target).catch((error) => {
      throw new CliError((error as Error).message, error)
    })
  }
  report('copying; no service is running on this directory')
  const lock = await lockDirectory(from)
  await copyTree(source, target, () => true).finally(() => lock.release())
}

async function copyKey(name: string, from: string, to: string): Promise<boolean> {
  try {
    await copyFile(join(from, name), join(to, name), constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false
  }
}

async function requireEmpty(to: string, isIgnored: (name: string) => boolean = () => false): Promise<void> {
  if ((await readdir(to)).every(isIgnored)) return
  // No service starts on it while the marker is there, so the marker stays.
  if (existsSync(join(to, UNFINISHED_RESTORE)))
    throw new CliError(`${resolve(to)} contains an interrupted restore; delete the folder and run the command again.`)
  throw new CliError(`${resolve(to)} is not empty; choose a new folder.`)
}

function differingPaths(some: Record<string, string>, others: Record<string, string>): string[] {
  return [...new Set([...Object.keys(some), ...Object.keys(others)])].filter((path) => some[path] !== others[path])
}
