import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, inject, vi } from 'vitest'
import { newDataDirectory } from './data-directory.ts'
import { dropDatabase, freshDatabase } from './postgres.ts'
import { SHORT_LIVED } from './short-lived.ts'

export const MAIN = new URL('../dist/main.js', import.meta.url).pathname
export const KEY = 'only for tests, only for tests, only for tests'

/** Prepares starts of the service in processes of their own: each test of the file has a new database. */
export function openLauncher() {
  let folder: string
  let url: string | undefined
  let children: ChildProcess[]
  beforeEach(async () => {
    const engine = inject('engine')
    folder = await newDataDirectory()
    url = engine.kind === 'postgres' ? await freshDatabase(engine.url, engine.template) : undefined
    children = []
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
    if (url) await dropDatabase(url)
  })

  /** Runs the service as `npm start` does and captures its output. */
  function run(env: Record<string, string>) {
    const database: Record<string, string> = url ? { DATABASE_URL: url, SECRET_KEY: KEY } : {}
    const child = spawn(process.execPath, ['--enable-source-maps', MAIN], {
      env: {
        ...SHORT_LIVED,
        PATH: process.env.PATH!,
        DATA_DIR: folder,
        PORT: '0',
        EMBEDDINGS: 'off',
        ...database,
        ...env,
      },
    })
    children.push(child)
    const output = { out: '', err: '' }
    child.stdout.on('data', (part) => (output.out += part))
    child.stderr.on('data', (part) => (output.err += part))
    const ended = once(child, 'close').then(([code, signal]) => ({ code: code ?? signal, ...output }))
    const listening = async () => {
      await vi.waitUntil(() => output.out.includes('listening on') || child.exitCode !== null, { timeout: 50_000 })
      const url = /listening on (\S+)/.exec(output.out)?.[1]
      if (!url) throw new Error(`it did not start: ${output.err}`)
      return url
    }
    return { child, output, ended, listening }
  }

  return { run, directory: () => folder, databaseUrl: () => url }
}
