import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { unprivileged } from './postgres.ts'

const START_TIMEOUT_MS = 30_000
const POLL_MS = 20
const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/** A running proxy in front of the service or its database. */
export interface Program {
  stop(): Promise<void>
}

/** Starts `pgbouncer` or `haproxy` and waits until it listens on `port`; as root on Debian, installs a missing one. */
export async function startProgram(name: 'pgbouncer' | 'haproxy', args: string[], port: number): Promise<Program> {
  const child = spawn(pathOf(name) ?? install(name), args, { ...unprivileged(), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const exited = once(child, 'exit')
  for (const deadline = Date.now() + START_TIMEOUT_MS; !(await listens(port)); await sleep(POLL_MS))
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${name} did not start: ${output}`)
  return {
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS)
      await exited
      clearTimeout(timer)
    },
  }
}

function pathOf(name: string): string | undefined {
  return FOLDERS.map((folder) => `${folder}/${name}`).find(existsSync)
}

function install(name: string): string {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' } as const
    execFileSync('apt-get', ['update', '-q'], options)
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options)
  }
  const path = pathOf(name)
  if (!path)
    throw new Error(
      `${name} is not installed: run "apt-get install ${name}" on Debian or "brew install ${name}" on macOS`,
    )
  return path
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
