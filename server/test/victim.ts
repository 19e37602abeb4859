import { newId } from '../src/foundation/ids.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { basicOf, type Person, type TestService } from './service.ts'
import { newFactors } from './tenancy-factors.ts'

export const SECRET = 'zyzzyva'
const HOUR_MS = 60 * 60_000
export const ALL = ['memory:read:*', 'memory:write:*', 'context:read:*', 'identity:read', 'signal:emit', 'ai:host:chat']

/** What a victim can have besides its accounts, an app, a connection and memories, in the order in which it is created. */
const PARTS = [
  // Takes back all that the app wrote before it.
  'undo',
  'merge',
  'identities',
  'people',
  'held',
  'schedule',
  'subscriptions',
  'listen',
  'deliveries',
  'chats',
  'candidates',
  'imports',
  // Before the accounts have a second factor.
  'sessions',
  'factors',
  'audit',
] as const
type Part = (typeof PARTS)[number]

/** What routes need besides the resources in their paths, to succeed for the rightful caller. */
const NEEDS: Record<string, readonly Part[]> = {
  ...{ revertUndo: ['undo'], revertMerge: ['merge'] },
  // What these delete must be there.
  ...{ eraseAccount: PARTS, deleteDeveloper: PARTS, deleteApp: PARTS, revokeConnection: PARTS },
}

/** What a victim must have for a route to succeed. */
export function partsFor({ name, path }: { name: string; path: string }): readonly Part[] {
  const isAboutFactors = /passkey|totp|provider|recovery/i.test(name)
  const inPath = [...path.matchAll(/(\w+)\/:/g)].map(([, thing]) => thing as Part)
  return [...inPath, ...(isAboutFactors ? (['factors'] as const) : []), ...(NEEDS[name] ?? [])]
}

/**
 * A user and a developer with every resource a route could leak; each contains the marker. A victim for one call can
 * have only the parts that the call needs.
 */
export async function newVictim(service: TestService, parts: readonly Part[] = PARTS) {
  const { person, developer, app, token } = await service.connected(ALL)
  const ids: Record<string, string> = { apps: app.id }
  const acts: Record<string, string> = {}
  const has = (part: Part) => parts.includes(part)
  const own = { cookie: person.cookie }
  const { cookie } = developer
  const connection = await service.get('/v1/connection', token)
  ids.connections = connection.id
  if (has('undo')) {
    await service.remember(token, [{ content: `A ${SECRET} was undone.`, scope: 'fitness' }])
    const since = new Date(0).toISOString()
    const { undo } = await service.ok('POST', `/v1/connections/${connection.id}/undo`, { ...own, body: { since } })
    acts.undo = undo
  }
  const { memoryIds } = await service.remember(token, [
    { content: `The ${SECRET} sleeps at noon.`, scope: 'fitness' },
    { content: `Tea goes well with ${SECRET} biscuits.`, scope: 'fitness' },
    { content: `Walks a ${SECRET} on Mondays.`, scope: 'fitness' },
    { content: `Walks a ${SECRET} on most Mondays.`, scope: 'fitness' },
  ])
  ids.memories = memoryIds[0]
  if (has('merge')) {
    const copies = { ids: memoryIds.slice(2), keep: memoryIds[2] }
    acts.merge = (await service.ok('POST', '/v1/memories/merge', { ...own, body: copies })).merge
  }
  if (has('identities')) {
    const identity = { name: `Named ${SECRET}`, personality: { description: `Tone ${SECRET}` } }
    ids.identities = (await service.ok('POST', '/v1/identities', { ...own, body: identity })).id
  }
  if (has('people')) {
    await service.ok('PATCH', `/v1/dev/apps/${app.id}`, { cookie, body: { description: `About ${SECRET}` } })
    const body = { name: `Named ${SECRET}` }
    ids.people = (await service.ok('POST', `/v1/dev/apps/${app.id}/test-people`, { cookie, body })).person.id
  }
  if (has('held')) {
    const body = { memories: [{ content: `Held ${SECRET}.`, scope: 'note' }] }
    await service.ok('POST', '/v1/held/user-4711/memories', { headers: { authorization: basicOf(app) }, body })
  }
  if (has('schedule')) {
    const fireAt = new Date(Date.now() + HOUR_MS).toISOString()
    const body = { fireAt, kind: 'reminder', payload: { about: SECRET } }
    ids.schedule = (await service.ok('POST', '/v1/schedule', { token, body })).id
  }
  const events = ['memory.created']
  if (has('subscriptions') || has('deliveries')) {
    const body = { url: `http://127.0.0.1:9/${SECRET}`, events }
    const { subscription } = await service.ok('POST', `/v1/dev/apps/${app.id}/subscriptions`, { cookie, body })
    ids.subscriptions = subscription.id
  }
  if (has('listen'))
    ids.listen = (await service.ok('POST', `/v1/dev/apps/${app.id}/listen`, { cookie, body: { events } })).id
  if (has('deliveries')) {
    ids.deliveries = `${newId('evt').replace('evt', 'dlv')}0000`
    await service.ports.db.count(sql`
      insert into deliveries (user_id, id, app_id, subscription_id, event_id, event_type, data, status, due_at, created_at)
      values (${person.id}, ${ids.deliveries}, ${app.id}, ${ids.subscriptions}, ${newId('evt')}, 'memory.created',
        ${JSON.stringify({ about: SECRET })}::jsonb, 'succeeded', now(), now())`)
  }
  if (has('chats') || has('candidates')) {
    const { id } = await service.ok('POST', '/v1/chats', { ...own, body: { title: `About ${SECRET}` } })
    await service.ok('POST', `/v1/chats/${id}/messages`, { ...own, body: { content: `Tell me of ${SECRET}.` } })
    ids.chats = id
  }
  if (has('candidates')) {
    ids.candidates = newId('cnd')
    await service.ports.db.count(sql`
      insert into candidates (user_id, id, status, chat_id, type, scope, content, importance, created_at)
      values (${person.id}, ${ids.candidates}, 'pending', ${ids.chats}, 'fact', 'note', ${`Has a ${SECRET}.`}, 50, now())`)
  }
  if (has('imports')) {
    const body = { label: `Of ${SECRET}`, digest: SECRET }
    ids.imports = (await service.ok('POST', '/v1/imports', { ...own, body })).id
  }
  if (has('sessions')) {
    ids.sessions = await otherSession(service, '/v1/auth', person)
    ids.devSessions = await otherSession(service, '/v1/dev/auth', developer)
  }
  const factors = has('factors') ? await newFactors(service, person, developer, SECRET) : undefined
  if (factors) ids.passkeys = factors.passkeyId
  if (has('audit')) {
    await service.get('/v1/memories', token)
    const read = await service.ok('GET', '/v1/audit?action=memories.list&limit=1', own)
    ids.audit = read.items[0].id
  }
  return { person, developer, app, token, ids, otherMemory: memoryIds[1] as string, acts, factors }
}

export type Victim = Awaited<ReturnType<typeof newVictim>>

/** The id of another session of an account. */
async function otherSession(service: TestService, auth: string, { email, cookie }: Person): Promise<string> {
  await service.ok('POST', `${auth}/login`, { body: { email, password: service.password } })
  const { items } = await service.ok('GET', `${auth}/sessions`, { cookie })
  return items.find(({ current }: { current: boolean }) => !current).id
}
