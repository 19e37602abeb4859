import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { NOT_COPIED } from '../foundation/embedded/copy.ts'
import { CliError } from './cli-error.ts'

/*
 * A backup is a folder with a data directory and a manifest. The manifest is written last, so a folder without one is
 * an incomplete backup.
 */

/** Name of the data directory inside a backup. */
export const DATA = 'data'
const MANIFEST_FILE = 'backup.json'

const Manifest = z.object({
  format: z.literal('memory-service backup'),
  version: z.literal(1),
  begun_at: z.string(),
  /** Whether the key file is in the backup; if not, the service got its key from the environment. */
  key: z.boolean(),
  tables: z.array(z.object({ table: z.string(), rows: z.number(), checksum: z.string() })),
  /** SHA-256 of every file, by path relative to the data directory. */
  files: z.record(z.string(), z.string()),
})

/** What a backup contains: row counts and checksums of its tables, and hashes of its files. */
export type Manifest = z.infer<typeof Manifest>

/** @throws CliError when the manifest is missing or has another format. */
export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(join(backup, MANIFEST_FILE), 'utf8').catch(() => null)
  if (text === null) throw new CliError(`${backup} contains no complete backup: ${MANIFEST_FILE} is missing.`)
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (error) {
    throw new CliError(`${join(backup, MANIFEST_FILE)} is not in a format that this version reads.`, error)
  }
}

/** Writes the manifest and syncs it; call it after every other file of the backup is synced. */
export async function writeManifest(backup: string, manifest: Manifest): Promise<void> {
  const draft = join(backup, `${MANIFEST_FILE}.new`)
  const file = await open(draft, 'w', 0o600)
  await file.writeFile(`${JSON.stringify(manifest, null, 1)}\n`)
  await file.sync()
  await file.close()
  await rename(draft, join(backup, MANIFEST_FILE))
  await syncPath(backup)
}

/** SHA-256 of every file below a folder, by relative path. With `sync`, files and folders are also synced to disk. */
export async function hashTree(folder: string, sync = false): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(({ name }) => !NOT_COPIED.has(name))
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFile: entry.isFile() }))
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
