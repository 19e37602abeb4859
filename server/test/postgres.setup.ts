import type { TestProject } from 'vitest/node'
import { openPostgres } from '../src/foundation/sql/db.ts'
import { migrate } from '../src/foundation/sql/migrate.ts'
import { freshDatabase, type Postgres, startPostgres } from './postgres.ts'

/** A cluster with a migrated database, and the number of projects that use it. */
interface Shared {
  started: Promise<{ cluster: Postgres; template: string }>
  users: number
}

// Each project loads this file for itself, in the same process.
const held = globalThis as { memoryServicePostgres?: Shared | undefined }

/** Starts a temporary cluster with one migrated database for all projects; each test file gets a copy of it. */
export default async function setup(project: TestProject) {
  held.memoryServicePostgres ??= { started: start(), users: 0 }
  const shared = held.memoryServicePostgres
  shared.users++
  const { cluster, template } = await shared.started
  project.provide('engine', { kind: 'postgres', url: cluster.url, template })
  return async () => {
    if (--shared.users) return
    held.memoryServicePostgres = undefined
    await cluster.stop()
  }
}

async function start() {
  // A worker would start for each of hundreds of databases every minute: 100 idle ones took 9 % of a core.
  const cluster = await startPostgres({ settings: { autovacuum: 'off' } })
  const template = await freshDatabase(cluster.url)
  const db = openPostgres(template)
  await migrate(db)
  await db.close()
  return { cluster, template }
}
