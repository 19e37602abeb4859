import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { events } from '../src/app.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { portalOf, SCOPES, subscribed } from './hooks.ts'
import { openReceiver } from './receiver.ts'
import { type Person, type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' })
})
afterAll(() => service.stop())

const NARROWED = ['memory:read:fitness.*', 'memory:write:fitness.*']
type Subscribed = Awaited<ReturnType<typeof subscribed>>

/** The path of the connection of an app. */
async function connectionPath({ cookie }: Person, app: string): Promise<string> {
  const { items } = await service.ok('GET', '/v1/connections', { cookie })
  return `/v1/connections/${items.find((item: { app: { id: string } }) => item.app.id === app).id}`
}

/** Causes one event of each type for the user of an app; returns those that the app's receiver got. */
async function causeEveryEvent(
  { person, app, token, portal, subscription }: Subscribed,
  receiver: Awaited<ReturnType<typeof openReceiver>>,
) {
  const { memoryIds } = await service.remember(token, [{ content: 'Runs on Tuesdays.', scope: 'fitness' }])
  const memory = `/v1/memories/${memoryIds[0]}`
  await service.ok('PATCH', memory, { token, body: { content: 'Runs on Fridays.' } })
  await service.ok('DELETE', memory, { token })
  await service.ok('POST', '/v1/signals', { token, body: { type: 'workout.completed', payload: { km: 10 } } })
  const trigger = { fireAt: new Date().toISOString(), kind: 'checkin', payload: { a: 1 } }
  const { id } = await service.ok('POST', '/v1/schedule', { token, body: trigger })
  await receiver.until(5)
  await portal.ask('POST', `/subscriptions/${subscription.id}/test`)
  await receiver.until(6)
  const path = await connectionPath(person, app.id)
  await service.ok('PATCH', path, { cookie: person.cookie, body: { scopes: NARROWED } })
  await receiver.until(7)
  await service.ok('POST', `${path}/revoke`, { cookie: person.cookie })
  const received = await receiver.until(8)
  return { received, memoryId: memoryIds[0], trigger: { ...trigger, id }, connectionId: path.split('/').at(-1) }
}

test('every event reaches a receiver, with a signature that the Standard Webhooks library verifies', async () => {
  const receiver = await openReceiver()
  const own = await subscribed(service, receiver.url)
  const { received, memoryId, trigger, connectionId } = await causeEveryEvent(own, receiver)
  for (const { raw, headers } of received) new Webhook(own.secret).verify(raw, headers as Record<string, string>)
  const dataOf = Object.fromEntries(received.map(({ body }) => [body.type, body.data]))
  expect(Object.keys(dataOf).sort()).toEqual(events.map(({ type }) => type).sort())
  expect(dataOf['memory.created'].memory).toMatchObject({ id: memoryId, scope: 'fitness' })
  expect(dataOf['memory.updated']).toMatchObject({ memory: { id: memoryId }, change: 'edited' })
  expect(dataOf['memory.deleted'].memory.id).toBe(memoryId)
  for (const type of ['memory.created', 'memory.updated', 'memory.deleted'])
    expect(JSON.stringify(dataOf[type])).not.toContain('Runs')
  expect(dataOf['signal.created'].signal).toEqual({
    type: 'workout.completed',
    payload: { km: 10 },
    sourceApp: own.app.slug,
  })
  expect(dataOf['schedule.fired'].trigger).toMatchObject({ ...trigger, status: 'fired' })
  expect(dataOf['connection.updated']).toMatchObject({ changes: ['narrowed'], scopes: NARROWED })
  expect(dataOf['connection.revoked'].connection_id).toBe(connectionId)
  await receiver.close()
})

/** An app that is connected to a person with a grant that covers nothing of what happens here. */
async function newNarrow(person: Person, url: string) {
  const scopes = ['memory:read:sleep.*']
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, scopes)
  await service.connect(person, app, scopes)
  const portal = portalOf(service, developer, app)
  return { portal, ...(await portal.subscribe(url)) }
}

test('no event reaches an app of another user, or one with a revoked, expired, paused or narrower grant', async () => {
  const receivers = await Promise.all(Array.from({ length: 6 }, () => openReceiver()))
  const everyUrl = receivers.map(({ url }) => url)
  const [own, ...others] = await Promise.all(everyUrl.slice(0, -1).map((url) => subscribed(service, url)))
  const { person } = own!
  const { cookie } = person
  const [, revoked, expired, paused] = others
  for (const each of [revoked, expired, paused]) await service.connect(person, each!.app, SCOPES)
  const narrow = await newNarrow(person, everyUrl.at(-1)!)
  await service.ok('POST', `${await connectionPath(person, revoked!.app.id)}/revoke`, { cookie })
  await service.ok('POST', `${await connectionPath(person, paused!.app.id)}/pause`, { cookie })
  await service.ports.db.count(sql`
    update connections set expires_at = now() - interval '1 second'
    where user_id = ${person.id} and app_id = ${expired!.app.id}`)
  // The notices of revoking and pausing.
  for (const at of [2, 4]) await receivers[at]!.until(1)
  const before = receivers.map(({ all }) => all.length)
  await causeEveryEvent(own!, receivers[0]!)
  await Promise.all(
    [...others, narrow].map(async ({ portal, subscription }, at) => {
      const { id } = await portal.ask('POST', `/subscriptions/${subscription.id}/test`)
      await portal.when(id, ({ status }) => status === 'succeeded')
      const received = receivers[at + 1]!.all.slice(before[at + 1])
      expect(received.map(({ body }) => body.type)).toEqual(['webhook.test'])
    }),
  )
  await Promise.all(receivers.map(({ close }) => close()))
})
