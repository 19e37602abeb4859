import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'

/**
 * A new temporary folder. On the embedded engine it is a data directory with a migrated database, which a service opens
 * in less time than it takes to create one; on PostgreSQL it is empty.
 */
export async function newDataDirectory(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'memory-service-data-'))
  const engine = inject('engine')
  if (engine.kind === 'embedded') await cp(engine.dataDirectory, folder, { recursive: true })
  return folder
}
