import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide } from '../../server/test/oauth-client.ts'
import { type Person, type TestService, testService } from '../../server/test/service.ts'

const PROGRAM = fileURLToPath(new URL('../dist/bridge/main.js', import.meta.url))
const OWN_FILE_MODE = 0o600

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

// Every place a system may keep such things in lies in the folder.
const env = () => ({ PATH: process.env.PATH ?? '', HOME: folder, APPDATA: folder, XDG_CONFIG_HOME: folder })
const file = () =>
  join(folder, process.platform === 'darwin' ? 'Library/Application Support' : '', 'memory-service/credentials.json')

/** Runs a command to its end; `heard` is told what it has said so far. */
async function run(command: string, heard: (said: string) => void = () => {}) {
  const args = [PROGRAM, command, '--url', service.url, ...(command === 'login' ? ['--no-browser'] : [])]
  const child = spawn(process.execPath, args, { env: env() })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said += part
      heard(said)
    })
  const status = await new Promise((resolve) => child.on('close', resolve))
  return { status, said }
}

/** A person at the terminal, who decides in the browser. */
async function login(person: Person, decision?: string) {
  let isOpened = false
  return run('login', async (said) => {
    const [, address] = /^ {2}(http\S+)$/m.exec(said) ?? []
    if (!address || isOpened) return
    isOpened = true
    const page = await fetch(address, { redirect: 'manual' })
    const back = await decide(service, new URL(page.headers.get('location') ?? ''), person, decision)
    await fetch(back)
  })
}

async function opened() {
  const client = new Client({ name: 'a client under test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  const args = [PROGRAM, 'mcp', '--url', service.url]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: env(), stderr: 'ignore' }))
  const listed = () => client.callTool({ name: 'list_scopes', arguments: {} })
  return { listed, close: () => client.close() }
}

/** Changes what the login left, as time would. */
function spoil(change: object) {
  const [[issuer = '', login] = []] = Object.entries(JSON.parse(readFileSync(file(), 'utf8')))
  writeFileSync(file(), JSON.stringify({ [issuer]: { ...(login as object), ...change } }))
}

const kept = () => Object.values(JSON.parse(readFileSync(file(), 'utf8')))[0] as { refreshToken: string } | undefined

test('from a login in the browser to tokens that are renewed by two bridges at once, revoked, and given back', async () => {
  const person = await service.newPerson()
  const { status, said } = await login(person)
  expect([status, said]).toEqual([0, expect.stringContaining(`Logged in to ${service.url}.`)])
  expect(statSync(file()).mode & 0o777).toBe(OWN_FILE_MODE)
  const connections = async () => (await service.ok('GET', '/v1/connections', { cookie: person.cookie })).items
  const [first] = await connections()
  expect(first).toMatchObject({ status: 'active', app: { name: expect.stringMatching(/^Memory bridge on/) } })

  const [one, two] = await Promise.all([opened(), opened()])
  expect((await one.listed()).isError).not.toBe(true)
  const before = kept()?.refreshToken
  spoil({ expiresAt: 0 })
  const both = await Promise.all([one.listed(), two.listed()])
  expect(both.map(({ isError }) => isError ?? false)).toEqual([false, false])
  const renewed = kept()?.refreshToken
  expect(renewed).not.toBe(before)
  spoil({ accessToken: 'mst_spoiled' })
  expect((await two.listed()).isError).not.toBe(true)
  expect((await one.listed()).isError).not.toBe(true)
  expect(kept()?.refreshToken).not.toBe(renewed)

  expect((await login(person)).status).toBe(0)
  const active = (await connections()).filter(({ status }: { status: string }) => status === 'active')
  expect(active.map(({ id }: { id: string }) => id)).not.toContain(first.id)
  expect(active).toHaveLength(1)
  expect((await one.listed()).isError).not.toBe(true)

  await service.ok('POST', `/v1/connections/${active[0].id}/revoke`, { cookie: person.cookie })
  await expect(one.listed()).rejects.toThrow(`Run: memory-service login --url ${service.url}`)
  await Promise.all([one.close(), two.close()])
  expect(kept()).toBeUndefined()
})

test('a no in the browser leaves nothing, and a logout ends the connection in the Hub', async () => {
  const person = await service.newPerson()
  const no = await login(person, 'deny')
  expect([no.status, no.said]).toEqual([1, expect.stringContaining('Access was not allowed.')])
  await login(person)
  expect((await run('logout')).said).toContain('Logged out')
  const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
  expect(items.map(({ status }: { status: string }) => status)).not.toContain('active')
  expect((await run('logout')).said).toContain('Nobody has logged in')
})
