import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Client as ModernClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../../../server/test/service.ts'

const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const SCOPES = ['identity:read', 'memory:read:*', 'memory:write:*', 'context:read:*']
const INFO = { name: 'test client', version: '1.0.0' }
const CONTENT = 'Runs along the river every Tuesday.'

// biome-ignore lint/suspicious/noExplicitAny: the two clients share the methods used here, but not their types.
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

/** Connects a client whose own stdio transport starts the bridge. */
async function connect(client: ModernClient | LegacyClient, env: Record<string, string>) {
  const params = { command: process.execPath, args: [PROGRAM, '--url', service.url], env, stderr: 'pipe' as const }
  const transport = client instanceof LegacyClient ? new LegacyTransport(params) : new ModernTransport(params)
  let log = ''
  transport.stderr?.on('data', (part) => (log += part))
  clients.push(client)
  await client.connect(transport as Any)
  return { client: client as Any, log: () => log }
}

const modern = (mode: Any) => () => new ModernClient(INFO, { versionNegotiation: { mode } })

describe.each([
  ['revision 2026 only', modern({ pin: '2026-07-28' })],
  ['revision 2026 with version negotiation', modern('auto')],
  ['revision 2025', () => new LegacyClient(INFO)],
])('a client of %s', (_which, create) => {
  test('lists and calls tools through the bridge, and gets an error that says what to do after a revocation', async () => {
    const { token, person } = await service.connected(SCOPES)
    const { client, log } = await connect(create(), { MEMORY_SERVICE_TOKEN: token })
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

describe('the bridge', () => {
  test('writes the responses of all requests before it exits', async () => {
    const { token } = await service.connected(SCOPES)
    const env = { ...process.env, MEMORY_SERVICE_TOKEN: token }
    const child = spawn(process.execPath, [PROGRAM, '--url', `${service.url}/`], { env })
    let output = ''
    child.stdout.on('data', (part) => (output += part))
    child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })}\n`)
    const status = await new Promise((resolve) => child.on('close', resolve))
    expect(status).toBe(0)
    expect(JSON.parse(output)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } })
  })
})
