import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { describe, expect, test } from 'vitest'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const PROGRAM = `${PACKAGE}dist/main.js`
const { PATH } = process.env

/** Runs the program with an empty stdin. */
async function run(args: string[], env: Record<string, string> = {}) {
  const running = promisify(execFile)(process.execPath, [PROGRAM, ...args], { env: { PATH, ...env } })
  running.child.stdin?.end()
  const result = await running.then(
    (output) => ({ ...output, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  )
  return { code: result.code, stdout: result.stdout, stderr: result.stderr }
}

describe('memory-service-mcp', () => {
  test('prints its help and the version of its package', async () => {
    const { code, stdout, stderr } = await run(['--help'])
    expect([code, stderr]).toEqual([0, ''])
    for (const word of ['login', 'logout', '--url', '--scope', '--no-browser', 'MEMORY_SERVICE_TOKEN'])
      expect(stdout).toContain(word)
    const { version } = JSON.parse(readFileSync(`${PACKAGE}package.json`, 'utf8'))
    expect(await run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  test.each([
    [[], '--url is missing'],
    [['mpc'], 'Unknown command “mpc”'],
    [['login', 'logout', '--url', 'https://memory.example'], 'one command'],
    [['login'], '--url is missing'],
    [['--urls', 'https://memory.example'], '--urls'],
  ])('exits with 2 and prints the error and its usage when called with %j', async (args, message) => {
    const { code, stdout, stderr } = await run(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
    expect(stderr).toContain('memory-service-mcp login --url <address>')
  })

  test('exits with 1 and writes nothing to stdout when the address is invalid', async () => {
    const { code, stdout, stderr } = await run([], { MEMORY_SERVICE_URL: 'memory.example' })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^memory-service-mcp: memory\.example is not the address of a service\..*\n$/)
  })

  test('reads its address from the environment and exits with 0 when its input ends', async () => {
    const env = { MEMORY_SERVICE_URL: 'https://memory.example', MEMORY_SERVICE_TOKEN: 'mst_1' }
    expect(await run([], env)).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('is a valid npm package', async () => {
    expect((await publint({ pkgDir: PACKAGE, strict: true })).messages).toEqual([])
  })
})
