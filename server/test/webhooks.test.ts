import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { events } from '../src/app.ts'
import { EVERY_EVENT } from './hooks.ts'
import { openReceiver } from './receiver.ts'
import { type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*', 'signal:emit']

test('every event reaches a receiver, with a signature that the Standard Webhooks library verifies', async () => {
  const receiver = await openReceiver()
  const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
  const app = await service.newApp(developer, SCOPES, { manifest: { eventTypes: ['workout.completed'] } })
  const token = await service.connect(person, app, SCOPES)
  const { secret, subscription } = await service.ok('POST', `/v1/dev/apps/${app.id}/subscriptions`, {
    cookie: developer.cookie,
    body: { url: receiver.url, events: EVERY_EVENT },
  })
  const { memoryIds } = await service.remember(token, [{ content: 'Runs on Tuesdays.', scope: 'fitness' }])
  const memoryPath = `/v1/memories/${memoryIds[0]}`
  await service.ok('PATCH', memoryPath, { token, body: { content: 'Runs on Fridays.' } })
  await service.ok('DELETE', memoryPath, { token })
  await service.ok('POST', '/v1/signals', { token, body: { type: 'workout.completed', payload: { km: 10 } } })
  const fireAt = new Date().toISOString()
  const { id } = await service.ok('POST', '/v1/schedule', {
    token,
    body: { fireAt, kind: 'checkin', payload: { a: 1 } },
  })
  await receiver.until(5)
  await service.ok('POST', `/v1/dev/apps/${app.id}/subscriptions/${subscription.id}/test`, { cookie: developer.cookie })
  await receiver.until(6)
  const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
  const path = `/v1/connections/${items[0].id}`
  await service.ok('PATCH', path, { cookie: person.cookie, body: { scopes: SCOPES.slice(0, 2) } })
  await receiver.until(7)
  await service.ok('POST', `${path}/revoke`, { cookie: person.cookie })
  const received = await receiver.until(8)
  for (const { raw, headers } of received) new Webhook(secret).verify(raw, headers as Record<string, string>)
  const dataOf = Object.fromEntries(received.map(({ body }) => [body.type, body.data]))
  expect(Object.keys(dataOf).sort()).toEqual(events.map(({ type }) => type).sort())
  expect(dataOf['memory.created'].memory).toMatchObject({ id: memoryIds[0], scope: 'fitness' })
  expect(dataOf['memory.updated']).toMatchObject({ memory: { id: memoryIds[0] }, change: 'edited' })
  expect(dataOf['memory.deleted'].memory.id).toBe(memoryIds[0])
  for (const type of ['memory.created', 'memory.updated', 'memory.deleted'])
    expect(JSON.stringify(dataOf[type])).not.toContain('Runs')
  expect(dataOf['signal.created'].signal).toEqual({
    type: 'workout.completed',
    payload: { km: 10 },
    sourceApp: app.slug,
  })
  expect(dataOf['schedule.fired'].trigger).toMatchObject({
    id,
    fireAt,
    kind: 'checkin',
    status: 'fired',
    payload: { a: 1 },
  })
  expect(dataOf['connection.updated']).toMatchObject({ changes: ['narrowed'], scopes: SCOPES.slice(0, 2) })
  expect(dataOf['connection.revoked'].connection_id).toBe(items[0].id)
  await receiver.close()
})
