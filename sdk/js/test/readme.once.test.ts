import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { rememberOne, SCOPES, subscribed } from '../../../server/test/hooks.ts'
import { openReceiver } from '../../../server/test/receiver.ts'
import { type TestService, testService } from '../../../server/test/service.ts'
import { MemoryService, verifyWebhook } from '../src/index.ts'

const SDK = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(`${SDK}/README.md`, 'utf8')

let service: TestService
let folder: string
beforeAll(async () => {
  service = await testService()
  folder = await mkdtemp(join(tmpdir(), 'memory-service-sdk-readme-'))
  await mkdir(join(folder, 'node_modules/@memory-service'), { recursive: true })
  await symlink(SDK, join(folder, 'node_modules/@memory-service/sdk'))
  for (const [, name = '', text = ''] of readme.matchAll(/^```js (\S+)\n([\s\S]*?)^```$/gm))
    await writeFile(join(folder, name), text)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
  await service?.stop()
})

/** Runs a file of the README unchanged; returns the lines it prints. */
async function printed(name: string, env: Record<string, string>): Promise<string[]> {
  const { PATH } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [name], { cwd: folder, env: { PATH, ...env } })
  return stdout.trim().split('\n')
}
const load = (name: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href)

describe('the README of the SDK', () => {
  test('has a first call that recalls a memory, and an error example that names the missing scope', async () => {
    const { token } = await service.connected(SCOPES)
    const env = { MEMORY_URL: service.url, MEMORY_TOKEN: token }
    const [recalled, listed] = await printed('first-call.mjs', env)
    expect(recalled).toBe('Runs along the river every Tuesday.')
    expect(listed).toMatch(/^mem_\w+ Runs along the river every Tuesday\.$/)
    expect(await printed('errors.mjs', env)).toEqual(['ask for memory:read:finance'])
  })

  test('has a connect example that returns a token after the consent page', async () => {
    const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
    const redirectUri = 'https://trail-coach.example/callback'
    const app = await service.newApp(developer, SCOPES, { redirect_uris: [redirectUri] })
    vi.stubEnv('MEMORY_URL', service.url)
    vi.stubEnv('CLIENT_ID', app.client_id)
    vi.stubEnv('CLIENT_SECRET', app.client_secret)
    const { begin, finish } = await load('connect.mjs')
    const { url, state, codeVerifier } = await begin(app.slug, redirectUri)
    const asked = Object.fromEntries(new URL(url).searchParams)
    const { redirect_to } = await service.ok('POST', '/v1/oauth/authorize', {
      cookie: person.cookie,
      body: { ...asked, slug: asked.client, scopes: asked.scope?.split(' ') },
    })
    await expect(finish(redirect_to, { state: 'of somebody else', codeVerifier })).rejects.toMatchObject({
      code: 'invalid_callback',
    })
    const { connection_token, connection_id, scopes } = await finish(redirect_to, { state, codeVerifier })
    expect(scopes).toEqual(asked.scope?.split(' '))
    const connection = await new MemoryService({ baseUrl: service.url, token: connection_token }).connection()
    expect(connection).toMatchObject({ id: connection_id, status: 'active' })
  })

  test('has a webhook example that accepts a delivery and rejects a changed one', async () => {
    const receiver = await openReceiver()
    const { token, secret } = await subscribed(service, receiver.url, ['memory.created'])
    const id = await rememberOne(service, token)
    const [delivery] = await receiver.until(1)
    if (!delivery) throw new Error('nothing was delivered')
    const event = await verifyWebhook(delivery.raw, delivery.headers, secret)
    expect(event).toMatchObject({ type: 'memory.created', data: { memory: { id, scope: 'fitness' } } })

    vi.stubEnv('WEBHOOK_SECRET', secret)
    const { handle } = await load('webhook.mjs')
    const posted = (body: string) =>
      handle(new Request(receiver.url, { method: 'POST', headers: delivery.headers as Record<string, string>, body }))
    expect((await posted(delivery.raw)).status).toBe(204)
    expect((await posted(`${delivery.raw} `)).status).toBe(401)
    await receiver.close()
  })
})
