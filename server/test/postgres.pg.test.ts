import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import ts from 'typescript-api'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dropDatabase, freshDatabase, type Postgres, startPostgres } from './postgres.ts'

const SETUP_TIMEOUT_MS = 60_000
const GONE_TIMEOUT_MS = 10_000

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
    // A plain Node cannot load a .ts file, so the process gets a copy without the types.
    const copy = fileURLToPath(new URL('../dist/postgres-copy.mjs', import.meta.url))
    const source = readFileSync(new URL('postgres.ts', import.meta.url), 'utf8')
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 }
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(
      copy,
      `${ts.transpileModule(source, { compilerOptions: options }).outputText}
    console.log((await startPostgres()).url)
    setInterval(() => {}, 1000)`,
    )
    try {
      const owner = spawn(process.execPath, [copy], { stdio: ['ignore', 'pipe', 'inherit'] })
      const [line] = await once(owner.stdout, 'data')
      const url = String(line).trim()
      const [[folder]] = (await ask(url, "select current_setting('unix_socket_directories')")) as [[string]]
      expect(existsSync(folder)).toBe(true)
      owner.kill('SIGKILL')
      await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: GONE_TIMEOUT_MS })
      await expect(ask(url, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
    } finally {
      rmSync(copy)
    }
  },
  SETUP_TIMEOUT_MS,
)
