import { execFile } from 'node:child_process'
import { cp, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestService } from '../../server/test/service.ts'
import { installed } from './installed.ts'
import { openWorld, worldIn } from './world.ts'

const TESTS = 6
// The compiler is run twice, libraries included; on a busy machine that takes its time.
const TYPES_MS = 180_000
const ACCEPTANCE = fileURLToPath(new URL('acceptance/acceptance.test.mjs', import.meta.url))
const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url))
const run = promisify(execFile)

let service: TestService
let sdk: Awaited<ReturnType<typeof installed>>
beforeAll(async () => {
  ;[service, sdk] = await Promise.all([openWorld(), installed()])
})
afterAll(async () => {
  await Promise.all([service?.stop(), sdk?.remove()])
})

describe('the published package, installed in an empty folder', () => {
  test('brings itself and nothing else', async () => {
    expect(sdk.files).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']),
    )
    expect(
      sdk.files.filter((path) => !/^(dist\/.*(\.js|\.d\.ts)|LICENSE|README\.md|package\.json)$/.test(path)),
    ).toEqual([])
    expect((await readdir(join(sdk.folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
      '@memory-service',
    ])
  })

  test('passes its own tests against a running service', async () => {
    await cp(ACCEPTANCE, join(sdk.folder, 'acceptance.test.mjs'))
    const { PATH } = process.env
    const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', 'acceptance.test.mjs'], {
      cwd: sdk.folder,
      env: { PATH, WORLD: await worldIn(service) },
    }).catch(({ stdout }) => ({ stdout }))
    expect(stdout).toMatch(new RegExp(`^# pass ${TESTS}$`, 'm'))
    expect(stdout).toMatch(/^# fail 0$/m)
  })

  test(
    'has types that hold without any of a browser, and with them',
    async () => {
      await symlink(join(MODULES, '@types'), join(sdk.folder, 'node_modules/@types'))
      await writeFile(
        join(sdk.folder, 'use.ts'),
        `import { MemoryService, verifyWebhook } from '@memory-service/sdk'
      import type { components } from '@memory-service/sdk/openapi'
      const memory = new MemoryService({ baseUrl: '', token: '' })
      export const content: Promise<components['schemas']['Memory']['content']> = memory.get('mem_1').then((one) => one.content)
      export const event = verifyWebhook('', new Headers(), '')`,
      )
      const strict = ['--noEmit', '--strict', '--target', 'es2022', '--skipLibCheck', 'false']
      const module = ['--module', 'nodenext']
      const bundled = ['--module', 'esnext', '--moduleResolution', 'bundler']
      for (const way of [
        [...module, '--lib', 'es2022', '--types', 'node'],
        [...bundled, '--lib', 'es2022,dom,dom.iterable'],
      ])
        await run(process.execPath, [join(MODULES, 'typescript/bin/tsc'), ...strict, ...way, 'use.ts'], {
          cwd: sdk.folder,
        }).catch(({ stdout }) => {
          throw new Error(stdout)
        })
    },
    TYPES_MS,
  )
})
