import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { Client as PreviousClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as PreviousTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../server/src/foundation/sql/sql.ts'
import { type TestService, testService } from '../../server/test/service.ts'
import { openBrowser, sendCredentials, setAccess } from './browser.ts'
import { type Installed, installClient } from './mcp-client.ts'

/* A user gives an assistant the address of the service. The official MCP client does the rest. */

const SCOPES = ['identity:read', 'memory:read:*', 'memory:write:*', 'context:read:*']
const INFO = { name: 'assistant', version: '1.0.0' }

let service: TestService
let assistant: Installed
const browser = openBrowser()
beforeAll(async () => {
  service = await testService({ webhookAllowPrivate: true })
  assistant = await installClient('Desk Assistant')
})
afterAll(async () => {
  await assistant.stop()
  await service.stop()
})

const address = () => new URL('/mcp', service.url)

/** Signs up at the address that the assistant opens, allows it, and returns to the assistant. */
async function allow(to: URL, email: string) {
  const page = await browser.visit(service.url, {}, [assistant.url])
  await page.goto(to.href)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await sendCredentials(page, { email, password: service.password, name: 'Ada' })
  // An app that is not verified starts without access to everything.
  await setAccess(page, 'Everything', 'Read and change')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: `Back at ${assistant.name}` }).waitFor()
  return page
}

describe.each(['portal', 'dynamic', 'document'] as const)('an MCP client registered by: %s', (kind) => {
  const email = `${kind}@example.com`

  test('opens the consent page, and then uses every tool and resource', async () => {
    const { redirect_uris } = assistant
    const app = { name: assistant.name, redirect_uris }
    const { client_id, client_secret } = await service.newApp(await service.newDeveloper(), SCOPES, app)
    const known = kind === 'portal' ? { client_id, client_secret } : kind
    const { provider, calls, tokens } = assistant.providerOf(known, service.url)
    const client = new Client(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    const first = new StreamableHTTPClientTransport(address(), { authProvider: provider })
    await expect(client.connect(first)).rejects.toBeInstanceOf(UnauthorizedError)
    expect(calls.registered).toBe(kind === 'dynamic' ? 1 : 0)
    const [to] = calls.sentTo
    expect(to!.searchParams.get('resource')).toBe(address().href)

    const page = await allow(to!, email)
    expect(assistant.callback().get('state')).toBe(calls.state)
    await first.finishAuth(assistant.callback())
    await client.connect(new StreamableHTTPClientTransport(address(), { authProvider: provider }))

    const call = async (name: string, args: Record<string, unknown> = {}) => {
      const result = await client.callTool({ name, arguments: args })
      expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false)
      // biome-ignore lint/suspicious/noExplicitAny: each tool has a shape of its own.
      return result.structuredContent as any
    }
    const { tools } = await client.listTools()
    const { memoryIds } = await call('remember', { memories: [{ content: 'Prefers tea.', scope: 'preference' }] })
    const id = memoryIds[0]
    expect((await call('list_scopes')).scopes).toMatchObject([{ scope: 'preference', count: 1 }])
    expect((await call('recall', { query: 'tea' })).memories).toMatchObject([{ id }])
    expect(await call('update_memory', { id, content: 'Prefers green tea.' })).toMatchObject({ id })
    expect((await call('get_context', { intent: 'companion' })).memories).toMatchObject([{ id }])
    for (const uri of ['memory://brief', 'memory://context/companion'])
      expect(JSON.stringify((await client.readResource({ uri })).contents)).toContain('green tea')
    expect((await call('search', { query: 'tea' })).results).toMatchObject([{ id }])
    expect(await call('fetch', { id })).toMatchObject({ id, text: expect.stringContaining('green tea') })
    expect(await call('forget', { id })).toEqual({ ok: true })
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'fetch',
      'forget',
      'get_context',
      'list_scopes',
      'recall',
      'remember',
      'search',
      'update_memory',
    ])

    if (kind !== 'portal') {
      // The token expires; the client refreshes it without asking the user.
      const before = tokens()!.access_token
      await service.ports.db.count(sql`update connection_tokens set expires_at = ${new Date(0).toISOString()}`)
      // The service remembers the token until it is notified of the change.
      const used = async () => {
        expect((await call('list_scopes')).scopes).toEqual([])
        return tokens()!.access_token
      }
      await expect.poll(used).not.toBe(before)
      expect(calls.sentTo.length).toBe(1)
    }

    await page.goto(`${service.url}/connections`)
    await page.getByRole('link', { name: assistant.name }).waitFor()
    await expect.poll(() => page.getByText('unverified', { exact: true }).count()).toBe(1)
    await client.close()
  })
})

test('a client of the previous protocol version registers, is allowed and uses the tools', async () => {
  const { provider, calls } = assistant.providerOf('dynamic', service.url)
  const client = new PreviousClient(INFO)
  // biome-ignore lint/suspicious/noExplicitAny: both versions use the same names with different types.
  const options = { authProvider: provider as any }
  const first = new PreviousTransport(address(), options)
  await expect(client.connect(first)).rejects.toThrow('Unauthorized')
  await allow(calls.sentTo[0]!, 'before@example.com')
  await first.finishAuth(assistant.callback().get('code')!)
  await client.connect(new PreviousTransport(address(), options))
  const { tools } = await client.listTools()
  expect(tools.length).toBe(8)
  expect((await client.callTool({ name: 'list_scopes', arguments: {} })).structuredContent).toMatchObject({
    scopes: [],
  })
  await client.close()
})
