import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decide } from '../../../server/test/oauth-client.ts'
import { type Person, type TestService, testService } from '../../../server/test/service.ts'

const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const OWNER_ONLY = 0o600

let service: TestService
let folder: string
beforeAll(async () => {
  service = await testService()
  folder = mkdtempSync(join(tmpdir(), 'memory-bridge-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service?.stop()
})

// The configuration folder of every platform is inside the test's folder.
const env = () => ({ PATH: process.env.PATH ?? '', HOME: folder, APPDATA: folder, XDG_CONFIG_HOME: folder })
const file = () =>
  join(folder, process.platform === 'darwin' ? 'Library/Application Support' : '', 'memory-service/credentials.json')

/** Runs a command to its end; `onOutput` receives the output so far. */
async function run(command: string, onOutput: (output: string) => void = () => {}) {
  const args = [PROGRAM, command, '--url', service.url, ...(command === 'login' ? ['--no-browser'] : [])]
  const child = spawn(process.execPath, args, { env: env() })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output += part
      onOutput(output)
    })
  const status = await new Promise((resolve) => child.on('close', resolve))
  return { status, output }
}

/** Runs `login`, with a user who decides in the browser. */
async function login(user: Person, decision?: string) {
  let isOpened = false
  return run('login', async (output) => {
    const [, address] = /^ {2}(http\S+)$/m.exec(output) ?? []
    if (!address || isOpened) return
    isOpened = true
    const page = await fetch(address, { redirect: 'manual' })
    const back = await decide(service, new URL(page.headers.get('location') ?? ''), user, decision)
    // Others on the machine can send anything there.
    expect(await statusOf(new URL(back).port, '//')).toBe(404)
    await fetch(back)
  })
}

const statusOf = (port: string, path: string) =>
  new Promise((resolve) => get({ port, path }, (response) => resolve(response.resume().statusCode)))

async function openClient() {
  const client = new Client({ name: 'test client', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  const args = [PROGRAM, '--url', service.url]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: env(), stderr: 'ignore' }))
  const listScopes = () => client.callTool({ name: 'list_scopes', arguments: {} })
  return { listScopes, close: () => client.close() }
}

/** Changes the stored login. */
function changeStored(change: object) {
  const [[issuer = '', login] = []] = Object.entries(JSON.parse(readFileSync(file(), 'utf8')))
  writeFileSync(file(), JSON.stringify({ [issuer]: { ...(login as object), ...change } }))
}

const stored = () =>
  existsSync(file())
    ? (Object.values(JSON.parse(readFileSync(file(), 'utf8')))[0] as { refreshToken: string } | undefined)
    : undefined

describe('login', () => {
  test('stores tokens that two bridges refresh, replaces them at the next login, and deletes them once revoked', async () => {
    const user = await service.newPerson()
    const { status, output } = await login(user)
    expect([status, output]).toEqual([0, expect.stringContaining(`Logged in to ${service.url}.`)])
    expect(statSync(file()).mode & 0o777).toBe(OWNER_ONLY)
    const connections = async () => (await service.ok('GET', '/v1/connections', { cookie: user.cookie })).items
    const [first] = await connections()
    expect(first).toMatchObject({ status: 'active', app: { name: expect.stringMatching(/^Memory bridge on/) } })

    const [one, two] = await Promise.all([openClient(), openClient()])
    expect((await one.listScopes()).isError).not.toBe(true)
    const before = stored()?.refreshToken
    changeStored({ expiresAt: 0 })
    const both = await Promise.all([one.listScopes(), two.listScopes()])
    expect(both.map(({ isError }) => isError ?? false)).toEqual([false, false])
    const refreshed = stored()?.refreshToken
    expect(refreshed).not.toBe(before)
    changeStored({ accessToken: 'mst_invalid' })
    expect((await two.listScopes()).isError).not.toBe(true)
    expect((await one.listScopes()).isError).not.toBe(true)
    expect(stored()?.refreshToken).not.toBe(refreshed)

    expect((await login(user)).status).toBe(0)
    const active = (await connections()).filter(({ status }: { status: string }) => status === 'active')
    expect(active.map(({ id }: { id: string }) => id)).not.toContain(first.id)
    expect(active).toHaveLength(1)
    expect((await one.listScopes()).isError).not.toBe(true)

    await service.ok('POST', `/v1/connections/${active[0].id}/revoke`, { cookie: user.cookie })
    await expect(one.listScopes()).rejects.toThrow(`Run: memory-service-mcp login --url ${service.url}`)
    await Promise.all([one.close(), two.close()])
    expect(stored()).toBeUndefined()
  })

  test('stores nothing if the user denies access', async () => {
    const denied = await login(await service.newPerson(), 'deny')
    expect([denied.status, denied.output]).toEqual([1, expect.stringContaining('Access was denied.')])
    expect(stored()).toBeUndefined()
  })
})

describe('logout', () => {
  test('revokes the connection and deletes the tokens', async () => {
    const user = await service.newPerson()
    await login(user)
    expect((await run('logout')).output).toContain('Logged out')
    const { items } = await service.ok('GET', '/v1/connections', { cookie: user.cookie })
    expect(items.map(({ status }: { status: string }) => status)).not.toContain('active')
    expect((await run('logout')).output).toContain('Not logged in')
  })
})
