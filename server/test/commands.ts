import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What a command said and how it ended; `status` is null when it was killed. */
export interface Ended {
  status: number | null
  said: string
}

/**
 * Runs `npm run <name>` as it stands in package.json, without npm and without building anew. It is killed in the
 * middle of whatever it does once `kill` resolves, or as soon as it has said what `killAt` tells.
 */
export async function runCommand(
  name: 'move' | 'backup' | 'restore',
  args: Record<string, string | true>,
  { env = {}, kill, killAt }: { env?: Record<string, string>; kill?: Promise<unknown>; killAt?: RegExp } = {},
): Promise<Ended> {
  const flags = Object.entries(args).flatMap(([flag, value]) => (value === true ? [`--${flag}`] : [`--${flag}`, value]))
  const child = spawn(process.execPath, ['server/dist/command.js', name, ...flags], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  kill?.then(() => child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
      if (killAt?.test(said)) child.kill('SIGKILL')
    })
  const [status] = await once(child, 'close')
  return { status, said }
}

/** The same, for a command that must go well; what it said. */
export async function commandDone(...call: Parameters<typeof runCommand>): Promise<string> {
  const { status, said } = await runCommand(...call)
  expect(status, said).toBe(0)
  return said
}
