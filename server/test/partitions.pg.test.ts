import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { jobs, routes } from '../src/app.ts'
import type { Route } from '../src/foundation/route.ts'
import { ACROSS_USERS } from './across-users.ts'
import { embeddingsAt, recall, whole } from './embedding.ts'
import { connectionOf, HOUR_MS, MANIFEST, portalOf } from './hooks.ts'
import { partition } from './partitioning.ts'
import { bring, LINES } from './portable.ts'
import { freshDatabase } from './postgres.ts'
import { type ExplainedStatement, explainAll } from './query-plans.ts'
import { openReceiver } from './receiver.ts'
import { allRead, answerWith, noteOf, readBy } from './relations-read.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type TestService, testService } from './service.ts'

/*
 * The service on tables partitioned by user_id with `deploy/postgres/partition.sql`. All routes must work, and every
 * per-user statement must touch the same single partition of each table, so that a distributed PostgreSQL can route it
 * to the machine that holds the user.
 */

const RUSHES = 5
const SCOPES = ['memory:read:*', 'memory:write:*', 'context:read:*', 'identity:read', 'signal:emit', 'ai:host:chat']

let model: ScriptedModel
let receiver: Awaited<ReturnType<typeof openReceiver>>
let service: TestService
let hot: string[]
/** Tables with `user_id` first in their key. */
let personal: string[]
let read: () => Promise<ExplainedStatement[]>
beforeAll(async () => {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('this is about PostgreSQL')
  const databaseUrl = await freshDatabase(engine.url, engine.template)
  await partition(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(`select relname from pg_class where relkind = 'p'`)
  hot = rows.map(({ relname }) => relname)
  const keyed = await client.query(`
    select c.relname from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] and a.attname = 'user_id'
    where i.indisprimary and not c.relispartition`)
  personal = keyed.rows.map(({ relname }) => relname)
  await client.end()
  read = await explainAll(databaseUrl)
  ;[model, receiver] = await Promise.all([scriptedModel(), openReceiver()])
  model.always('structured', answerWith([['user', 'owns', 'Porto']]))
  const settings = { databaseUrl, connectors: true, embeddings: embeddingsAt(model.url), ...readBy(model) }
  service = await testService(settings, { snapshotRowsMin: 1 })
})
afterAll(() => Promise.all([model.close(), receiver.close()]))

type Ids = Awaited<ReturnType<typeof story>>

/** The whole flow of a user, an app and its developer, from sign-up on. */
async function story() {
  const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
  const app = await service.newApp(developer, SCOPES, { manifest: MANIFEST })
  const portal = portalOf(service, developer, app)
  const { subscription } = await portal.subscribe(receiver.url)
  const token = await service.connect(person, app, SCOPES)
  const own = { cookie: person.cookie }
  const as = (method: string, path: string, body?: object) =>
    service.ok(method, path, { ...own, ...(body ? { body } : {}) })

  const keyed = {
    token,
    headers: { 'idempotency-key': 'once' },
    body: { memories: [{ content: 'Plays the violin.', scope: 'media' }] },
  }
  const written = await service.ok('POST', '/v1/memories', keyed)
  expect(await service.ok('POST', '/v1/memories', keyed)).toEqual(written)
  const { memoryIds } = await service.remember(token, [
    { content: 'Runs along the river every Tuesday.', scope: 'fitness.trail', kind: 'preference' },
    { content: 'Wants to run in Porto.', scope: 'fitness', kind: 'goal' },
    { content: 'Eats no meat.', scope: 'nutrition' },
  ])
  const others = await Promise.all([1, 2, 3, 4].map(() => service.connected(SCOPES)))
  const rush = Array.from({ length: 40 }, (_, i) => others[i % 4]!)
  // Concurrent writes do not always share a statement, so there are several rounds.
  for (let round = 0; round < RUSHES; round++)
    await Promise.all(rush.map(({ token }) => service.remember(token, [{ content: 'Sings.', scope: 'media' }])))
  await Promise.all([whole(service), allRead(service)])
  await expect.poll(async () => (await recall(service, token, `river ${Math.random()}`)).retrieval).toBe('hybrid')
  const { recall: indexes } = service.ports
  expect(await indexes.saveSnapshot(person.id)).toBe(true)
  indexes.evict(person.id)
  expect((await recall(service, token, 'river')).found[0]).toContain('river')
  expect((await service.get('/v1/memories?scope=fitness.*&limit=2', token)).memories).toHaveLength(2)
  await service.ok('PATCH', `/v1/memories/${memoryIds[0]}`, {
    token,
    body: { content: 'Runs by the river.', pinned: true },
  })
  await service.ok('DELETE', `/v1/memories/${memoryIds[2]}`, { token })
  expect((await recall(service, token, 'river')).found[0]).toBe('Runs by the river.')
  expect((await service.get('/v1/context?intent=coach&query=running', token)).memories).not.toHaveLength(0)
  expect((await service.get('/v1/identity/brief', token)).source_memory_count).toBeGreaterThan(0)
  expect((await service.get(`/v1/memories/${memoryIds[0]}/graph`, token)).nodes).not.toHaveLength(0)

  await service.ok('POST', '/v1/signals', { token, body: { type: 'workout.completed' } })
  const fireAt = new Date().toISOString()
  await service.ok('POST', '/v1/schedule', { token, body: { fireAt, kind: 'checkin' } })
  const later = await service.ok('POST', '/v1/schedule', {
    token,
    body: { fireAt: '2030-01-01T00:00:00Z', kind: 'checkin' },
  })
  // Four memories, a signal and a trigger.
  await receiver.until(6)

  const brings = (content: string) => {
    const json = { toneTags: [], memoryCandidates: [{ type: 'fact', scope: 'home', content, importance: 60 }] }
    model.always('structured', (request) => (noteOf(request) ? answerWith([]) : { json }))
  }
  brings('Has a dog.')
  const turn = { intent: 'assistant', userMessage: 'I have a dog.', awaitCandidates: true }
  await service.ok('POST', '/v1/gateway/chat', { token, body: turn })
  const chat = await as('POST', '/v1/chats', {})
  brings('Has a cat, too.')
  await as('POST', `/v1/chats/${chat.id}/messages`, { content: 'And a cat.' })
  await service.ports.background.idle()
  const [waiting] = (await as('GET', '/v1/candidates?status=pending')).items
  expect((await as('POST', `/v1/candidates/${waiting.id}/accept`, {})).status).toBe('accepted')
  const [recorded] = (await as('GET', '/v1/candidates?status=recorded')).items
  expect((await as('POST', `/v1/candidates/${recorded.id}/decline`)).status).toBe('undone')
  await as('GET', `/v1/chats/${chat.id}`)
  await service.ok('POST', '/v1/turns', { token, body: { messages: [{ role: 'user', content: 'And a cat.' }] } })
  await expect.poll(async () => (await service.get('/v1/turns', token)).items).toEqual([])
  // Nothing is extracted from it, so an undo takes it back.
  await service.ok('POST', '/v1/turns', { token, body: { messages: [{ role: 'assistant', content: 'Noted.' }] } })
  const undo = `/v1/connections/${await connectionOf(service, person)}/undo`
  const undone = await as('POST', undo, { since: '2026-01-01T00:00:00Z', only: 'transcripts' })
  expect((await as('POST', `${undo}/revert`, { undo: undone.undo })).messages).toBe(1)

  const lines = (await service.call('GET', '/v1/export', own)).body
  const another = await service.newPerson()
  const taken = await service.ok('POST', '/v1/import', { cookie: another.cookie, body: lines, headers: LINES })
  expect(taken.imported).toBe(lines.trimEnd().split('\n').length - 1)
  expect((await as('GET', '/v1/audit?limit=100')).items.length).toBeGreaterThan(8)
  const imported = await bring(service, person)
  await as('POST', `/v1/imports/${imported}/reading`, { on: true })
  await expect.poll(async () => (await as('GET', '/v1/imports')).items[0].reading.state).toBe('done')
  const [delivery] = await portal.deliveries()
  const things = {
    memories: memoryIds[0] as string,
    connections: await connectionOf(service, person),
    schedule: later.id as string,
    chats: chat.id as string,
    candidates: waiting.id as string,
    imports: imported,
    apps: app.id,
    subscriptions: subscription.id,
    deliveries: delivery!.id,
    identities: 'ai_none',
    webhooks: 'mock-strava',
  }
  return { person, developer, app, token, things }
}

/** Calls every route with its example; routes that end an account or session come last. */
async function walk({ person, developer, token, things }: Ids) {
  const ends =
    /^(eraseAccount|deleteDeveloper|logOut|logOutDeveloper|deleteApp|unsubscribe|revokeConnection|change.*Password|.*[Ll]ogIn.*|signUp.*)$/
  for (const route of routes as readonly Route[]) {
    if (ends.test(route.name)) continue
    const path = route.path.replace(
      /(\w+)\/:\w+/g,
      (_, thing: keyof typeof things) => `${thing}/${things[thing] ?? 'none'}`,
    )
    const query = new URLSearchParams(route.example.query as Record<string, string> | undefined)
    const headers: Record<string, string> = route.consumes ? { 'content-type': route.consumes } : {}
    const { body } = route.example
    for (const kind of route.for) {
      const credential =
        kind === 'app'
          ? { token }
          : kind === 'user'
            ? { cookie: person.cookie }
            : kind === 'developer'
              ? { cookie: developer.cookie }
              : {}
      await service.call(route.method, query.size ? `${path}?${query}` : path, {
        ...credential,
        headers,
        ...(body === undefined ? {} : { body }),
      })
    }
  }
}

async function erase({ person, developer, app }: Ids) {
  const { cookie } = person
  await service.ok('DELETE', '/v1/auth/account', { cookie, body: { password: service.password } })
  await service.ok('DELETE', `/v1/dev/apps/${app.id}`, { cookie: developer.cookie })
}

async function takeTurns(clock: () => Date) {
  for (const job of jobs) await service.ports.db.transaction(async (db) => job.run({ ...service.ports, db, clock }))
}

/** The statistics job looks for other people in a table only when the database has last analysed it with rows of one. */
const BY_CHANCE = /^select \$1::text is null or exists .* as others$/

test('all routes work on partitioned tables', async () => {
  const ids = await story()
  await walk(ids)
  await takeTurns(() => new Date())
  await erase(ids)
  await takeTurns(() => new Date(Date.now() + HOUR_MS))
  await service.stop()
})

test('every per-user statement touches one partition of each table, the same of all', async () => {
  const ran = await read()
  const scanning = ran.filter(({ touched }) => touched.size)
  const patterns = Object.values(ACROSS_USERS).flat()
  const own = scanning.filter(({ text }) => ![...patterns, BY_CHANCE].some((pattern) => pattern.test(text)))
  const wrong = own.filter(({ text, touched }) => {
    const pieces = new Set([...touched.values()].flatMap((numbers) => [...numbers]))
    return pieces.size > 1 || !/\buser_id = \$/.test(text)
  })
  expect([...new Set(wrong.map(({ text }) => text))]).toEqual([])
  expect(patterns.filter((pattern) => !ran.some(({ text }) => pattern.test(text)))).toEqual([])
  // Every partitioned table had at least one statement checked.
  expect(new Set(own.flatMap(({ touched }) => [...touched.keys()]))).toEqual(new Set(hot))
})

test('every per-user table is partitioned', () => {
  // Looked up by token, across users.
  expect([...hot, 'connector_links'].sort()).toEqual(personal.sort())
})
