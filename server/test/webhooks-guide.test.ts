import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listening } from './hooks.ts'
import { freePort } from './process.ts'
import { type TestService, testService } from './service.ts'

const ROOT = new URL('../../', import.meta.url)
const guide = readFileSync(new URL('docs/webhooks.md', ROOT), 'utf8')

let service: TestService
let folder: string
beforeAll(async () => {
  service = await testService()
  folder = mkdtempSync(join(tmpdir(), 'memory-service-guide-'))
  symlinkSync(new URL('node_modules', ROOT).pathname, join(folder, 'node_modules'))
  for (const [, name = '', text = ''] of guide.matchAll(/^```js (\S+)\n([\s\S]*?)^```$/gm))
    writeFileSync(join(folder, name), text)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service.stop()
})

/** Runs a file of the guide; what it prints comes line by line. */
function run(name: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [name], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, lines: createInterface({ input: child.stdout }) }
}

describe('the guide to webhooks', () => {
  test('its test vector comes out as it says', async () => {
    const printed: string[] = []
    for await (const line of run('vector.mjs').lines) printed.push(line)
    const said = [...guide.matchAll(/^console\.log\(.*\/\/ (\w+)$/gm)].map(([, said]) => said)
    expect(printed).toEqual(said)
    expect(said).toEqual(['true', 'false'])
  })

  test('its receiver takes what the service sends, once, and turns away what others send', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/`
    const { portal, subscription, secret } = await listening(service, url)
    const { child, lines } = run('receiver.mjs', { PORT: String(port), WEBHOOK_SECRET: secret })
    // Nobody says when it listens, so it is knocked at.
    const { status } = await vi.waitFor(() => fetch(url, { method: 'POST', body: '{}' }), { timeout: 30_000 })
    expect(status).toBe(401)
    const told = once(lines, 'line')
    const { id } = await portal.ask('POST', `/subscriptions/${subscription.id}/test`)
    expect(await told).toEqual(['webhook.test'])
    const { attempts } = await portal.when(id, ({ status }) => status === 'succeeded')
    expect(attempts).toMatchObject([{ status_code: 204 }])
    child.kill()
  })

  test('its line with the standardwebhooks package opens what is signed and nothing else', async () => {
    const { open } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'standard.mjs')).href)
    const { signatureHeaders } = await import('../src/domain/webhooks/signature.ts')
    const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
    const headers = signatureHeaders([secret], 'dlv_1', Math.floor(Date.now() / 1000), '{"a":1}')
    expect(open('{"a":1}', headers, secret)).toEqual({ a: 1 })
    expect(() => open('{"a":2}', headers, secret)).toThrow()
  })

  test('its verifier has ten lines', () => {
    const [verifier = ''] = guide.match(/^export function verify[\s\S]*?^}$/m) ?? []
    expect(verifier.split('\n').length).toBeLessThanOrEqual(10)
  })
})
