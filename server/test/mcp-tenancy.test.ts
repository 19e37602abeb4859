import { randomUUID } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { hashSecret } from '../src/foundation/auth/secrets.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { ask } from './mcp-clients.ts'
import { signIn } from './oauth-client.ts'
import { type TestService, testService } from './service.ts'

/* Calls every tool and resource with every kind of unsuitable token; no response may exceed the grant. */

const ALL = ['identity:read', 'memory:read:*', 'memory:write:*', 'context:read:*']
const NOTES = ['memory:read:note', 'memory:write:note']
const SECRET = 'quokka'

let service: TestService
let victim: Awaited<ReturnType<typeof newVictim>>
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' })
  victim = await newVictim()
})
afterAll(() => service.stop())

/** A user whose memories and assistant all contain the marker, except one note. */
async function newVictim() {
  const { person, developer, token } = await service.connected(ALL)
  const { memoryIds } = await service.remember(token, [
    { content: `The ${SECRET} sleeps at noon.`, scope: 'fitness.trail', pinned: true },
    { content: 'The post comes at noon.', scope: 'note' },
  ])
  const body = { name: `Named ${SECRET}`, personality: { description: `Tone ${SECRET}` } }
  await service.ok('POST', '/v1/identities', { cookie: person.cookie, body })
  return { person, developer, token, id: memoryIds[0] as string }
}

/** A portal app's token from the standard flow with full scopes, for one resource or for all. */
async function standardToken(resource?: string): Promise<string> {
  const redirect_uri = 'https://coach.example/callback'
  const app = await service.newApp(victim.developer, ALL, { redirect_uris: [redirect_uri] })
  const auth = oauth.ClientSecretPost(app.client_secret)
  const known = { client: { client_id: app.client_id }, auth, redirect_uri }
  return (await signIn(service, victim.person, known, resource ? { resource } : {})).access_token
}

type Asked = [what: string, method: string, params: Record<string, unknown>]

/** Each tool with valid arguments about the victim's memory, and each resource. */
function everything(): Asked[] {
  const about = { id: victim.id }
  // `remember` writes to another scope than the victim's memory, since it names the scopes that the caller lacks.
  const args: Record<string, object> = {
    remember: { memories: [{ content: 'Planted.', scope: 'goal' }] },
    recall: { query: `${SECRET} at noon`, limit: 100 },
    update_memory: { ...about, content: 'Overwritten.' },
    forget: about,
    list_scopes: {},
    get_context: { intent: 'assistant', query: SECRET },
    search: { query: `${SECRET} at noon` },
    fetch: about,
  }
  const names = [...routes.flatMap(({ tool }) => tool?.name ?? []), 'search', 'fetch']
  const tools = names.map((name): Asked => {
    const given = args[name]
    if (!given) throw new Error(`tell this walk what ${name} is called with`)
    return [name, 'tools/call', { name, arguments: given }]
  })
  const resources = routes.flatMap(({ resource }): Asked[] => {
    const uri = resource?.uri.replace('{intent}', 'assistant')
    return uri ? [[uri, 'resources/read', { uri }]] : []
  })
  return [...tools, ...resources]
}

const tell = async (token: string, [, method, params]: Asked) => {
  const { status, headers, message } = await ask(service, token, method, params)
  return { status, headers, message, text: JSON.stringify([message, [...headers]]) }
}
const isRefused = (message: { error?: unknown; result?: { isError?: boolean } }) =>
  message.error !== undefined || message.result?.isError === true

/** The victim's resources, as the victim's own app sees them. */
async function stateOf() {
  const { memories } = await service.get('/v1/memories?limit=100', victim.token)
  return memories
}

test('the rightful caller gets every marker', async () => {
  const reading = everything().filter(([what]) => !['remember', 'update_memory', 'forget'].includes(what))
  const silent: string[] = []
  for (const asked of reading) {
    const { text, message } = await tell(victim.token, asked)
    expect(isRefused(message), asked[0]).toBe(false)
    if (!text.includes(SECRET)) silent.push(asked[0])
  }
  expect(silent).toEqual(['list_scopes'])
})

test('an app of another user with every scope reads and changes nothing of the victim', async () => {
  const before = await stateOf()
  const { token } = await service.connected(ALL)
  for (const asked of everything()) {
    const { text, message } = await tell(token, asked)
    // A response may repeat what the caller sent.
    expect(text.replaceAll(JSON.stringify(asked[2]), ''), asked[0]).not.toContain(SECRET)
    if (['update_memory', 'forget'].includes(asked[0])) expect(isRefused(message), asked[0]).toBe(true)
  }
  expect(await stateOf()).toEqual(before)
})

test('a narrower grant of the same user reaches only the scopes it names', async () => {
  const before = await stateOf()
  const app = await service.newApp(victim.developer, NOTES)
  const token = await service.connect(victim.person, app, NOTES)
  const refused = []
  for (const asked of everything()) {
    const { text, message } = await tell(token, asked)
    expect(text, asked[0]).not.toContain(SECRET)
    // Only the error for a known id reveals that a memory exists, by naming the missing scope.
    if (!isRefused(message)) expect(text, asked[0]).not.toContain('fitness')
    if (isRefused(message)) refused.push(asked[0])
  }
  expect(refused).toEqual([
    'update_memory',
    'forget',
    'get_context',
    'fetch',
    'memory://context/assistant',
    'memory://brief',
  ])
  const recalled = await tell(token, ['recall', 'tools/call', { name: 'recall', arguments: { query: 'noon' } }])
  expect(recalled.message.result.structuredContent.memories).toMatchObject([{ content: 'The post comes at noon.' }])
  expect(await stateOf()).toEqual(before)
})

test('a paused connection reads and changes nothing', async () => {
  const app = await service.newApp(victim.developer, ALL)
  const token = await service.connect(victim.person, app, ALL)
  const { id } = await service.get('/v1/connection', token)
  await service.ok('POST', `/v1/connections/${id}/pause`, { cookie: victim.person.cookie })
  const before = await stateOf()
  for (const asked of everything()) {
    const { status, text } = await tell(token, asked)
    expect([status, text.includes(SECRET)], asked[0]).toEqual([403, false])
  }
  expect(await stateOf()).toEqual(before)
})

describe('a 401 with the resource metadata and nothing else is returned for', () => {
  test('a revoked token', async () => {
    const app = await service.newApp(victim.developer, ALL)
    const token = await service.connect(victim.person, app, ALL)
    const { id } = await service.get('/v1/connection', token)
    for (const asked of everything().slice(0, 2)) expect((await tell(token, asked)).status).toBe(200)
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: victim.person.cookie })
    await expectShutOut(token, 'connection_revoked')
  })

  test('an expired token', async () => {
    const token = await standardToken()
    await service.ports.db.count(sql`
      update connection_tokens set expires_at = ${new Date(0).toISOString()} where token_hash = ${hashSecret(token)}`)
    await expectShutOut(token)
  })

  test('a token for the API; and an MCP token is rejected by the API', async () => {
    await expectShutOut(await standardToken(service.url))
    const token = await standardToken(`${service.url}/mcp`)
    expect((await tell(token, ['recall', 'tools/call', everything()[1]![2]])).text).toContain(SECRET)
    for (const path of ['/v1/memories', '/v1/connection', '/v1/identity/brief']) {
      const reply = await service.call('GET', path, { token })
      expect([reply.status, JSON.stringify(reply.body).includes(SECRET)]).toEqual([401, false])
    }
  })

  test('an invented token', async () => {
    for (const token of [`mst_${randomUUID()}`, victim.token.slice(0, -1), `${victim.token}x`, victim.person.id])
      await expectShutOut(token)
  })
})

async function expectShutOut(token: string, code = 'unauthorized') {
  const before = await stateOf()
  for (const asked of everything()) {
    const { status, headers, message } = await tell(token, asked)
    expect([asked[0], status]).toEqual([asked[0], 401])
    expect(headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata=.* error="invalid_token"$/)
    expect(message.error.data).toEqual({ code })
  }
  expect(await stateOf()).toEqual(before)
}
