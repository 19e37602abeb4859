import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openEmbedded } from '../foundation/embedded/embedded.ts'
import { type Database, openStream } from '../foundation/sql/db.ts'
import { CliError } from './cli-error.ts'

/** Whether a directory contains an embedded database. */
function isDataDirectory(dir: string): boolean {
  return existsSync(join(dir, 'postgres'))
}

/** @throws CliError when `dir` contains no embedded database. */
export function requireDataDirectory(dir: string): void {
  if (!isDataDirectory(dir)) throw new CliError(`${resolve(dir)} contains no embedded database.`)
}

/**
 * Opens the embedded database in `dir` and closes it when `work` ends. The directory is locked meanwhile.
 * @throws CliError when there is no database, DirectoryInUse while a service runs on it.
 */
export async function withDatabase<T>(dir: string, work: (db: Database) => Promise<T>): Promise<T> {
  requireDataDirectory(dir)
  const embedded = await openEmbedded({ dir })
  const db = openStream(() => embedded.stream())
  try {
    return await work(db)
  } finally {
    await db.close()
    await embedded.close()
  }
}
