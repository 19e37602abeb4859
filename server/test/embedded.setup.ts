import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../src/foundation/embedded/embedded.ts'
import { openStream } from '../src/foundation/sql/db.ts'
import { migrate } from '../src/foundation/sql/migrate.ts'

const SERVER = fileURLToPath(new URL('../', import.meta.url))
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/memory-service-tests/', import.meta.url))
// What a migrated database depends on.
const SOURCES = ['migrations', 'src/foundation/embedded', 'src/foundation/sql']
const TAR_BLOCK_BYTES = 512
const ENGINE = createRequire(import.meta.url).resolve('@electric-sql/pglite')

/** Provides the dump and the data directory of a migrated embedded database, of which each test file has a copy. */
export default async function setup(project: TestProject) {
  const folder = join(CACHE, hashOf(SOURCES))
  if (!existsSync(folder)) await create(folder)
  project.provide('engine', {
    kind: 'embedded',
    dumpPath: join(folder, 'migrated.tar'),
    dataDirectory: join(folder, 'data'),
  })
}

/** Migrates a new database, which takes seconds: it is stored until a migration changes. */
async function create(folder: string) {
  await mkdir(CACHE, { recursive: true })
  const unfinished = await mkdtemp(join(CACHE, 'unfinished-'))
  const embedded = await openEmbedded({ dir: null })
  const db = openStream(() => embedded.stream())
  await migrate(db)
  await db.close()
  const dump = withoutTemplates(Buffer.from(await embedded.dump()))
  await embedded.close()
  await writeFile(join(unfinished, 'migrated.tar'), dump)
  await (await openEmbedded({ dir: join(unfinished, 'data'), dump })).close()
  // Fails if another run of the tests was faster.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }))
}

/**
 * A dump without the databases that PostgreSQL copies for a new one: nothing connects to them, and they are half of the
 * files that each service of the tests would unpack.
 */
function withoutTemplates(dump: Buffer): Buffer {
  const kept: Buffer[] = []
  for (let at = 0; at < dump.length; ) {
    const header = dump.subarray(at, at + TAR_BLOCK_BYTES)
    const name = header.toString('latin1', 0, 100).replace(/\0.*/s, '')
    const size = Number.parseInt(header.toString('latin1', 124, 136), 8) || 0
    const end = at + TAR_BLOCK_BYTES + Math.ceil(size / TAR_BLOCK_BYTES) * TAR_BLOCK_BYTES
    if (!/^\/?base\/[14]\/./.test(name)) kept.push(dump.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

function hashOf(folders: readonly string[]): string {
  const hash = createHash('sha256').update(readFileSync(join(dirname(ENGINE), '../package.json')))
  hash.update(readFileSync(fileURLToPath(import.meta.url)))
  for (const folder of folders)
    for (const name of readdirSync(join(SERVER, folder)).sort())
      if (!name.includes('.test.')) hash.update(`\n${name}\n`).update(readFileSync(join(SERVER, folder, name)))
  return hash.digest('hex').slice(0, 16)
}
