import { constants, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { knock, lockDirectory } from '../foundation/directory-lock.ts'
import { copyServed, copyTree } from '../foundation/embedded-copy.ts'
import { DATA, hashTree, readContents, writeContents } from './copies.ts'
import { KEY_FILE, readKey, tryKey } from './key.ts'
import { Refusal } from './refusal.ts'
import { isDataDirectory, onDirectory } from './source.ts'
import { differing, type Seal, sealAll } from './tables.ts'

/** From where, to where, and who is told. */
export interface Way {
  from: string
  to: string
  /** Takes a line for the person who waits. */
  say: (line: string) => void
}

const CLUSTER = 'postgres'
// Beside the cluster, and the key: which engine made it. Models can be had again.
const ENGINE_FILE = 'engine'
const UNFINISHED = 'unfinished-restore'

/**
 * Copies the data directory `from` into the new folder `to`, while a service runs on it or not. What had been
 * acknowledged when this began is in it. The copy is then opened, brought to rest, counted and summed up, so a backup
 * that is there is one that opens.
 * @throws Refusal when `from` holds no database or `to` holds anything.
 */
export async function backup({ from, to, say }: Way): Promise<Seal[]> {
  if (!isDataDirectory(from)) throw new Refusal(`There is no embedded database in ${resolve(from)}.`)
  await makeEmpty(to)
  const begun_at = new Date().toISOString()
  const data = join(to, DATA)
  await mkdir(data, { mode: 0o700 })
  await copyCluster(from, data, say)
  await copyFile(join(from, ENGINE_FILE), join(data, ENGINE_FILE))
  const key = await copyKey(from, data)
  say('verifying the copy')
  const tables = await onDirectory(data, sealAll)
  await writeContents(to, {
    format: 'memory-service backup',
    version: 1,
    begun_at,
    key,
    tables,
    files: await hashTree(data, true),
  })
  if (!key) say('the key is not in the backup: keep the SECRET_KEY of the service with it')
  return tables
}

/**
 * Brings a backup back into the empty directory `to`, and holds files, counts and sums against what the backup says.
 * @throws Refusal when the backup is not whole or was changed, or when `to` holds anything.
 */
export async function restore({ from, to, say }: Way): Promise<Seal[]> {
  const contents = await readContents(from)
  const data = join(from, DATA)
  await makeEmpty(to)
  const lock = await lockDirectory(to)
  try {
    const unfinished = join(to, UNFINISHED)
    await copyTree(data, unfinished, () => true)
    say('comparing files')
    const changed = differences(contents.files, await hashTree(unfinished, true))
    if (changed.length) throw new Refusal(`The backup has changed since it was made: ${changed.slice(0, 3).join(', ')}`)
    // The cluster comes last: without it there is no database here.
    const names = (await readdir(unfinished)).filter((name) => name !== CLUSTER)
    for (const name of [...names, CLUSTER]) await rename(join(unfinished, name), join(to, name))
    await rm(unfinished, { recursive: true })
  } finally {
    await lock.release()
  }
  say('verifying the restored database')
  const tables = await onDirectory(to, async (db) => {
    const key = await readKey(to, undefined)
    if (key) await tryKey(db, key)
    return sealAll(db)
  })
  const wrong = differing(tables, contents.tables)
  if (wrong.length) throw new Refusal(`The restored database differs from the backup in: ${wrong.join(', ')}`)
  if (!contents.key) say('the key is not in the backup: start the service with its SECRET_KEY')
  return tables
}

async function copyCluster(from: string, to: string, say: Way['say']): Promise<void> {
  const [source, target] = [join(from, CLUSTER), join(to, CLUSTER)]
  const served = await knock(from)
  if (served) {
    say('copying while the service keeps running')
    return copyServed(served, source, target)
  }
  say('copying; no service is running on it')
  const lock = await lockDirectory(from)
  await copyTree(source, target, () => true).finally(() => lock.release())
}

async function copyKey(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(join(from, KEY_FILE), join(to, KEY_FILE), constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false
  }
}

async function makeEmpty(to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  await rm(join(to, UNFINISHED), { recursive: true, force: true })
  if ((await readdir(to)).length) throw new Refusal(`${resolve(to)} is not empty; choose a new folder.`)
}

function differences(some: Record<string, string>, others: Record<string, string>): string[] {
  return [...new Set([...Object.keys(some), ...Object.keys(others)])].filter((path) => some[path] !== others[path])
}
