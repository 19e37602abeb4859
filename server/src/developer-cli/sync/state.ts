import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../errors.ts'
import { checkLinks, replaceFile } from './folder.ts'

/** A memory as both sides had it after a sync, normalised as notes hold it. */
export interface SyncedMemory {
  id: string
  scope: string
  kind: string
  text: string
}

interface State {
  version: 1
  /** The installation and the person whose memories are in the folder. */
  store: string
  memories: SyncedMemory[]
  /** Of the rest, by a key of this machine: who shares the folder could otherwise say what was in the notes, and have it deleted. */
  mac?: string
}

/** The folder within the notes that holds the state of the sync. */
export const STATE_FOLDER = '.memory-service'

/** The state of the sync of a folder, held under a lock. */
export type SyncState = ReturnType<typeof openState>

/**
 * Opens the state of a folder, which must belong to this store, and locks it against another sync. A state that was not
 * written with this key counts as none: then both sides are compared again, and nothing is deleted.
 * @throws CommandError
 */
export function openState(folder: string, store: string, key: Buffer) {
  const path = join(folder, STATE_FOLDER, 'sync.json')
  const lockPath = join(folder, STATE_FOLDER, 'lock')
  checkLinks(folder, join(folder, STATE_FOLDER))
  mkdirSync(join(folder, STATE_FOLDER), { recursive: true })
  lock(lockPath)
  try {
    const memories = read(path, store, key)
    let written = JSON.stringify(memories)
    return {
      memories: new Map(memories.map((memory) => [memory.id, memory])),
      /** Writes the state if it has changed. */
      save() {
        const now = [...this.memories.values()]
        const text = JSON.stringify(now)
        if (text === written) return
        const state: State = { version: 1, store, memories: now, mac: macOf(key, store, now) }
        // With the old state, the next sync finds the same texts on both sides.
        replaceFile(path, JSON.stringify(state), 0o600)
        written = text
      },
      close: () => rmSync(lockPath, { force: true }),
    }
  } catch (error) {
    rmSync(lockPath, { force: true })
    throw error
  }
}

function macOf(key: Buffer, store: string, memories: readonly SyncedMemory[]): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([store, memories]))
    .digest('base64url')
}

/** The key of this machine for states of syncs, in the folder of the logins; it is made at the first sync. */
export function stateKey(folder: string): Buffer {
  const path = join(folder, 'sync-key')
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(path, randomBytes(32), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // Another sync has made it at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path)
}

function read(path: string, store: string, key: Buffer): SyncedMemory[] {
  let state: State
  try {
    state = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new CommandError(
      `${path} cannot be read: ${(error as Error).message}. Delete it to compare both sides again.`,
    )
  }
  if (state.version !== 1) throw new CommandError(`${path} is of another version of memory-service.`)
  if (state.store !== store)
    throw new CommandError(
      `${path} belongs to ${state.store}, not to ${store}. Use another folder, or delete ${STATE_FOLDER} to bring ` +
        'these notes into this store.',
    )
  return state.mac === macOf(key, store, state.memories) ? state.memories : []
}

function lock(path: string): void {
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw new CommandError(`${path}: ${(error as Error).message}`)
    }
    const holder = Number(readFileSync(path, 'utf8'))
    if (isRunning(holder)) throw new CommandError(`Process ${holder} is syncing this folder. If not, delete ${path}.`)
    rmSync(path, { force: true })
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
