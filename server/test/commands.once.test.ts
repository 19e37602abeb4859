import { exec } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { raw } from '../src/foundation/sql/sql.ts'
import { commandFails, commandSucceeds } from './commands.ts'
import { dropDatabase } from './postgres.ts'
import { isShared, testService } from './service.ts'

const options = { cwd: fileURLToPath(new URL('../..', import.meta.url)), env: { PATH: process.env.PATH } }
const SECRET_KEY = 'a secret key of sufficient length'

test.each([
  ['admin --help', 'memory-service admin'],
  ['convert LICENSE', 'recognised'],
])('the command %s ends without a stack trace when its reader closes the pipe', async (command, text) => {
  const run = `"${process.execPath}" server/dist/command.js ${command}`
  const { stderr } = await promisify(exec)(`${run} | true`, options)
  expect(stderr).not.toMatch(/EPIPE|^\s+at /m)
  // With a reader, it prints its output.
  const whole = await promisify(exec)(`${run} 2>&1 || true`, options)
  expect(whole.stdout).toContain(text)
})

test.each([
  'admin --help',
  'convert example.jsonl',
])('the command %s fails when the disk of its output is full', async (command) => {
  // Only Linux has a device that is always full.
  if (!existsSync('/dev/full')) return
  const folder = await mkdtemp(join(tmpdir(), 'memory-service-'))
  try {
    await writeFile(join(folder, 'example.jsonl'), '{"content":"Has a dog.","scope":"note"}\n')
    const run = `"${process.execPath}" "${options.cwd}server/dist/command.js" ${command} > /dev/full`
    const failed = await promisify(exec)(run, { ...options, cwd: folder }).catch((error) => error)
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringMatching(/^The output cannot be written: ENOSPC: .*\.$/m),
    ])
    expect(failed.stderr).not.toMatch(/^\s+at /m)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.each([
  'move',
  'backup',
  'restore',
  'migrate',
  'convert',
] as const)('%s --help tells its options and does nothing', async (name) => {
  const help = await commandSucceeds(name, ['--help'], { env: { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' } })
  expect(help).toMatch(new RegExp(`^memory-service ${name} `, 'm'))
})

test.each([
  ['migrate', ['now'], 'migrate takes no arguments; got now'],
  ['backup', ['to', '--to', '/nowhere'], 'unexpected argument: to'],
] as const)('%s refuses arguments that it does not take', async (name, words, message) => {
  expect(await commandFails(name, words)).toContain(message)
})

test('with --json, a command of the operator also tells as JSON that the database does not answer', async () => {
  const env = { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z', SECRET_KEY }
  expect(JSON.parse(await commandFails('admin', ['people', 'list', '--json'], { env }))).toEqual({
    error: { status: 1, message: 'The database does not answer: connect ECONNREFUSED 127.0.0.1:1.' },
  })
})

describe.each([['admin', ['people', 'list']] as const, ['migrate', []] as const])('the command %s', (name, words) => {
  // The other command does not create a schema.
  const ofMigrate = (message: RegExp) =>
    name === 'migrate' ? message : /^The database has no tables of the service yet/
  const failsOn = (DATABASE_URL: string) => commandFails(name, words, { env: { DATABASE_URL, SECRET_KEY } })

  test('says in one sentence why the database does not answer', async () => {
    expect(await failsOn('postgres://x:y@127.0.0.1:1/z')).toBe(
      'The database does not answer: connect ECONNREFUSED 127.0.0.1:1.\n',
    )
  })

  test('says in one sentence what is wrong with the database', async () => {
    if (!isShared()) return
    const service = await testService()
    const url = new URL(service.databaseUrl as string)
    const [missing, ascii, foreign] = ['nowhere', 'in_ascii', 'of_another'].map((kind) => `${kind}_${name}`)
    const at = (database = '', role?: string) => {
      const there = new URL(url)
      there.pathname = `/${database}`
      if (role) [there.username, there.password] = [role, role]
      return there.href
    }
    const execute = (statement: string) => service.ports.db.count(raw(statement))
    try {
      await execute(`create database ${ascii} template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'`)
      await execute(`create database ${foreign} template template0`)
      await execute(`create role ${foreign} login password '${foreign}'`)
      expect(await failsOn(at(missing))).toMatch(/^DATABASE_URL must be .*: database "\w+" does not exist\.\n$/)
      expect(await failsOn(at(ascii))).toMatch(
        ofMigrate(
          /^DATABASE_URL must be a database with the encoding UTF8; got SQL_ASCII\. .* create database \w+ owner \w+ encoding 'UTF8' template template0\n$/,
        ),
      )
      expect(await failsOn(at(foreign, foreign))).toMatch(ofMigrate(/^DATABASE_URL must be .*: permission denied/))
    } finally {
      for (const database of [ascii, foreign]) await dropDatabase(at(database))
      await execute(`drop role if exists ${foreign}`)
      await service.stop()
    }
  })
})
