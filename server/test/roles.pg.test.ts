import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '../src/foundation/config.ts'
import { commandFails, commandSucceeds } from './commands.ts'
import { embeddingsAt, metric, recall, whole } from './embedding.ts'
import { EVERY_EVENT, subscribed } from './hooks.ts'
import { dropDatabase, freshDatabase } from './postgres.ts'
import { openReceiver } from './receiver.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { secondService, type TestService, testService } from './service.ts'

/** `ROLE` splits a service: `api` processes serve requests, `worker` processes run background work. */

let model: ScriptedModel
let receiver: Awaited<ReturnType<typeof openReceiver>>
let api: TestService
beforeAll(async () => {
  ;[model, receiver] = await Promise.all([scriptedModel(), openReceiver()])
  api = await testService({ role: 'api', embeddings: embeddingsAt(model.url) })
})
afterAll(() => Promise.all([api.stop(), model.close(), receiver.close()]))

test('a worker delivers, fires and embeds what an api process queued; the api process recalls by meaning', async () => {
  const { token, portal } = await subscribed(api, receiver.url, EVERY_EVENT)
  await api.remember(token, [{ content: 'Plays the violin.', scope: 'fitness' }])
  await api.ok('POST', '/v1/signals', { token, body: { type: 'workout.completed' } })
  const fireAt = new Date().toISOString()
  await api.ok('POST', '/v1/schedule', { token, body: { fireAt, kind: 'checkin' } })
  // The model is known, so its loop runs; the commits above would have nudged it if it delivered.
  await expect.poll(() => api.ports.vectors.progress().model).toBeDefined()
  const waiting = await portal.deliveries()
  expect(waiting.map(({ event_type, attempt_count }) => [event_type, attempt_count])).toEqual([
    ['signal.created', 0],
    ['memory.created', 0],
  ])
  expect((await api.get('/v1/schedule?status=pending', token)).triggers).toHaveLength(1)

  const worker = await secondService(api, { role: 'worker', embeddings: embeddingsAt(model.url) })
  const deliveries = await receiver.until(3)
  expect(deliveries.map(({ body }) => body.type).sort()).toEqual(['memory.created', 'schedule.fired', 'signal.created'])
  await whole(api)
  expect((await recall(api, token, 'violin')).retrieval).toBe('hybrid')
  expect(await metric(api, 'vectors_made_total')).toBe(0)
  expect(await metric(worker, 'vectors_made_total')).toBe(1)
  await worker.stop()
})

test('a worker serves only health and metrics', async () => {
  const worker = await secondService(api, { role: 'worker' })
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await fetch(worker.url + path)).status).toBe(200)
  for (const path of ['/', '/developers', '/v1/catalog', '/v1/openapi.json', '/v1/memories', '/assets/x.js'])
    expect((await fetch(worker.url + path, { headers: { accept: 'text/html' } })).status).toBe(404)
  await worker.stop()
})

test('the embedded engine requires ROLE=all', () => {
  for (const role of ['api', 'worker'])
    expect(() => readConfig({ ROLE: role })).toThrow(
      `ROLE must be all without DATABASE_URL, because only one process can open the database; got "${role}"`,
    )
})

test('the migrate command applies all migrations once and ends', async () => {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('this is about PostgreSQL')
  const databaseUrl = await freshDatabase(engine.url)
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: 'only for tests, only for tests, only for tests' }
  expect(await commandSucceeds('migrate', [], { env })).toMatch(/^applied: 0001_.*\d{4}_\w+\.sql$/m)
  expect(await commandSucceeds('migrate', [], { env })).toContain('nothing to apply')
  await dropDatabase(databaseUrl)
  expect(await commandFails('migrate', [])).toContain('DATABASE_URL is not set')
})
