import { execFile } from 'node:child_process'
import { cp, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestService } from '../../../server/test/service.ts'
import { installed } from './installed.ts'
import { openWorld, worldIn } from './world.ts'

const TESTS = 6
// Three compiler runs that also check the libraries, which is slow on a busy machine.
const TYPES_MS = 180_000
const ACCEPTANCE = fileURLToPath(new URL('acceptance/acceptance.test.mjs', import.meta.url))
const MODULES = fileURLToPath(new URL('../../../node_modules/', import.meta.url))
const run = promisify(execFile)
// One line for each type that must narrow or must not be `any`.
const USE = `
  import { MemoryService, MemoryServiceError, verifyWebhook } from '@memory-service/sdk'
  import type { components } from '@memory-service/sdk/openapi'
  const memory = new MemoryService({ baseUrl: '', token: '', fetch })
  export const content: Promise<components['schemas']['Memory']['content']> = memory.get('').then((one) => one.content)
  export async function use() {
    const event = await verifyWebhook('', new Headers(), '')
    const intent: string = event.type === 'schedule.fired' ? event.data.trigger.fireAt : event.id
    for await (const frame of memory.chatStream({ intent: intent }))
      if (frame.type === 'done') return frame.usage.tokensOut.toFixed()
    try {
      for await (const { score } of memory.recall(intent)) score?.toFixed()
    } catch (error) {
      if (error instanceof MemoryServiceError && error.code === 'limit_exceeded') return error.details.max?.toFixed()
      // @ts-expect-error unknown code
      return error instanceof MemoryServiceError && error.code === 'limit_exceded'
    }
  }`

let service: TestService
let sdk: Awaited<ReturnType<typeof installed>>
beforeAll(async () => {
  ;[service, sdk] = await Promise.all([openWorld(), installed()])
})
afterAll(async () => {
  await Promise.all([service?.stop(), sdk?.remove()])
})

describe('the published package, installed in an empty folder', () => {
  test('contains only its own files and has no dependencies', async () => {
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

  test('passes the acceptance tests against a running service', async () => {
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
    'has types that compile with and without the DOM library',
    async () => {
      await symlink(join(MODULES, '@types'), join(sdk.folder, 'node_modules/@types'))
      await writeFile(join(sdk.folder, 'use.ts'), USE)
      await writeFile(join(sdk.folder, 'use.cts'), USE)
      const strict = ['--noEmit', '--strict', '--target', 'es2022', '--skipLibCheck', 'false']
      const strictest = [
        '--exactOptionalPropertyTypes',
        '--noUncheckedIndexedAccess',
        '--noPropertyAccessFromIndexSignature',
      ]
      for (const way of [
        ['--module', 'nodenext', '--lib', 'es2022', '--types', 'node', 'use.ts', 'use.cts'],
        ['--module', 'node16', '--lib', 'es2022,webworker', 'use.ts'],
        ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom,dom.iterable', 'use.ts'],
      ])
        await run(process.execPath, [join(MODULES, 'typescript/bin/tsc'), ...strict, ...strictest, ...way], {
          cwd: sdk.folder,
        }).catch(({ stdout }) => {
          throw new Error(stdout)
        })
    },
    TYPES_MS,
  )
})
