import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Client as ModernClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../../server/test/service.ts'

const PROGRAM = fileURLToPath(new URL('../dist/bridge/main.js', import.meta.url))
const SCOPES = ['identity:read', 'memory:read:*', 'memory:write:*', 'context:read:*']
const INFO = { name: 'a client under test', version: '1.0.0' }
const CONTENT = 'Runs along the river every Tuesday.'

// biome-ignore lint/suspicious/noExplicitAny: the two clients are alike in what is used here, and not in their types.
type Any = any

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service?.stop())

const clients: Any[] = []
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
})

/** A client that has started the bridge itself, the way its makers' transport does. */
async function opened(client: ModernClient | LegacyClient, env: Record<string, string>) {
  const params = {
    command: process.execPath,
    args: [PROGRAM, 'mcp', '--url', service.url],
    env,
    stderr: 'pipe' as const,
  }
  const transport = client instanceof LegacyClient ? new LegacyTransport(params) : new ModernTransport(params)
  let log = ''
  transport.stderr?.on('data', (part) => (log += part))
  clients.push(client)
  await client.connect(transport as Any)
  return { client: client as Any, log: () => log }
}

const modern = (mode: Any) => () => new ModernClient(INFO, { versionNegotiation: { mode } })

describe.each([
  ['2026, which falls back to nothing older', modern({ pin: '2026-07-28' })],
  ['2026, which finds out what there is', modern('auto')],
  ['2025, which opens with a handshake', () => new LegacyClient(INFO)],
])('a client of %s', (_which, make) => {
  test('lists the tools and calls them through the bridge, and is told what to do once the access is revoked', async () => {
    const { token, person } = await service.connected(SCOPES)
    const { client, log } = await opened(make(), { MEMORY_SERVICE_TOKEN: token })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }: Any) => name)).toContain('remember')
    const call = async (name: string, args: object) =>
      (await client.callTool({ name, arguments: args })).structuredContent
    await call('remember', { memories: [{ scope: 'fitness', content: CONTENT }] })
    const { memories } = await call('recall', { query: 'where does she run' })
    expect(memories).toMatchObject([{ content: CONTENT }])
    expect((await client.listResources()).resources.length).toBeGreaterThan(0)
    expect(log()).toBe('')

    const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
    await service.ok('POST', `/v1/connections/${items[0].id}/revoke`, { cookie: person.cookie })
    await expect(call('recall', { query: 'where does she run' })).rejects.toThrow('The access has ended')
    expect(log()).toContain('The access has ended')
    expect(log()).not.toContain(token)
  })
})

test('the bridge ends in peace when its input does, with everything answered that was asked', async () => {
  const { token } = await service.connected(SCOPES)
  const env = { ...process.env, MEMORY_SERVICE_TOKEN: token }
  const child = spawn(process.execPath, [PROGRAM, 'mcp', '--url', `${service.url}/`], { env })
  let said = ''
  child.stdout.on('data', (part) => (said += part))
  child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })}\n`)
  const status = await new Promise((resolve) => child.on('close', resolve))
  expect(status).toBe(0)
  expect(JSON.parse(said)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } })
})
