import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sealedColumns } from '../src/app.ts'
import { resealColumn } from '../src/foundation/auth/sealed.ts'
import { type Keyring, openVault } from '../src/foundation/auth/secrets.ts'
import { readConfig } from '../src/foundation/config.ts'
import { openPostgres } from '../src/foundation/sql/db.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { rotateKeys } from '../src/service/rotate-keys.ts'
import { commandSucceeds, runCommand } from './commands.ts'
import { newDataDirectory } from './data-directory.ts'
import { failingAt } from './failing-db.ts'
import { expectSigned, serviceOn, writeFixture } from './fixture.ts'
import { openReceiver } from './receiver.ts'
import { isShared, type TestService, testService } from './service.ts'

/* The secret key: a wrong one is refused at start, and a change of it loses nothing, on the running service. */

const OLD = 'the old key, the old key, the old key, the old key'
const NEW = 'the new key, the new key, the new key, the new key'
const WRONG = 'another key, another key, another key, another key'

let folder: string
let receiver: Awaited<ReturnType<typeof openReceiver>>
let stops: (() => Promise<void>)[]
beforeEach(async () => {
  folder = await newDataDirectory()
  receiver = await openReceiver()
  stops = []
})
afterEach(async () => {
  for (const stop of stops.reverse()) await stop().catch(() => {})
  await receiver.close()
  await rm(folder, { recursive: true })
})

/** A service: with a key in the environment where several processes share a database, otherwise with a key file. */
async function start(): Promise<TestService> {
  const service = isShared() ? await testService({ secretKey: OLD }) : await serviceOn({ dataDir: folder })
  stops.push(service.stop)
  return service
}

async function restart(service: TestService, keys: { secretKey?: string; secretKeyPrevious?: string }) {
  await service.stop().catch(() => {})
  const again = { ...service, ...(await service.again({ secretKey: undefined, ...keys })) } as TestService
  stops.push(again.stop)
  return again
}

/** Runs rotate-key on the running service, with a new key. */
async function rotate(service: TestService): Promise<{ service: TestService; output: string }> {
  if (!isShared()) return { service, output: await commandSucceeds('rotate-key', [], { env: { DATA_DIR: folder } }) }
  const keys = { SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD }
  const next = await restart(service, { secretKey: NEW, secretKeyPrevious: OLD })
  const env = { DATABASE_URL: service.databaseUrl as string, ...keys }
  return { service: next, output: await commandSucceeds('rotate-key', [], { env }) }
}

const newKeyOnly = (service: TestService) => restart(service, isShared() ? { secretKey: NEW } : {})
const checks = async ({ ports: { db } }: TestService) =>
  (await db.rows<{ fingerprint: string }>(sql`select fingerprint from secret_key_checks`)).map((row) => row.fingerprint)
const acts = ({ ports }: TestService) => ports.db.rows(sql`select detail from operator_acts where act = 'keys.rotate'`)

describe('a service whose SECRET_KEY does not fit its database', () => {
  test('refuses to start, and names the settings', async () => {
    const service = await start()
    await expect(restart(service, { secretKey: WRONG })).rejects.toThrow(
      /SECRET_KEY does not fit this database.*SECRET_KEY_PREVIOUS/,
    )
    await expect(restart(service, { secretKey: WRONG, secretKeyPrevious: NEW })).rejects.toThrow(/does not fit/)
  })

  test('refuses a database of an earlier version by what is sealed in it', async () => {
    const service = await start()
    await writeFixture(service, receiver.url)
    await service.ports.db.count(sql`delete from secret_key_checks`)
    await service.ports.db.count(sql`delete from lasting_keys`)
    await expect(restart(service, { secretKey: WRONG })).rejects.toThrow(/webhook_subscriptions\.secret/)
    const again = await restart(service, isShared() ? { secretKey: OLD } : {})
    expect(await checks(again)).toEqual([again.ports.vault.fingerprint])
  })

  test('leaves no new key file where the key of the data is missing', async () => {
    if (isShared()) return
    const service = await start()
    await service.stop()
    const key = readFileSync(join(folder, 'secret.key'), 'utf8')
    await rm(join(folder, 'secret.key'))
    await expect(restart(service, {})).rejects.toThrow(/does not fit/)
    expect(existsSync(join(folder, 'secret.key'))).toBe(false)
    await writeFile(join(folder, 'secret.key'), key)
    await restart(service, {})
  })
})

describe('a change of the key', () => {
  test('seals everything with the new key, and what was made before keeps working', async () => {
    let service = await start()
    const { fingerprint } = service.ports.vault
    const fixture = await writeFixture(service, receiver.url)
    const { token, person, listener } = fixture
    const write = (on: TestService) =>
      on.call('POST', '/v1/memories', {
        token,
        body: { memories: [{ content: 'Likes rye.', scope: 'note' }] },
        headers: { 'idempotency-key': 'before' },
      })
    const first = await write(service)
    const { next_cursor } = await service.get('/v1/memories?limit=1', token)
    const links = (on: TestService) => on.ok('GET', '/v1/connectors', { cookie: person.cookie })
    const { items: before } = await links(service)
    const line = JSON.stringify({ object: 'memory', content: 'Imported once.', scope: 'note', type: 'fact' })
    const bring = (on: TestService) =>
      on.ok('POST', '/v1/import', {
        cookie: person.cookie,
        body: line,
        headers: { 'content-type': 'application/x-ndjson' },
      })
    expect(await bring(service)).toMatchObject({ imported: 1 })
    await service.ok('POST', `/v1/dev/apps/${listener.app.id}/subscriptions/${listener.subscription.id}/rotate`, {
      cookie: listener.developer.cookie,
    })
    const changed = await rotate(service)
    expect(changed.output).toMatch(/nothing sealed with the previous key is left/)
    service = changed.service
    const fits = async () => {
      expect((await write(service)).headers.get('idempotent-replayed')).toBe('true')
      expect((await write(service)).body).toEqual(first.body)
      expect((await links(service)).items.map(({ url }: { url: string }) => new URL(url).search)).toEqual(
        before.map(({ url }: { url: string }) => new URL(url).search),
      )
      await expectSigned(service, fixture)
      expect(await bring(service)).toMatchObject({ imported: 0, skipped: 1 })
    }
    await fits()
    if (isShared()) await service.get(`/v1/memories?limit=1&cursor=${next_cursor}`, token)
    service = await newKeyOnly(service)
    expect(await checks(service)).toEqual([service.ports.vault.fingerprint])
    await fits()
    expect(await acts(service)).toEqual([{ detail: `${fingerprint} to ${service.ports.vault.fingerprint}` }])
    if (isShared()) await expect(restart(service, { secretKey: OLD })).rejects.toThrow(/does not fit/)
    else expect(existsSync(join(folder, 'secret.key.previous'))).toBe(false)
  })

  test('refuses to start without the previous key until everything is sealed with the new one', async () => {
    const service = await start()
    await writeFixture(service, receiver.url)
    const next = await restart(service, { secretKey: NEW, secretKeyPrevious: keyOf() })
    await expect(restart(next, { secretKey: NEW })).rejects.toThrow(/SECRET_KEY_PREVIOUS to the other one/)
    await expect(restart(next, { secretKey: keyOf() })).rejects.toThrow(/SECRET_KEY_PREVIOUS to the other one/)
  })

  test('continues where it was interrupted, at whichever statement', async () => {
    let service = await start()
    const fixture = await writeFixture(service, receiver.url)
    if (isShared()) service = await restart(service, { secretKey: NEW, secretKeyPrevious: OLD })
    const keySettings = isShared()
      ? { secretKey: NEW, secretKeyPrevious: OLD, dataDir: folder }
      : { secretKey: undefined, secretKeyPrevious: undefined, dataDir: folder }
    for (let at = 2, interruptions = 0; ; at += 5, interruptions++) {
      const ports = { ...service.ports, vault: keyringOf(service), db: failingAt(service.ports.db, at), keySettings }
      const outcome = await rotateKeys(ports).then(
        () => 'complete',
        (error: Error) => error.message,
      )
      if (outcome === 'complete') {
        expect(interruptions).toBeGreaterThan(3)
        break
      }
      expect(outcome).toBe('interrupted')
      service = await restart(service, isShared() ? { secretKey: NEW, secretKeyPrevious: OLD } : {})
      await expectSigned(service, fixture)
    }
    service = await newKeyOnly(service)
    await expectSigned(service, fixture)
    expect(await checks(service)).toHaveLength(1)
  })

  test('continues after kill -9 of the command, while the service runs', async () => {
    if (!isShared()) return
    const service = await start()
    const fixture = await writeFixture(service, receiver.url)
    const { vault } = service.ports
    const rows = Array.from({ length: 20_000 }, (_, n) => `k${n}`)
    await service.ports.db.count(sql`
      insert into idempotency_keys (user_id, credential, route, key, body_hash, status, reply, created_at)
      select ${fixture.person.id}, 'c', 'r', k, ''::bytea, 200, sealed, now()
      from unnest(${rows}::text[], ${rows.map((k) => vault.seal('{}', contextOf(fixture.person.id, k)))}::bytea[]) t (k, sealed)`)
    const next = await restart(service, { secretKey: NEW, secretKeyPrevious: OLD })
    const watching = openPostgres(service.databaseUrl as string)
    stops.push(() => watching.close())
    const fresh = openVault(NEW)
    const isNew = async (key: string) => {
      const { reply } = await watching.one<{ reply: Buffer }>(sql`
        select reply from idempotency_keys where user_id = ${fixture.person.id} and key = ${key}`)
      return fresh.isCurrent(reply, contextOf(fixture.person.id, key))
    }
    const begun = vi.waitUntil(() => isNew('k0'), { timeout: 60_000, interval: 1 })
    const env = { DATABASE_URL: service.databaseUrl as string, SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD }
    const { status } = await runCommand('rotate-key', [], { env, kill: begun })
    expect([status, await isNew('k9999')]).toEqual([null, false])
    for (const _ of ['change', 'repetition']) await commandSucceeds('rotate-key', ['--json'], { env })
    expect(await isNew('k9999')).toBe(true)
    expect(await acts(next)).toEqual([{ detail: `${vault.fingerprint} to ${fresh.fingerprint}` }])
    await expectSigned(await newKeyOnly(next), fixture)
  })
})

test('every sealed column is listed, and its values are found and sealed again', async () => {
  const service = await start()
  const { db } = service.ports
  const columns = await db.rows<{ name: string }>(sql`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    where c.table_schema = current_schema() and c.data_type = 'bytea' order by 1`)
  const sealed = sealedColumns.map(({ name }) => name)
  const others = columns.map(({ name }) => name).filter((name) => !sealed.includes(name))
  expect(others.filter((name) => !NOT_SEALED.includes(name) && !/_hash$|digest$/.test(name))).toEqual([])
  expect(sealed.filter((name) => !columns.some((column) => column.name === name))).toEqual([])
  await fill(service)
  for (const column of sealedColumns) {
    const values = await column.read(db, null, 100)
    expect(values.length, `${column.name} has a value in this test`).toBeGreaterThan(0)
    const vault = openVault(NEW, isShared() ? OLD : keyOf())
    const { resealed, unreadable } = await resealColumn(db, vault, column)
    expect({ column: column.name, unreadable, resealed }).toEqual({
      column: column.name,
      unreadable: 0,
      resealed: values.length,
    })
    expect(await resealColumn(db, vault, column)).toEqual({ current: values.length, resealed: 0, unreadable: 0 })
  }
})

test('a delivery whose secret cannot be decrypted is a failed attempt, which is counted', async () => {
  const service = await start()
  const { listener } = await writeFixture(service, receiver.url)
  const { db } = service.ports
  const sealed = openVault(WRONG).seal('whsec_', `webhook ${listener.subscription.id}`)
  await db.count(sql`update webhook_subscriptions set secret = ${sealed} where id = ${listener.subscription.id}`)
  const { cookie } = listener.developer
  const path = `/v1/dev/apps/${listener.app.id}`
  const { id } = await service.ok('POST', `${path}/subscriptions/${listener.subscription.id}/test`, { cookie })
  const attempts = async () => (await service.ok('GET', `${path}/deliveries/${id}`, { cookie })).attempts
  await vi.waitUntil(async () => (await attempts()).length > 0, { timeout: 30_000 })
  expect(await attempts()).toMatchObject([{ status_code: null, error: expect.stringContaining('signing secret') }])
  expect(await (await fetch(`${service.url}/metrics`)).text()).toMatch(
    /sealed_values_unreadable_total\{kind="webhook_secret"\} 1/,
  )
})

/** Columns of bytes that are neither sealed nor hashes. After a change of the key, snapshots are made again. */
const NOT_SEALED = [
  ...['recall_snapshot_parts.body', 'recall_snapshots.salt', 'secret_key_checks.sealed'],
  ...['memory_relations.read_from', 'memory_vectors.codes', 'passkeys.public_key', 'app_icons.png'],
]

/** Writes a value of every sealed column. */
async function fill(service: TestService): Promise<void> {
  await queueMail(service)
  await service.ok('POST', '/v1/auth/totp', await service.newPerson())
  await service.ok('POST', '/v1/auth/login/passkey/options', { body: {} })
  const { listener, token } = await writeFixture(service, receiver.url)
  await service.call('POST', '/v1/memories', {
    token,
    body: { memories: [{ content: 'Likes rye.', scope: 'note' }] },
    headers: { 'idempotency-key': 'one' },
  })
  await service.ok('POST', `/v1/dev/apps/${listener.app.id}/subscriptions/${listener.subscription.id}/rotate`, {
    cookie: listener.developer.cookie,
  })
}

const keyringOf = ({ ports }: TestService) => ports.vault as Keyring
/** A mail that waits, whose address refuses nothing and gets nothing during the test. */
function queueMail({ ports: { db, vault } }: TestService): Promise<number> {
  return db.count(sql`
    insert into mails (id, kind, content, due_at, expires_at, created_at)
    values ('eml_1', 'test', ${vault.seal('{}', 'mail eml_1')}, now() + interval '1 day', now() + interval '2 days', now())`)
}

const contextOf = (userId: string, key: string) => JSON.stringify([userId, 'c', 'r', key])
const keyOf = () => (isShared() ? OLD : readFileSync(join(folder, 'secret.key'), 'utf8').trim())

test('the settings of a change are checked', () => {
  expect(() => readConfig({ SECRET_KEY_PREVIOUS: OLD })).toThrow(/SECRET_KEY is not set; with SECRET_KEY_PREVIOUS/)
  expect(() => readConfig({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: 'short' })).toThrow(/SECRET_KEY_PREVIOUS must be/)
})
