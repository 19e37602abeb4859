import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { endianness } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WORD_VECTORS } from './word-vectors.ts'

/** Packages whose code decides what an index contains, beside this one: a module of each. */
const MODULES = ['@memory-service/understanding/terms', '@orama/stemmers/german', 'porter2']
const CODE = /\.(js|mjs|cjs|ts|json)$/
const OTHER = /\.(d\.ts|test\.ts|tsbuildinfo)$|^node_modules$/

let digest: string | undefined

/**
 * A digest of everything that decides what an index of given rows contains: the code of this package and of those it reads
 * text with, the Unicode tables of the runtime, and the byte order. Indexes made with equal digests are interchangeable.
 * Computed once in a process, as it reads hundreds of files.
 */
export function rulesDigest(): string {
  digest ??= computeDigest()
  return digest
}

function computeDigest(): string {
  const hash = createHash('sha256')
  const { resolve } = createRequire(import.meta.url)
  const folders = [dirname(fileURLToPath(import.meta.url)), ...MODULES.map((module) => dirname(resolve(module)))]
  for (const folder of folders) addFolder(folder, (bytes) => void hash.update(bytes))
  hash.update(readFileSync(WORD_VECTORS))
  return hash.update(`${process.versions.unicode} ${process.versions.icu} ${endianness()}`).digest('base64url')
}

function addFolder(folder: string, add: (bytes: Uint8Array | string) => void): void {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (OTHER.test(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) addFolder(path, add)
    else if (CODE.test(entry.name)) {
      const bytes = readFileSync(path)
      add(`${entry.name} ${bytes.length}\n`)
      add(bytes)
    }
  }
}
