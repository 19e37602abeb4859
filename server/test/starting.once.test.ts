import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { USER_PLANS } from '../src/domain/plans/plans.ts'
import { freePort } from './free-port.ts'
import { KEY, openLauncher } from './launcher.ts'

/* What a start prints, whatever the engine. */

const { run, directory } = openLauncher()

describe('an invalid configuration', () => {
  test('names every invalid variable, its value and what is accepted, and exits before listening', async () => {
    const wrong = {
      PORT: '70000',
      HOST: 'not a host!',
      BASE_URL: 'ftp://memory.example',
      TRUSTED_PROXIES: '10.0.0.0/8, everybody',
      DEFAULT_USER_PLAN: 'gold',
      RATE_LIMIT: '-1',
      LOG_LEVEL: 'loud',
      RECALL_MEMORY_MB: 'much',
    }
    const { code, out, err } = await run({ ...wrong, DATA_DIR: join(directory(), 'new') }).ended
    expect([code, out]).toEqual([1, ''])
    for (const [name, value] of Object.entries(wrong)) {
      const line = err.split('\n').find((line) => line.startsWith(name))
      expect(line, name).toMatch(/ must be .+\.$/)
      expect(line).toContain(JSON.stringify(value))
    }
    expect(err).not.toMatch(/^\s+at /m)
    await expect(stat(join(directory(), 'new'))).rejects.toThrow(/ENOENT/)
  })

  test('never prints a secret, and requires SECRET_KEY with DATABASE_URL', async () => {
    const short = await run({ SECRET_KEY: 'hunter3', DATABASE_URL: 'mysql://user:hunter2hunter2@host/db' }).ended
    expect([short.code, short.err]).toEqual([
      1,
      expect.stringMatching(/SECRET_KEY[\s\S]*must be at least \d+ characters/),
    ])
    expect(short.err).toMatch(/DATABASE_URL[\s\S]*must be a PostgreSQL URL/)
    expect(short.err).not.toMatch(/hunter/)
    const none = await run({ SECRET_KEY: '', DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/db' }).ended
    expect([none.code, none.err]).toEqual([1, expect.stringMatching(/^SECRET_KEY is not set/)])
    const bare = await run({ SECRET_KEY: KEY, DATABASE_URL: 'postgres:user:hunter2@127.0.0.1:1/db' }).ended
    expect([bare.code, bare.err]).toEqual([
      1,
      expect.stringMatching(/^DATABASE_URL must be .*; got another value \(not shown\)/),
    ])
  })

  test('names an address that is valid but cannot be used', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const settings: Record<string, string>[] = [{ PORT: String(port) }, { HOST: '192.0.2.1' }]
    for (const wrong of settings) {
      const { code, err } = await run({ LOG_LEVEL: 'silent', ...wrong }).ended
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(new RegExp(`^${Object.keys(wrong)[0]} .*must be .+\\.\n$`)),
      ])
    }
    taken.close()
  })

  test('names a data directory that cannot be created', async () => {
    // In /proc, of Linux, nothing can be created, and a recursive mkdir of Node 20 never returns.
    const dataDir = existsSync('/proc/self') ? '/proc/memory-service/data' : '/dev/null/data'
    const { code, err } = await run({ DATABASE_URL: '', EMBEDDINGS: 'auto', DATA_DIR: dataDir }).ended
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^DATA_DIR must be a writable directory; got "[^"]+" \([A-Z]+\)\.\n$/),
    ])
  })

  test.each(['PORT', 'METRICS_PORT'])('a taken %s is all that is printed, and nothing is opened', async (variable) => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const port = String((taken.address() as AddressInfo).port)
    const dataDir = join(directory(), 'unopened')
    const ended = await run({ LOG_LEVEL: 'info', SECRET_KEY: 'sixteen letters.', DATA_DIR: dataDir, [variable]: port })
      .ended
    expect([ended.code, ended.out]).toEqual([1, ''])
    expect(ended.err).toBe(
      `${variable} must be a free port, or 0 for any; another program listens on 127.0.0.1:${port}. ` +
        `Stop it, or set ${variable} to another port.\n`,
    )
    await expect(stat(dataDir)).rejects.toThrow(/ENOENT/)
    taken.close()
  })
})

test('serves health checks, and 503 for the rest, until the database responds', async () => {
  const port = await freePort()
  const { child } = run({ PORT: String(port), DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z', SECRET_KEY: KEY })
  const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  await vi.waitUntil(
    () =>
      at('/healthz').then(
        ({ ok }) => ok,
        () => false,
      ),
    { timeout: 50_000 },
  )
  expect((await at('/readyz')).status).toBe(503)
  const refused = await at('/v1/catalog')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } })
  child.kill('SIGKILL')
})

test('prints its address, and the one that clients use', async () => {
  const { child, output, listening, ended } = run({ BASE_URL: 'https://memory.example' })
  expect(await listening()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(output.out).toMatch(/^listening on \S+ for https:\/\/memory\.example$/m)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('prints the default limits of new accounts at start, and the settings that change them', async () => {
  const { child, listening, ended } = run({ LOG_LEVEL: 'info', DEFAULT_USER_PLAN: 'plus' })
  await listening()
  child.kill('SIGTERM')
  const lines = (await ended).out.split('\n').filter((line) => line.includes('default limits of new accounts'))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    people: { plan: 'plus', ...USER_PLANS.plus },
    developers: { plan: expect.any(String) },
    sign_up: 'open',
    change_by: expect.stringMatching(/DEFAULT_USER_PLAN.*DEFAULT_DEVELOPER_PLAN.*SIGNUP.*admin limits set/),
  })
})
