import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closureOf, packages } from '../../scripts/lock-file.mjs'
import { VERSION } from '../src/foundation/version.ts'
import { freePort } from './free-port.ts'
import { startProcess } from './process.ts'
import { connectApp, remote } from './remote.ts'
import { SHORT_LIVED } from './short-lived.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TIMEOUT_MS = 10 * 60_000
const TARBALLS = ['memory-service', 'memory-service-sdk', 'memory-service-mcp-bridge', 'memory-service-adapters']

const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memory-service-package-'))
  await run('npm', ['run', 'pack'], { cwd: ROOT })
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const tarballs = TARBALLS.map((name) => join(ROOT, `dist/${name}-${VERSION}.tgz`))
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], { cwd: folder })
}, TIMEOUT_MS)
afterAll(() => rm(folder, { recursive: true, force: true }))

function program(name: string, ...args: string[]) {
  // Without the variables of the test runner, such as BASE_URL.
  const { PATH, HOME } = process.env
  return run(join(folder, 'node_modules/.bin', name), args, { cwd: folder, env: { ...SHORT_LIVED, PATH, HOME } })
}

test('packing a package that needs unpublished ones is refused with the command that works', async () => {
  for (const args of [[], ['-w', 'server'], ['-w', 'web']])
    await expect(run('npm', ['pack', '--dry-run', ...args], { cwd: ROOT }), args.join(' ')).rejects.toMatchObject({
      stderr: expect.stringContaining('`npm run pack` in the root of the repository'),
    })
})

describe('the packages, installed in an empty folder', () => {
  test('print their version', async () => {
    for (const name of ['memory-service', 'memory-service-mcp'])
      expect((await program(name, '--version')).stdout).toBe(`${VERSION}\n`)
    expect((await program('memory-service', '--help')).stdout).toContain('memory-service backup')
  })

  test('have the locked versions, also of what they use indirectly', async () => {
    const locked = new Map<string, Set<unknown>>()
    const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? ''
    for (const path of closureOf(['server']))
      locked.set(nameOf(path), new Set([...(locked.get(nameOf(path)) ?? []), packages[path]?.version]))
    const lock = JSON.parse(await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
    const installed = Object.entries<{ version: string }>(lock.packages).filter(([path]) => locked.has(nameOf(path)))
    expect(installed.length).toBeGreaterThan(100)
    expect(installed.filter(([path, { version }]) => !locked.get(nameOf(path))?.has(version))).toEqual([])
  })

  test('load an adapter without the frameworks of the others', async () => {
    const code = "import('@memory-service/adapters/anthropic').then((module) => console.log(Object.keys(module)[0]))"
    const { stdout } = await run(process.execPath, ['-e', code], { cwd: folder })
    expect(stdout).toBe('memoryToolHandlers\n')
    for (const framework of ['ai', '@langchain', '@openai', '@anthropic-ai'])
      expect(await readdir(join(folder, 'node_modules'))).not.toContain(framework)
  })

  test('contain compiled code only, without tests and machine paths', async () => {
    const installed = join(folder, 'node_modules/memory-service')
    const names = await readdir(installed, { recursive: true })
    expect(names.filter((name) => /\.tsx?$|\.test\.|tsbuildinfo|(^|\/)\.[^/]+$/.test(name))).toEqual([])
    for (const name of names.filter((name) => /\.(js|json|md)$/.test(name)))
      if ((await stat(join(installed, name))).isFile())
        expect(await readFile(join(installed, name), 'utf8'), name).not.toContain(ROOT)
  })

  test(
    'start a service that serves its pages and stores memories, and back it up',
    { timeout: TIMEOUT_MS },
    async () => {
      const port = await freePort()
      const base = `http://127.0.0.1:${port}`
      const dataDir = join(folder, 'data')
      const main = join(folder, 'node_modules/memory-service/server/dist/bin.js')
      const service = await startProcess({ PORT: String(port), DATA_DIR: dataDir }, Date.now(), 1, main)
      expect((await fetch(`${base}/readyz`)).status).toBe(200)

      const page = await fetch(base, { headers: { accept: 'text/html' } })
      const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? []
      const asset = await fetch(base + script)
      expect([page.status, asset.status]).toEqual([200, 200])
      expect(asset.headers.get('content-type')).toContain('javascript')

      const call = remote(() => base)
      const { token } = await connectApp(call, ['memory:read:fitness.*', 'memory:write:fitness.*'])
      const memories = [{ content: 'Runs along the river every Tuesday.', scope: 'fitness' }]
      await call('POST', '/v1/memories', { token, body: { memories } })
      const found = await call('GET', '/v1/memories?query=where does she run', { token })
      expect(found.memories).toMatchObject(memories)

      const { stdout } = await program('memory-service', 'backup', '--from', dataDir, '--to', join(folder, 'backup'))
      expect(stdout).toContain('counts and checksums match')
      await service.stop()
    },
  )
})
