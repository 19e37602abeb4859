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
}

/** The folder within the notes that holds the state of the sync. */
export const STATE_FOLDER = '.memory-service'

/** The state of the sync of a folder, held under a lock. */
export type SyncState = ReturnType<typeof openState>

/**
 * Opens the state of a folder, which must belong to this store, and locks it against another sync.
 * @throws CommandError
 */
export function openState(folder: string, store: string) {
  const path = join(folder, STATE_FOLDER, 'sync.json')
  const lockPath = join(folder, STATE_FOLDER, 'lock')
  checkLinks(folder, join(folder, STATE_FOLDER))
  mkdirSync(join(folder, STATE_FOLDER), { recursive: true })
  lock(lockPath)
  try {
    const memories = read(path, store)
    let written = JSON.stringify(memories)
    return {
      memories: new Map(memories.map((memory) => [memory.id, memory])),
      /** Writes the state if it has changed. */
      save() {
        const now = [...this.memories.values()]
        const text = JSON.stringify(now)
        if (text === written) return
        const state: State = { version: 1, store, memories: now }
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

function read(path: string, store: string): SyncedMemory[] {
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
  return state.memories
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
