// Small files that only this process's user can read. A production app uses its database and encrypts tokens with a key
// from a secret manager or the environment, so that a copy of the database is not enough to use them.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DATA_DIR } from './config.mjs'

/** Returns the value stored under a name, or `undefined`. */
export function read(name) {
  try {
    return JSON.parse(readFileSync(join(DATA_DIR, name), 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Stores a value under a name, atomically. */
export function write(name, value) {
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 })
  const path = join(DATA_DIR, name)
  writeFileSync(`${path}.new`, JSON.stringify(value, null, 2), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
