import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { VERSION } from '../src/version.ts'

const PROGRAM = fileURLToPath(new URL('../dist/bridge/main.js', import.meta.url))
const { PATH } = process.env

/** What the program says and ends with, with nothing on its stdin. */
async function ran(args: string[], env: Record<string, string> = {}) {
  const running = promisify(execFile)(process.execPath, [PROGRAM, ...args], { env: { PATH, ...env } })
  running.child.stdin?.end()
  const told = await running.then(
    (output) => ({ ...output, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  )
  return { code: told.code, stdout: told.stdout, stderr: told.stderr }
}

describe('memory-service', () => {
  test('says what it can do, and which one it is', async () => {
    const { code, stdout, stderr } = await ran(['--help'])
    expect([code, stderr]).toEqual([0, ''])
    for (const word of ['mcp', 'login', 'logout', '--url', '--scope', '--no-browser', 'MEMORY_SERVICE_TOKEN'])
      expect(stdout).toContain(word)
    expect(await ran(['--version'])).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' })
  })

  test.each([
    [[], 'Say what to do'],
    [['mpc'], 'There is no command “mpc”'],
    [['mcp', 'login', '--url', 'https://memory.example'], 'in one word'],
    [['mcp'], '--url is missing'],
    [['mcp', '--urls', 'https://memory.example'], '--urls'],
  ])('called as %j it says what is wrong and how it goes, and ends with 2', async (args, words) => {
    const { code, stdout, stderr } = await ran(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(words)
    expect(stderr).toContain('memory-service login --url <address>')
  })

  test('with an address that is none ends with 1, without a word on stdout', async () => {
    const { code, stdout, stderr } = await ran(['mcp'], { MEMORY_SERVICE_URL: 'memory.example' })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^memory-service: memory\.example is no address of a service\..*\n$/)
  })

  test('takes its address from the environment, and ends in peace when its input does', async () => {
    const env = { MEMORY_SERVICE_URL: 'https://memory.example', MEMORY_SERVICE_TOKEN: 'mst_1' }
    expect(await ran(['mcp'], env)).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})
