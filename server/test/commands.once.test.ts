import { exec } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { commandFails } from './commands.ts'
import { isShared, testService } from './service.ts'

const options = { cwd: fileURLToPath(new URL('../..', import.meta.url)), env: { PATH: process.env.PATH } }
const SECRET_KEY = 'a secret key of sufficient length'

test.each([
  ['admin --help', 'memory-service admin'],
  ['convert LICENSE', 'recognised'],
])('the command %s ends without a stack trace when nobody reads its output', async (command, said) => {
  const run = `"${process.execPath}" server/dist/command.js ${command}`
  const { stderr } = await promisify(exec)(`${run} | true`, options)
  expect(stderr).not.toMatch(/EPIPE|^\s+at /m)
  // Read to the end, it says something.
  const whole = await promisify(exec)(`${run} 2>&1 || true`, options)
  expect(whole.stdout).toContain(said)
})

describe.each([['admin', ['people', 'list']] as const, ['migrate', []] as const])('the command %s', (name, words) => {
  const failsOn = (DATABASE_URL: string) => commandFails(name, words, { env: { DATABASE_URL, SECRET_KEY } })

  test('says in one sentence why the database does not answer', async () => {
    expect(await failsOn('postgres://x:y@127.0.0.1:1/z')).toBe(
      'The database does not answer: connect ECONNREFUSED 127.0.0.1:1.\n',
    )
  })

  test('says in one sentence that there is no such database', async ({ skip }) => {
    if (!isShared()) skip()
    const service = await testService()
    const url = new URL(service.databaseUrl as string)
    await service.stop()
    url.pathname = '/nowhere'
    expect(await failsOn(url.href)).toMatch(/^DATABASE_URL must be .*: database "nowhere" does not exist\.\n$/)
  })
})
