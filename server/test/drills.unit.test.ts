import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/* The frame of the scripts in deploy/drills, which drills.long.test.ts runs. */

const servers = fileURLToPath(new URL('../../deploy/drills/lib/servers.mjs', import.meta.url))

function drill(steps: string) {
  const frame = `import { openFolder } from ${JSON.stringify(servers)}
const folder = await openFolder()
try { console.log(folder.path); ${steps} } finally { await folder.close() }`
  const { status, signal, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', frame], {
    encoding: 'utf8',
  })
  const [path = '', ...lines] = stdout.trim().split('\n')
  const isKept = existsSync(path)
  rmSync(path, { recursive: true, force: true })
  return { status, signal, isKept, lines }
}

test('a drill that throws prints FAILED, exits with 1 and keeps its logs', () => {
  expect(drill("throw new Error('no service')")).toMatchObject({ status: 1, isKept: true, lines: ['FAILED'] })
})

test('a drill that passed deletes its folder', () => {
  expect(drill('process.exitCode = 0')).toMatchObject({ status: 0, isKept: false, lines: [] })
})

test('an interrupted drill stops what it started and fails', () => {
  const steps =
    "folder.onClose(async () => console.log('stopped')); process.kill(process.pid, 'SIGTERM'); await new Promise((end) => setTimeout(end, 60_000))"
  expect(drill(steps)).toMatchObject({ status: 1, signal: null, isKept: true, lines: ['stopped', 'FAILED'] })
})
