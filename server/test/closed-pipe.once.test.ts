import { exec } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const options = { cwd: fileURLToPath(new URL('../..', import.meta.url)), env: { PATH: process.env.PATH } }

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
