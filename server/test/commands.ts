import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { SHORT_LIVED } from './short-lived.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** How a command ended; `status` is null when it was killed. */
export interface CommandResult {
  status: number | null
  /** Standard output and standard error, in order of arrival. */
  output: string
}

/**
 * Runs what `npm run <name>` runs, without npm and without a build. The command is killed when `kill` resolves or when
 * its output matches `killAt`.
 */
export async function runCommand(
  name: 'move' | 'backup' | 'restore' | 'admin' | 'rotate-key' | 'migrate' | 'convert',
  args: Record<string, string | true> | readonly string[],
  { env = {}, kill, killAt }: { env?: Record<string, string>; kill?: Promise<unknown>; killAt?: RegExp } = {},
): Promise<CommandResult> {
  const flags = Array.isArray(args)
    ? args
    : Object.entries(args).flatMap(([flag, value]) => (value === true ? [`--${flag}`] : [`--${flag}`, value]))
  const child = spawn(process.execPath, ['server/dist/command.js', name, ...flags], {
    cwd: ROOT,
    env: { ...SHORT_LIVED, PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  kill?.then(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
      if (killAt?.test(output)) child.kill('SIGKILL')
    })
  const [status] = await once(child, 'close')
  return { status, output }
}

/** Runs a command that must succeed; returns its output. */
export async function commandSucceeds(...call: Parameters<typeof runCommand>): Promise<string> {
  const { status, output } = await runCommand(...call)
  expect(status, output).toBe(0)
  return output
}

/** Runs a command that must fail; returns its output. */
export async function commandFails(...call: Parameters<typeof runCommand>): Promise<string> {
  const { status, output } = await runCommand(...call)
  expect(status, output).toBe(1)
  return output
}
