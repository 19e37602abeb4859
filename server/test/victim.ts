import { newId } from '../src/foundation/ids.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { basicOf, type Person, type TestService } from './service.ts'
import { newFactors } from './tenancy-factors.ts'

export const SECRET = 'zyzzyva'
const HOUR_MS = 60 * 60_000
export const ALL = ['memory:read:*', 'memory:write:*', 'context:read:*', 'identity:read', 'signal:emit', 'ai:host:chat']

/** A user and a developer with every resource a route could leak; each contains the marker. */
export async function newVictim(service: TestService) {
  const { person, developer, app, token } = await service.connected(ALL)
  const own = { cookie: person.cookie }
  const connection = await service.get('/v1/connection', token)
  // Before everything else is written, as the undo takes back all that the app wrote.
  await service.remember(token, [{ content: `A ${SECRET} was undone.`, scope: 'fitness' }])
  const since = new Date(0).toISOString()
  const { undo } = await service.ok('POST', `/v1/connections/${connection.id}/undo`, { ...own, body: { since } })
  const { memoryIds } = await service.remember(token, [
    { content: `The ${SECRET} sleeps at noon.`, scope: 'fitness' },
    { content: `Tea goes well with ${SECRET} biscuits.`, scope: 'fitness' },
    { content: `Walks a ${SECRET} on Mondays.`, scope: 'fitness' },
    { content: `Walks a ${SECRET} on most Mondays.`, scope: 'fitness' },
  ])
  const copies = { ids: memoryIds.slice(2), keep: memoryIds[2] }
  const { merge } = await service.ok('POST', '/v1/memories/merge', { ...own, body: copies })
  const identity = await service.ok('POST', '/v1/identities', {
    cookie: person.cookie,
    body: { name: `Named ${SECRET}`, personality: { description: `Tone ${SECRET}` } },
  })
  const { cookie } = developer
  await service.ok('PATCH', `/v1/dev/apps/${app.id}`, { cookie, body: { description: `About ${SECRET}` } })
  const { person: testPerson } = await service.ok('POST', `/v1/dev/apps/${app.id}/test-people`, {
    cookie,
    body: { name: `Named ${SECRET}` },
  })
  const held = { authorization: basicOf(app) }
  await service.ok('POST', '/v1/held/user-4711/memories', {
    headers: held,
    body: { memories: [{ content: `Held ${SECRET}.`, scope: 'note' }] },
  })
  const soon = { fireAt: new Date(Date.now() + HOUR_MS).toISOString(), kind: 'reminder', payload: { about: SECRET } }
  const trigger = await service.ok('POST', '/v1/schedule', { token, body: soon })
  const hook = { url: `http://127.0.0.1:9/${SECRET}`, events: ['memory.created'] }
  const { subscription } = await service.ok('POST', `/v1/dev/apps/${app.id}/subscriptions`, { cookie, body: hook })
  const session = await service.ok('POST', `/v1/dev/apps/${app.id}/listen`, { cookie, body: { events: hook.events } })
  const deliveryId = `${newId('evt').replace('evt', 'dlv')}0000`
  await service.ports.db.count(sql`
    insert into deliveries (user_id, id, app_id, subscription_id, event_id, event_type, data, status, due_at, created_at)
    values (${person.id}, ${deliveryId}, ${app.id}, ${subscription.id}, ${newId('evt')}, 'memory.created',
      ${JSON.stringify({ about: SECRET })}::jsonb, 'succeeded', now(), now())`)
  const chat = await service.ok('POST', '/v1/chats', { ...own, body: { title: `About ${SECRET}` } })
  await service.ok('POST', `/v1/chats/${chat.id}/messages`, { ...own, body: { content: `Tell me of ${SECRET}.` } })
  const candidateId = newId('cnd')
  await service.ports.db.count(sql`
    insert into candidates (user_id, id, status, chat_id, type, scope, content, importance, created_at)
    values (${person.id}, ${candidateId}, 'pending', ${chat.id}, 'fact', 'note', ${`Has a ${SECRET}.`}, 50, now())`)
  const brought = await service.ok('POST', '/v1/imports', { ...own, body: { label: `Of ${SECRET}`, digest: SECRET } })
  // Before the accounts have a second factor.
  const sessions = {
    sessions: await otherSession(service, '/v1/auth', person),
    devSessions: await otherSession(service, '/v1/dev/auth', developer),
  }
  const factors = await newFactors(service, person, developer, SECRET)
  await service.get('/v1/memories', token)
  const read = await service.ok('GET', '/v1/audit?action=memories.list&limit=1', { cookie: person.cookie })
  const ids = {
    passkeys: factors.passkeyId,
    memories: memoryIds[0] as string,
    audit: read.items[0].id as string,
    connections: connection.id as string,
    identities: identity.id as string,
    apps: app.id,
    people: testPerson.id as string,
    schedule: trigger.id as string,
    subscriptions: subscription.id as string,
    listen: session.id as string,
    deliveries: deliveryId,
    chats: chat.id as string,
    candidates: candidateId,
    imports: brought.id as string,
    ...sessions,
  }
  const acts = { undo: undo as string, merge: merge as string }
  return { person, developer, app, token, ids, otherMemory: memoryIds[1] as string, acts, factors }
}

export type Victim = Awaited<ReturnType<typeof newVictim>>

/** The id of another session of an account. */
async function otherSession(service: TestService, auth: string, { email, cookie }: Person): Promise<string> {
  await service.ok('POST', `${auth}/login`, { body: { email, password: service.password } })
  const { items } = await service.ok('GET', `${auth}/sessions`, { cookie })
  return items.find(({ current }: { current: boolean }) => !current).id
}
