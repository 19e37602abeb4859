import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../src/foundation/embedded/embedded.ts'
import { openStream } from '../src/foundation/sql/db.ts'
import { migrate } from '../src/foundation/sql/migrate.ts'

/** Migrates one embedded database and provides its dump, from which each test file restores its own. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'memory-service-tests-'))
  const embedded = await openEmbedded({ dir: null })
  const db = openStream(() => embedded.stream())
  await migrate(db)
  await db.close()
  const dumpPath = join(folder, 'migrated.tar')
  await writeFile(dumpPath, await embedded.dump())
  await embedded.close()
  project.provide('engine', { kind: 'embedded', dumpPath })
  return () => rm(folder, { recursive: true, force: true })
}
