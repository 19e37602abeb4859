import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { LEFT_OUT } from '../foundation/embedded-copy.ts'
import { Refusal } from './refusal.ts'

/*
 * A backup is a folder with a data directory in it and a file that says what the directory holds. The file is written
 * last, so a folder without it is not a backup yet.
 */

/** The data directory inside a backup. */
export const DATA = 'data'
const CONTENTS = 'backup.json'

const Contents = z.object({
  format: z.literal('memory-service backup'),
  version: z.literal(1),
  begun_at: z.string(),
  /** Whether the key is inside; else the service had it from its environment. */
  key: z.boolean(),
  tables: z.array(z.object({ table: z.string(), rows: z.number(), checksum: z.string() })),
  /** SHA-256 of every file, by its path in the data directory. */
  files: z.record(z.string(), z.string()),
})

/** What a backup says of itself. */
export type Contents = z.infer<typeof Contents>

/** Reads what a backup says of itself. */
export async function readContents(backup: string): Promise<Contents> {
  const text = await readFile(join(backup, CONTENTS), 'utf8').catch(() => null)
  if (text === null) throw new Refusal(`There is no complete backup in ${backup}: its ${CONTENTS} is missing.`)
  try {
    return Contents.parse(JSON.parse(text))
  } catch (error) {
    throw new Refusal(`The ${CONTENTS} in ${backup} is not one that this version reads.`, error)
  }
}

/** Writes what a backup says of itself, once all else is on the disk. */
export async function writeContents(backup: string, contents: Contents): Promise<void> {
  const draft = await open(join(backup, `${CONTENTS}.new`), 'w', 0o600)
  await draft.writeFile(`${JSON.stringify(contents, null, 1)}\n`)
  await draft.sync()
  await draft.close()
  await rename(join(backup, `${CONTENTS}.new`), join(backup, CONTENTS))
  await syncPath(backup)
}

/** SHA-256 of every file below a folder, by its path; with `sync` each is on the disk afterwards, and so is its name. */
export async function hashTree(folder: string, sync = false): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  // What an engine leaves of its process is nobody's data, and is not carried over.
  const kept = entries.filter(({ name }) => !LEFT_OUT.has(name))
  const paths = kept.map((entry) => ({ path: join(entry.parentPath, entry.name), isFile: entry.isFile() }))
  for (const { path, isFile } of paths.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    if (isFile) hashes[path.slice(folder.length + 1)] = await hashFile(path)
    if (sync) await syncPath(path)
  }
  if (sync) await syncPath(folder)
  return hashes
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}
