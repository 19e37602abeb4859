import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../make-directory.ts'
import type { SecretKeys } from './secrets.ts'

/*
 * The key of an embedded installation, in its data directory, unless SECRET_KEY is set. While it is being changed, the
 * previous key is in a second file; that file is deleted when nothing sealed with it is left.
 */

/** Name of the key file in a data directory. */
export const KEY_FILE = 'secret.key'
/** Name of the file with the previous key, while the key is being changed. */
export const PREVIOUS_KEY_FILE = 'secret.key.previous'
const KEY_BYTES = 32

/** The keys in a data directory; `undefined` without a key file. */
export function readKeyFiles(dataDir: string): SecretKeys | undefined {
  const current = readIfExists(join(dataDir, KEY_FILE))
  if (current === undefined) return undefined
  return { current, previous: readIfExists(join(dataDir, PREVIOUS_KEY_FILE)) }
}

/** Reads the secret key from the data directory; creates it (mode 0600) when there is none. */
export function loadSecretKey(dataDir: string): string {
  return loadKeyFiles(dataDir).current
}

/** Reads the keys in the data directory; creates the key (mode 0600) when there is none. */
export function loadKeyFiles(dataDir: string): SecretKeys & { created: boolean } {
  makeDirectory(dataDir)
  const existing = readKeyFiles(dataDir)
  if (existing) return { ...existing, created: false }
  // Written to a temporary file and linked, so that a crash leaves no partial key and concurrent starts agree on one.
  const path = join(dataDir, KEY_FILE)
  const draft = writeDraft(path, newKey())
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return { current: readFileSync(path, 'utf8').trim(), created: true }
}

/** Deletes a key that was just created: the data in the directory was encrypted with another one. */
export function discardKeyFile(dataDir: string): void {
  rmSync(join(dataDir, KEY_FILE), { force: true })
}

/**
 * Replaces the key by a new one and keeps the previous one beside it. Returns the keys of a change in progress if there
 * is one. A crash leaves either the old key alone, both files with the old key, or the new and the previous key.
 */
export function replaceKeyFile(dataDir: string): Required<SecretKeys> {
  const { current, previous } = loadKeyFiles(dataDir)
  if (previous !== undefined && previous !== current) return { current, previous }
  const [path, previousPath] = [join(dataDir, KEY_FILE), join(dataDir, PREVIOUS_KEY_FILE)]
  renameSync(writeDraft(previousPath, current), previousPath)
  syncFolder(dataDir)
  const next = newKey()
  renameSync(writeDraft(path, next), path)
  syncFolder(dataDir)
  return { current: next, previous: current }
}

/** Deletes the previous key, once nothing sealed with it is left. */
export function deletePreviousKey(dataDir: string): void {
  rmSync(join(dataDir, PREVIOUS_KEY_FILE), { force: true })
  syncFolder(dataDir)
}

function newKey(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}

function writeDraft(path: string, key: string): string {
  const draft = `${path}.${process.pid}`
  rmSync(draft, { force: true })
  writeFileSync(draft, `${key}\n`, { mode: 0o600, flush: true })
  return draft
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

function syncFolder(dir: string): void {
  const folder = openSync(dir, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
