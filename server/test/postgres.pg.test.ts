import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import ts from 'typescript-api'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dropDatabase, freshDatabase, type Postgres, startPostgres } from './postgres.ts'

const SETUP_TIMEOUT_MS = 60_000
const GONE_TIMEOUT_MS = 30_000
const COMPILER = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2023,
  rewriteRelativeImportExtensions: true,
}

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, SETUP_TIMEOUT_MS)
afterAll(() => postgres?.stop())

async function ask(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query({ text, rowMode: 'array' })
  await client.end()
  return rows as unknown[][]
}

/** Rejects when the process ends. */
async function failureOf(child: ChildProcess): Promise<never> {
  const [status] = await once(child, 'exit')
  throw new Error(`the process ended with status ${status}`)
}

test('the server uses UTC and UTF-8 and sorts by bytes', async () => {
  const [row] = await ask(
    postgres.url,
    "select current_setting('server_version_num')::int, current_setting('timezone'), current_setting('server_encoding')",
  )
  const [version, zone, encoding] = row!
  expect(version).toBeGreaterThanOrEqual(150_000)
  expect([zone, encoding]).toEqual(['UTC', 'UTF8'])
  expect(await ask(postgres.url, "select x from unnest(array['b', 'a', 'B', 'ä']) x order by x")).toEqual([
    ['B'],
    ['a'],
    ['b'],
    ['ä'],
  ])
  expect(await ask(postgres.url, "select lower('ÄÉ')")).toEqual([['äé']])
})

test('a fresh database is empty or a copy, and can be dropped under its users', async () => {
  const first = await freshDatabase(postgres.url)
  await ask(first, 'create table items as select 1 as one')
  const copies = await Promise.all([freshDatabase(postgres.url, first), freshDatabase(postgres.url, first)])
  expect(await ask(copies[0]!, 'select one from items')).toEqual([[1]])
  const staying = new pg.Client({ connectionString: copies[1] })
  staying.on('error', () => {})
  await staying.connect()
  await Promise.all([first, ...copies].map(dropDatabase))
  await dropDatabase(first)
  await expect(ask(first, 'select 1')).rejects.toThrow(/does not exist/)
})

test(
  'a server ends with the process that started it, even one killed outright',
  async () => {
    // A plain Node cannot load .ts files, so the process gets copies without the types.
    const folder = fileURLToPath(new URL('../dist/postgres-copy/', import.meta.url))
    const main = join(folder, 'postgres.js')
    mkdirSync(folder, { recursive: true })
    for (const name of ['free-port', 'postgres']) {
      const source = readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8')
      writeFileSync(join(folder, `${name}.js`), ts.transpileModule(source, { compilerOptions: COMPILER }).outputText)
    }
    appendFileSync(main, '\nconsole.log((await startPostgres()).url)\nsetInterval(() => {}, 1000)\n')
    try {
      const owner = spawn(process.execPath, [main], { stdio: ['ignore', 'pipe', 'inherit'] })
      const [line] = await Promise.race([once(owner.stdout, 'data'), failureOf(owner)])
      const url = String(line).trim()
      const [[socket]] = (await ask(url, "select current_setting('unix_socket_directories')")) as [[string]]
      expect(existsSync(socket)).toBe(true)
      owner.kill('SIGKILL')
      await vi.waitFor(() => expect(existsSync(socket)).toBe(false), { timeout: GONE_TIMEOUT_MS })
      await expect(ask(url, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  SETUP_TIMEOUT_MS,
)
