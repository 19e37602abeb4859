import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

const MAIN = new URL('../dist/main.js', import.meta.url).pathname
const FAST_CLOCK = new URL('./fast-clock.mjs', import.meta.url)

/** A port nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/**
 * The service as `npm start` runs it, in a process of its own, with time running `rate` times as fast; `main` is
 * another build of it.
 */
export async function startProcess(env: Record<string, string>, from: number, rate: number, main = MAIN) {
  const clock = new URL(`?${new URLSearchParams({ from: String(from), rate: String(rate) })}`, FAST_CLOCK)
  const child = spawn(process.execPath, ['--import', clock.href, main], {
    env: { PATH: process.env.PATH, EMBEDDINGS: 'off', LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('listening on')) break
  if (child.exitCode !== null) throw new Error(`the service did not start (exit code ${child.exitCode})`)
  child.stdout.resume()
  return {
    pid: child.pid as number,
    /** Resolves when it has ended, however. */
    gone,
    /** Ends it as a deployment does: what it has begun is ended, and nothing new. */
    async drain(): Promise<void> {
      child.kill('SIGTERM')
      await gone
    },
    /** Ends it as an operator does, and waits until it has ended. */
    async end(): Promise<void> {
      child.kill('SIGTERM')
      await gone
    },
    /** Ends it in the middle of whatever it does, as the loss of its machine would. */
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await gone
    },
  }
}
