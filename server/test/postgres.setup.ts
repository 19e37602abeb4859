import type { TestProject } from 'vitest/node'
import { openPostgres } from '../src/foundation/sql/db.ts'
import { migrate } from '../src/foundation/sql/migrate.ts'
import { freshDatabase, startPostgres } from './postgres.ts'

/** Starts a temporary cluster with one migrated database; each test file gets a copy of it. */
export default async function setup(project: TestProject) {
  const cluster = await startPostgres()
  const templateUrl = await freshDatabase(cluster.url)
  const db = openPostgres(templateUrl)
  await migrate(db)
  await db.close()
  project.provide('engine', { kind: 'postgres', url: cluster.url, template: templateUrl })
  return () => cluster.stop()
}
