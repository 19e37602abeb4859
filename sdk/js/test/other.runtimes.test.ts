import { execFile, spawn } from 'node:child_process'
import { cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signatureHeaders } from '../../../server/src/domain/webhooks/signature.ts'
import { freePort } from '../../../server/test/free-port.ts'
import type { TestService } from '../../../server/test/service.ts'
import { installed } from './installed.ts'
import { openWorld, worldIn } from './world.ts'

const RUNTIMES = fileURLToPath(new URL('../runtimes/node_modules/.bin/', import.meta.url))
const ACCEPTANCE = fileURLToPath(new URL('acceptance/', import.meta.url))
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const run = promisify(execFile)

let service: TestService
let sdk: Awaited<ReturnType<typeof installed>>
beforeAll(async () => {
  ;[service, sdk] = await Promise.all([openWorld(), installed()])
  await cp(ACCEPTANCE, sdk.folder, { recursive: true })
})
afterAll(async () => {
  await Promise.all([service?.stop(), sdk?.remove()])
})

async function world(): Promise<string> {
  const body = '{"id":"evt_1","type":"webhook.test","data":{}}'
  const headers = signatureHeaders([SECRET], 'dlv_1', Math.floor(Date.now() / 1_000), body)
  return JSON.stringify({ ...JSON.parse(await worldIn(service)), webhook: { body, headers, secret: SECRET } })
}

describe('the published package', () => {
  test.each([
    ['Node', process.execPath, []],
    ['Bun', `${RUNTIMES}bun`, ['run']],
    ['Deno', `${RUNTIMES}deno`, ['run', '--no-prompt', '--allow-net=127.0.0.1', '--allow-env=WORLD']],
  ])('passes the acceptance check on %s', async (_name, program, options) => {
    const { PATH, HOME } = process.env
    const { stdout } = await run(program, [...options, 'main.mjs'], {
      cwd: sdk.folder,
      env: { PATH, HOME, DENO_NO_UPDATE_CHECK: '1', WORLD: await world() },
    })
    expect(stdout.trim()).toBe('fine')
  })

  test('passes the acceptance check in a worker on workerd', async () => {
    const port = await freePort()
    await writeFile(join(sdk.folder, 'workerd.capnp'), await configOf(port))
    const child = spawn(`${RUNTIMES}workerd`, ['serve', 'workerd.capnp'], { cwd: sdk.folder, stdio: 'inherit' })
    try {
      const url = `http://127.0.0.1:${port}/`
      await vi.waitFor(() => fetch(url), { timeout: 30_000 })
      const response = await fetch(url, { method: 'POST', body: await world() })
      expect(await response.text()).toBe('fine')
    } finally {
      child.kill()
    }
  })
})

/** The workerd configuration of a worker with the check and the package; module names resolve relative to the importer. */
async function configOf(port: number): Promise<string> {
  const dist = 'node_modules/@memory-service/sdk/dist'
  const names = (await readdir(join(sdk.folder, dist))).filter((name) => name.endsWith('.js'))
  const modules = [
    ...['worker.mjs', 'check.mjs'].map((name) => [name, name]),
    ...names.map((name) => [`@memory-service/${name === 'index.js' ? 'sdk' : name}`, `${dist}/${name}`]),
  ]
  return `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [(name = "main", worker = .worker), (name = "net", network = (allow = ["public", "private"]))],
      sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
    );
    const worker :Workerd.Worker = (
      modules = [${modules.map(([name, path]) => `(name = "${name}", esModule = embed "${path}")`).join(', ')}],
      compatibilityDate = "2026-10-01", globalOutbound = "net"
    );`
}
