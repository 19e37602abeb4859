import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Database, openStream } from '../foundation/db.ts'
import { openEmbedded } from '../foundation/embedded.ts'
import { Refusal } from './refusal.ts'

/** Whether a folder holds an embedded database. */
export function isDataDirectory(dir: string): boolean {
  return existsSync(join(dir, 'postgres'))
}

/**
 * Opens the embedded database that stands in `dir`, for as long as the work takes; nobody else can meanwhile.
 * @throws Refusal when there is none, DirectoryInUse while a service runs on it.
 */
export async function onDirectory<T>(dir: string, work: (db: Database) => Promise<T>): Promise<T> {
  if (!isDataDirectory(dir)) throw new Refusal(`There is no embedded database in ${resolve(dir)}.`)
  const embedded = await openEmbedded({ dir })
  const db = openStream(() => embedded.stream())
  try {
    return await work(db)
  } finally {
    await db.close()
    await embedded.close()
  }
}
