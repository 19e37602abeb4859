import { randomUUID } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { hashSecret } from '../src/foundation/secrets.ts'
import { sql } from '../src/foundation/sql.ts'
import { ask } from './mcp-clients.ts'
import { signIn } from './oauth-client.ts'
import { type TestService, testService } from './service.ts'

/* Every tool and every resource, with every token that is not good for what is asked: not a byte beyond the grant. */

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

/** Somebody whose memories and assistant all say one word, but for a note. */
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

/** A token an app of the portal has by the standard flow, for all of the victim's, good for one resource or for any. */
async function standardToken(resource?: string): Promise<string> {
  const redirect_uri = 'https://coach.example/callback'
  const app = await service.newApp(victim.developer, ALL, { redirect_uris: [redirect_uri] })
  const auth = oauth.ClientSecretPost(app.client_secret)
  const known = { client: { client_id: app.client_id }, auth, redirect_uri }
  return (await signIn(service, victim.person, known, resource ? { resource } : {})).access_token
}

type Asked = [what: string, method: string, params: Record<string, unknown>]

/** Each tool with arguments that would do, about the victim's memory; each resource. */
function everything(): Asked[] {
  const about = { id: victim.id }
  const args: Record<string, object> = {
    remember: { memories: [{ content: 'Planted.', scope: 'fitness.trail' }] },
    recall: { query: `${SECRET} at noon`, limit: 100 },
    update_memory: { ...about, content: 'Overwritten.' },
    forget: about,
    list_scopes: {},
    get_context: { intent: 'assistant', query: SECRET },
  }
  const tools = routes.flatMap(({ tool }): Asked[] => {
    if (!tool) return []
    const given = args[tool.name]
    if (!given) throw new Error(`tell this walk what ${tool.name} is called with`)
    return [[tool.name, 'tools/call', { name: tool.name, arguments: given }]]
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

/** What the victim has, as their own app sees it. */
async function stateOf() {
  const { memories } = await service.get('/v1/memories?limit=100', victim.token)
  return memories
}

test('the rightful caller is told all of it, so that silence means something', async () => {
  const reading = everything().filter(([what]) => !['remember', 'update_memory', 'forget'].includes(what))
  const silent: string[] = []
  for (const asked of reading) {
    const { text, message } = await tell(victim.token, asked)
    expect(isRefused(message), asked[0]).toBe(false)
    if (!text.includes(SECRET)) silent.push(asked[0])
  }
  expect(silent).toEqual(['list_scopes'])
})

test('a stranger with every scope learns nothing of somebody else, and changes nothing of theirs', async () => {
  const before = await stateOf()
  const { token } = await service.connected(ALL)
  for (const asked of everything()) {
    const { text, message } = await tell(token, asked)
    // What they sent themselves may come back.
    expect(text.replaceAll(JSON.stringify(asked[2]), ''), asked[0]).not.toContain(SECRET)
    if (['update_memory', 'forget'].includes(asked[0])) expect(isRefused(message), asked[0]).toBe(true)
  }
  expect(await stateOf()).toEqual(before)
})

test('a narrower grant of the same person reaches what it names and no further', async () => {
  const before = await stateOf()
  const app = await service.newApp(victim.developer, NOTES)
  const token = await service.connect(victim.person, app, NOTES)
  const refused = []
  for (const asked of everything()) {
    const { text, message } = await tell(token, asked)
    expect(text, asked[0]).not.toContain(SECRET)
    // A refusal names the scope that is missing, of a memory whose id is known; nothing else tells that it is there.
    if (!isRefused(message)) expect(text, asked[0]).not.toContain('fitness')
    if (isRefused(message)) refused.push(asked[0])
  }
  expect(refused).toEqual(['update_memory', 'forget', 'get_context', 'memory://context/assistant', 'memory://brief'])
  const recalled = await tell(token, ['recall', 'tools/call', { name: 'recall', arguments: { query: 'noon' } }])
  expect(recalled.message.result.structuredContent.memories).toMatchObject([{ content: 'The post comes at noon.' }])
  expect(await stateOf()).toEqual(before)
})

describe('is answered with 401 and where to have a token from, and nothing more,', () => {
  test('whoever was revoked', async () => {
    const app = await service.newApp(victim.developer, ALL)
    const token = await service.connect(victim.person, app, ALL)
    const { id } = await service.get('/v1/connection', token)
    for (const asked of everything().slice(0, 2)) expect((await tell(token, asked)).status).toBe(200)
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: victim.person.cookie })
    await expectShutOut(token)
  })

  test('whoever comes when the time of the token is over', async () => {
    const token = await standardToken()
    await service.ports.db.count(sql`
      update connection_tokens set expires_at = ${new Date(0).toISOString()} where token_hash = ${hashSecret(token)}`)
    await expectShutOut(token)
  })

  test('whoever has a token for the API, as a token for models opens nothing of the API', async () => {
    await expectShutOut(await standardToken(service.url))
    const token = await standardToken(`${service.url}/mcp`)
    expect((await tell(token, ['recall', 'tools/call', everything()[1]![2]])).text).toContain(SECRET)
    for (const path of ['/v1/memories', '/v1/connection', '/v1/identity/brief']) {
      const reply = await service.call('GET', path, { token })
      expect([reply.status, JSON.stringify(reply.body).includes(SECRET)]).toEqual([401, false])
    }
  })

  test('whoever made a token up', async () => {
    for (const token of [`mst_${randomUUID()}`, victim.token.slice(0, -1), `${victim.token}x`, victim.person.id])
      await expectShutOut(token)
  })
})

async function expectShutOut(token: string) {
  const before = await stateOf()
  for (const asked of everything()) {
    const { status, headers, message } = await tell(token, asked)
    expect([asked[0], status]).toEqual([asked[0], 401])
    expect(headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata=.* error="invalid_token"$/)
    expect(message.error.data).toEqual({ code: 'unauthorized' })
  }
  expect(await stateOf()).toEqual(before)
}
