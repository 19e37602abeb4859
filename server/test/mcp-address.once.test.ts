import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { ask, callTool, modern, post } from './mcp-clients.ts'
import { type TestService, testService } from './service.ts'

const ALL = ['identity:read', 'memory:read:*', 'memory:write:*', 'context:read:*']
const HOUR_MS = 3_600_000
const PATIENCE = { timeout: 30_000 }

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

/** Sends a request with this Host header; `fetch` would overwrite it. */
function statusAs(host: string, origin: string, token: string): Promise<number | undefined> {
  const { message, headers } = modern('tools/list')
  const sent = { ...headers, host, origin, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: { ...sent, accept: 'application/json, text/event-stream' } }
    request(new URL('/mcp', service.url), options, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end(JSON.stringify(message))
  })
}

describe('the /mcp endpoint', () => {
  test('returns 401 with the resource metadata without a valid token', async () => {
    const metadata = `resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp"`
    const scope = 'scope="identity:read memory:read:* memory:write:* context:read:*"'
    const { person } = await service.connected(ALL)
    const { message, headers } = modern('tools/list')
    for (const [more, challenge] of [
      [{}, `Bearer ${metadata}, ${scope}`],
      [{ cookie: person.cookie }, `Bearer ${metadata}, ${scope}`],
      [{ authorization: 'Bearer mst_made_up' }, `Bearer ${metadata}, ${scope}, error="invalid_token"`],
      [{ authorization: 'Basic YTpi' }, `Bearer ${metadata}, ${scope}, error="invalid_token"`],
    ] as const) {
      const answer = await post(service, message, { headers: { ...headers, ...more } })
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge])
      expect(answer.message).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'unauthorized' } } })
    }
  })

  test('accepts pages of any origin, but not a null origin or DNS rebinding', async () => {
    const { token } = await service.connected(ALL)
    const { message, headers } = modern('tools/list')
    const statusFor = async (origin: string, more = {}) =>
      (await post(service, message, { token, headers: { ...headers, origin, ...more } })).status
    for (const origin of ['https://app.example', 'http://localhost:1', service.url, 'vscode-file://app'])
      expect(await statusFor(origin), origin).toBe(200)
    for (const origin of ['null', 'garbage']) expect(await statusFor(origin), origin).toBe(403)
    for (const [name, status] of [
      ['localhost:8787', 200],
      ['[::1]:8787', 200],
      ['rebound.example:8787', 403],
    ] as const)
      expect(await statusAs(name, `http://${name}`, token), name).toBe(status)
  })

  test('has no sessions, streams or batches', async () => {
    const { token } = await service.connected(ALL)
    for (const method of ['GET', 'DELETE']) {
      const reply = await fetch(`${service.url}/mcp`, { method, headers: { authorization: `Bearer ${token}` } })
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
    }
    const listen = await ask(service, token, 'subscriptions/listen', { notifications: { toolsListChanged: true } })
    expect([listen.status, listen.message.error.code]).toEqual([404, -32_601])
    const { message, headers } = modern('tools/list')
    for (const batch of [[], [message], [message, message]]) {
      const answer = await post(service, batch, { token, headers })
      expect([answer.status, answer.message.error.code]).toEqual([400, -32_600])
    }
    const answer = await ask(service, token, 'tools/list')
    expect(answer.headers.get('mcp-session-id')).toBeNull()
  })

  test('responses are not cacheable; lists state how long they are valid', async () => {
    const { token } = await service.connected(ALL)
    const list = await ask(service, token, 'tools/list')
    expect(list.headers.get('cache-control')).toBe('no-store')
    expect(list.message.result).toMatchObject({ ttlMs: HOUR_MS, cacheScope: 'public' })
    const read = await ask(service, token, 'resources/read', { uri: 'memory://brief' })
    expect(read.message.result).toMatchObject({ ttlMs: 0, cacheScope: 'private' })
  })

  test('counts and rate limits each request of the connection', async () => {
    // A fixed clock, so that the minute does not change during the test.
    const now = new Date()
    const limited = await testService({ rateLimit: 2 }, { clock: () => now })
    const { token } = await limited.connected(ALL)
    const answers = []
    for (let i = 0; i < 3; i++) answers.push(await ask(limited, token, 'tools/list'))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers.map(({ headers }) => /r=(\d)/.exec(headers.get('ratelimit')!)?.[1])).toEqual(['1', '0', '0'])
    expect(Number(answers[2]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answers[2]!.message.error.data.code).toBe('rate_limited')
    await limited.stop()
  })

  test('labels metrics with known tool names only', async () => {
    const { token } = await service.connected(ALL)
    await callTool(service, token, 'list_scopes')
    await callTool(service, token, 'a name of theirs')
    const { body } = await service.call('GET', '/metrics')
    expect(body).toMatch(/http_requests_total\{route="mcp:list_scopes",status="200"\} \d/)
    expect(body).toMatch(/http_requests_total\{route="mcp",status="200"\} \d/)
    expect(body).not.toContain('theirs')
  })

  test('is not part of the OpenAPI document', async () => {
    expect(Object.keys((await service.call('GET', '/v1/openapi.json')).body.paths)).not.toContain('/mcp')
  })
})

describe('a slow call', () => {
  /** Starts a call that waits because a transaction holds a lock on the user's store. */
  async function waiting(over: TestService, signal?: AbortSignal) {
    const { person, token } = await over.connected(ALL)
    const { memoryIds } = await over.remember(token, [{ content: 'Slow.', scope: 'note' }])
    const arrived = vi.spyOn(over.ports.meter, 'admit')
    let open = () => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    let holding: Promise<void> | undefined
    await new Promise<void>((held) => {
      holding = over.ports.db.transaction(async (db) => {
        await db.rows(sql`select 1 from stores where user_id = ${person.id} for update`)
        held()
        await opened
      })
    })
    const args = { id: memoryIds[0], content: 'Changed.' }
    const { message, headers } = modern('tools/call', { name: 'update_memory', arguments: args })
    const answer = post(over, message, { token, headers, ...(signal ? { signal } : {}) })
    answer.catch(() => {})
    await vi.waitUntil(() => arrived.mock.calls.length > 0, PATIENCE)
    const release = async () => {
      open()
      await holding
    }
    return { answer, release }
  }

  test('completes before a stopping service exits', async () => {
    const stopping = await testService()
    const { answer, release } = await waiting(stopping)
    const stopped = stopping.stop()
    await release()
    const { message } = await answer
    expect(message.result.structuredContent).toMatchObject({ content: 'Changed.' })
    await stopped
  })

  test('is cancelled when the client disconnects', async () => {
    const client = new AbortController()
    const { answer, release } = await waiting(service, client.signal)
    client.abort()
    await expect(answer).rejects.toThrow()
    const metrics = async () => (await service.call('GET', '/metrics')).body as string
    await vi.waitUntil(async () => (await metrics()).includes('route="mcp:update_memory",status="499"'), PATIENCE)
    await release()
    expect((await service.call('GET', '/readyz')).status).toBe(200)
  })
})
