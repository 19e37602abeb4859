import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { SHORT_LIVED } from './short-lived.ts'

const MAIN = new URL('../dist/main.js', import.meta.url).pathname
const FAST_CLOCK = new URL('./fast-clock.mjs', import.meta.url)

/**
 * Starts the service in its own process, as `npm start` does, with a clock that begins at `from` and runs `rate` times
 * as fast as real time. `main` is the entry point of another build.
 */
export async function startProcess(env: Record<string, string>, from: number, rate: number, main = MAIN) {
  const clock = new URL(`?${new URLSearchParams({ from: String(from), rate: String(rate) })}`, FAST_CLOCK)
  const child = spawn(process.execPath, ['--import', clock.href, main], {
    env: {
      ...SHORT_LIVED,
      PATH: process.env.PATH,
      EMBEDDINGS: 'off',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('listening on')) break
  if (child.exitCode !== null) throw new Error(`the service did not start (exit code ${child.exitCode})`)
  child.stdout.resume()
  return {
    pid: child.pid as number,
    /** Resolves when the process has exited for any reason. */
    exited,
    /** Sends SIGTERM and waits for the process to drain and exit. */
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await exited
    },
    signal: (name: NodeJS.Signals) => child.kill(name),
    /** Sends SIGKILL and waits for the exit. */
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await exited
    },
  }
}
