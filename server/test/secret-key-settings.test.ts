import { rm } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type Db, openPostgres } from '../src/foundation/sql/db.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { openLog } from '../src/foundation/telemetry/log.ts'
import { openKeys } from '../src/service/keys.ts'
import { commandFails, commandSucceeds } from './commands.ts'
import { newDataDirectory } from './data-directory.ts'
import { serviceOn } from './fixture.ts'
import { freshDatabase } from './postgres.ts'
import { isShared, type TestService, testService } from './service.ts'

/* What commands and the log say about the settings of the secret key and of its change. */

const OLD = 'the old key, the old key, the old key, the old key'
const NEW = 'the new key, the new key, the new key, the new key'
const WRONG = 'another key, another key, another key, another key'

let folder: string
let service: TestService
beforeEach(async () => {
  folder = await newDataDirectory()
  service = isShared() ? await testService({ secretKey: OLD }) : await serviceOn({ dataDir: folder })
})
afterEach(async () => {
  await service.stop().catch(() => {})
  await rm(folder, { recursive: true })
})

const storage = (): Record<string, string> =>
  isShared() ? { DATABASE_URL: service.databaseUrl as string } : { DATA_DIR: folder }

function openLines() {
  const lines: string[] = []
  const log = openLog('info', new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) }))
  return { lines, log }
}

/** Does what the start of a process with these keys does with them, and returns what it logs. */
async function logOfStart(secretKey: string, secretKeyPrevious: string, db: Db = service.ports.db): Promise<string> {
  const { lines, log } = openLines()
  const { clock } = service.ports
  await openKeys({ secretKey, secretKeyPrevious, dataDir: folder }).check({ db, clock, log })
  return lines.join()
}

/** A database of the same engine that no service uses, and how commands reach it. */
async function unusedDatabase() {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('this is about PostgreSQL')
  const databaseUrl = await freshDatabase(engine.url, engine.template)
  const commandWith = (secretKey: string, secretKeyPrevious: string) => ({
    env: { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, SECRET_KEY_PREVIOUS: secretKeyPrevious },
  })
  return { db: openPostgres(databaseUrl), commandWith }
}

test('rotate-key says what to do first when no new key is set', async () => {
  if (!isShared()) return
  const env = { DATABASE_URL: service.databaseUrl as string, SECRET_KEY: OLD }
  const missing = await commandFails('rotate-key', [], { env })
  expect(missing).toMatch(/^Set SECRET_KEY to a new key .* SECRET_KEY_PREVIOUS .*\n$/)
  const early = await commandFails('rotate-key', [], { env: { ...env, SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD } })
  expect(early).toMatch(/^No process has started with this .*\n$/)
})

test('rotate-key is refused while the new key is only being prepared, and from the new key to the old one', async () => {
  if (!isShared()) return
  const { db, commandWith } = await unusedDatabase()
  const prepared = commandWith(OLD, NEW)
  expect(await logOfStart(OLD, NEW, db)).toContain('nothing is sealed with SECRET_KEY_PREVIOUS')
  expect(await commandFails('rotate-key', [], prepared)).toMatch(
    /^Nothing is sealed with SECRET_KEY_PREVIOUS\. If it is the new key, restart every process with it as SECRET_KEY .*\n$/,
  )
  expect(await logOfStart(NEW, OLD, db)).toContain('the secret key is being changed; rotate-key')
  expect(await commandFails('rotate-key', [], prepared)).toMatch(/^SECRET_KEY_PREVIOUS is the newer of the two keys\. /)
  expect(await db.rows(sql`select 1 from operator_acts`)).toEqual([])
  for (const _ of ['change', 'repetition']) await commandSucceeds('rotate-key', [], commandWith(NEW, OLD))
  expect(await logOfStart(NEW, OLD, db)).toContain('nothing is sealed with SECRET_KEY_PREVIOUS')
  expect(await db.rows(sql`select 1 from operator_acts`)).toHaveLength(1)
  await db.close()
})

test('a process that goes on with the retired key says so, and its key does not become the newer one', async () => {
  if (!isShared()) return
  const { db, commandWith } = await unusedDatabase()
  const { lines, log } = openLines()
  const old = openKeys({ secretKey: OLD, secretKeyPrevious: NEW, dataDir: folder })
  await old.check({ db, clock: service.ports.clock, log })
  const watch = old.watch({ db, clock: service.ports.clock, log })
  await logOfStart(NEW, OLD, db)
  await commandSucceeds('rotate-key', [], commandWith(NEW, OLD))
  watch.nudge()
  await expect.poll(() => lines.join()).toContain('the secret key of this process was retired by rotate-key')
  await watch.stop()
  expect(await logOfStart(NEW, OLD, db)).toContain('the secret key is being changed; rotate-key')
  await commandSucceeds('rotate-key', [], commandWith(NEW, OLD))
  expect(await logOfStart(NEW, OLD, db)).toContain('nothing is sealed with SECRET_KEY_PREVIOUS')
  await db.close()
})

test('a command of the operator is refused without the keys of the service', async () => {
  if (isShared()) await logOfStart(NEW, OLD)
  else await service.stop()
  const peopleWith = (keys: Record<string, string>) =>
    ['admin', ['people', 'list'], { env: { ...storage(), ...keys } }] as const
  expect(await commandFails(...peopleWith({ SECRET_KEY: WRONG }))).toMatch(
    /^SECRET_KEY (does not fit|is being changed)/,
  )
  await commandSucceeds(...peopleWith(isShared() ? { SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD } : {}))
})
