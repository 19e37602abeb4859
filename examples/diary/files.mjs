// Small files for nobody but this process's user. A real app keeps these things in its database, and seals tokens with
// a key that lies elsewhere (a secret manager, the environment), so that a copy of the database opens nothing.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DATA_DIR } from './config.mjs'

/** What was kept under a name, or `undefined`. */
export function read(name) {
  try {
    return JSON.parse(readFileSync(join(DATA_DIR, name), 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Keeps something under a name, whole or not at all. */
export function write(name, value) {
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 })
  const path = join(DATA_DIR, name)
  writeFileSync(`${path}.new`, JSON.stringify(value, null, 2), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
