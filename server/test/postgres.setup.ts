import type { TestProject } from 'vitest/node'
import { openPostgres } from '../src/foundation/db.ts'
import { migrate } from '../src/foundation/migrate.ts'
import { freshDatabase, startPostgres } from './postgres.ts'

/** Starts a throw-away cluster with one migrated database, of which every test file gets a copy. */
export default async function setup(project: TestProject) {
  const cluster = await startPostgres()
  const templateUrl = await freshDatabase(cluster.url)
  const db = openPostgres(templateUrl)
  await migrate(db)
  await db.close()
  project.provide('engine', { kind: 'postgres', url: cluster.url, template: templateUrl })
  return () => cluster.stop()
}
