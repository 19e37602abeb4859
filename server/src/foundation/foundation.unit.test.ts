import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadSecretKey } from './auth/key-files.ts'
import { hashSecret, isSecret, newSecret, openVault } from './auth/secrets.ts'
import { newId, newIdFor, newMemoryIds } from './ids.ts'
import { openCursor, PageQuery, pageById, sealCursor } from './page.ts'
import { compile, join, raw, recordset, type Sql, sql } from './sql/sql.ts'
import { openLog } from './telemetry/log.ts'
import { Day, Time } from './times.ts'

const vault = openVault('only for tests, only for tests, only for tests')
const other = openVault('another key, another key, another key, another')

describe('sql', () => {
  // A statement as a tree: a value, or text around more of the same.
  type Tree = { value: number } | { pieces: Tree[] }
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.record({ value: fc.nat() }),
      fc.record({ pieces: fc.array(tie('tree'), { maxLength: 4 }) }),
    ),
  }))
  const build = (tree: Tree): Sql =>
    'value' in tree ? sql`<${tree.value}>` : sql`(${join(tree.pieces.map(build), sql`, `)})`

  test('numbers parameters in the order they are read, however pieces are nested', () => {
    fc.assert(
      fc.property(tree, (tree) => {
        let seen = 0
        const values: number[] = []
        const write = (tree: Tree): string => {
          if (!('value' in tree)) return `(${tree.pieces.map(write).join(', ')})`
          values.push(tree.value)
          return `<$${++seen}>`
        }
        const { text, values: sent } = compile(build(tree))
        expect([text, sent]).toEqual([write(tree), values])
      }),
      { numRuns: 1_000 },
    )
  })

  test('never takes a value for text, and names a text the same every time', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const [one, two] = [compile(sql`select ${a}, ${raw('now()')}`), compile(sql`select ${b}, ${raw('now()')}`)]
        expect(one).toEqual({ name: two.name, text: 'select $1, now()', values: [a] })
      }),
    )
  })

  test('of many rows each column goes as one array, of one row each value as it is', () => {
    const pages = recordset('p', { userId: 'text', size: 'int' })
    const rows = [
      { userId: 'a', size: 1 },
      { userId: 'b', size: 2 },
    ]
    const select = (some: typeof rows) => compile(sql`select from ${pages(some)} where ${true}`)
    expect(select(rows)).toMatchObject({
      text: 'select from unnest($1::text[], $2::int[]) as p (user_id, size) where $3',
      values: [['a', 'b'], [1, 2], true],
    })
    expect(select(rows.slice(1))).toMatchObject({
      text: 'select from (values ($1::text, $2::int)) as p (user_id, size) where $3',
      values: ['b', 2, true],
    })
    expect(select([]).values).toEqual([[], [], true])
  })

  test('puts a text together once for the same pieces, and rightly for more texts than it keeps', () => {
    const scopes = sql`scope = ${1}`
    const found = (and: Sql) => sql`select from memories where user_id = ${2} and ${and}`
    expect(found(scopes).strings).toBe(found(scopes).strings)
    for (let n = 0; n < 30_000; n++) expect(compile(sql`select ${n}, ${raw(`c${n}`)}`).text).toBe(`select $1, c${n}`)
  })
})

describe('ids', () => {
  test('ascend strictly in one process, whatever the clock does within a minute', () => {
    const times = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 2, maxLength: 50 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 47 }), times, (from, clock) => {
        // Two steps, of which the second goes far back, so that ids of earlier runs do not count.
        for (const ms of [200_000, 0]) newId('msg', from + ms)
        const ids = clock.map((ms) => newId('msg', from + ms))
        expect(ids).toEqual([...ids].sort())
        expect(new Set(ids).size).toBe(ids.length)
        for (const id of ids) expect(id).toMatch(/^msg_[0-9a-hjkmnp-tv-z]{28}$/)
      }),
    )
  })
})

describe('random bits', () => {
  const count = 200
  const kinds = {
    newId: Array.from({ length: count }, () => newId('aud', 1)),
    newIdFor: Array.from({ length: count }, () => newIdFor('evt', newId('req'), 1)),
    newMemoryIds: newMemoryIds(count, 1),
  }
  test.each(Object.entries(kinds))('%s gives each id 80 of its own', (_name, ids) => {
    const random = ids.map((id) => id.slice(16, 32))
    for (let at = 0; at < 16; at++) expect(new Set(random.map((text) => text[at])).size).toBeGreaterThan(8)
  })
})

describe('secrets', () => {
  test('differ from any text with one character changed, cut or added', () => {
    fc.assert(
      fc.property(fc.nat(52), fc.constantFrom(...'0aZ_'), (at, char) => {
        const secret = newSecret('mst')
        expect(isSecret('mst', secret)).toBe(true)
        const changed = secret.slice(0, at) + char + secret.slice(at + 1)
        expect(isSecret('mst', changed)).toBe(changed === secret)
        for (const bad of [secret.slice(0, -1), `${secret}0`, secret.replace('mst', 'mss')])
          expect(isSecret('mst', bad)).toBe(false)
      }),
    )
    expect(isSecret('mss', newSecret('mst'))).toBe(false)
    expect(hashSecret('a')).not.toEqual(hashSecret('b'))
  })

  test('sealed text opens under its own key, in its own place, whole, and nowhere else', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string(),
        fc.string(),
        fc.nat(),
        (plain, place, elsewhere, at) => {
          const sealed = vault.seal(plain, place)
          expect(vault.open(sealed, place)).toBe(plain)
          expect(vault.seal(plain, place)).not.toEqual(sealed)
          expect(() => other.open(sealed, place)).toThrow()
          if (elsewhere !== place) expect(() => vault.open(sealed, elsewhere)).toThrow()
          sealed[at % sealed.length]! ^= 1
          expect(() => vault.open(sealed, place)).toThrow()
        },
      ),
    )
  })
})

test('the key made for an installation is kept, in a file that its owner alone may read', () => {
  const folder = mkdtempSync(joinPath(tmpdir(), 'memory-service-key-'))
  const key = loadSecretKey(folder)
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(statSync(joinPath(folder, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(loadSecretKey(folder)).toBe(key)
  rmSync(folder, { recursive: true })
})

describe('cursors', () => {
  const place = fc.array(fc.oneof(fc.string(), fc.constant(undefined), fc.array(fc.string())), { maxLength: 4 })

  test('open to what was sealed, in their own place and under their own key alone', () => {
    fc.assert(
      fc.property(place, place, fc.string({ unit: 'grapheme' }), fc.nat(), (here, there, end, at) => {
        const cursor = sealCursor(vault, here, end)
        expect(openCursor(vault, here, cursor)).toBe(end)
        expect(() => openCursor(other, here, cursor)).toThrow()
        if (JSON.stringify(here) !== JSON.stringify(there)) expect(() => openCursor(vault, there, cursor)).toThrow()
        const i = at % cursor.length
        const changed = cursor.slice(0, i) + (cursor[i] === 'A' ? 'B' : 'A') + cursor.slice(i + 1)
        expect(() => openCursor(vault, here, changed)).toThrow()
      }),
    )
  })

  test('lead through every row once, whatever the size of the page', async () => {
    const rows = fc.uniqueArray(
      fc.nat(999).map((n) => String(n).padStart(3, '0')),
      { maxLength: 40 },
    )
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 12 }), async (ids, limit) => {
        const all = [...ids].sort().reverse()
        const seen: string[] = []
        for (let cursor: string | undefined, more = true; more; ) {
          const page = await pageById(vault, ['here'], { limit, cursor }, async (below, count) =>
            all
              .filter((id) => below === null || id < below)
              .slice(0, count)
              .map((id) => ({ id })),
          )
          seen.push(...page.items.map(({ id }) => id))
          cursor = page.next_cursor ?? undefined
          more = cursor !== undefined
        }
        expect(seen).toEqual(all)
      }),
    )
  })

  test('come with a limit of 20, of 100 at most, and never below 1', () => {
    const limitOf = (limit?: string) => PageQuery.safeParse({ limit }).data?.limit
    expect(limitOf()).toBe(20)
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 1_000_000 }), (limit) => {
        expect(limitOf(String(limit))).toBe(limit < 1 ? undefined : Math.min(limit, 100))
      }),
    )
  })
})

describe('times', () => {
  test('with any offset are the same moment in UTC', () => {
    const when = fc.date({ min: new Date('0002-01-01'), max: new Date('9998-01-01'), noInvalidDate: true })
    const offset = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 })
    fc.assert(
      fc.property(when, offset, (when, minutes) => {
        const local = new Date(when.getTime() + minutes * 60_000).toISOString().slice(0, -1)
        const two = (n: number) => String(Math.trunc(Math.abs(n))).padStart(2, '0')
        const sign = minutes < 0 ? '-' : '+'
        expect(Time.parse(`${local}${sign}${two(minutes / 60)}:${two(minutes % 60)}`)).toBe(when.toISOString())
      }),
    )
  })

  test('and days lie in years PostgreSQL and ISO 8601 agree on', () => {
    for (const bad of ['0000-12-31', '9999-12-31', '2026-02-30', '2026-2-3', '+12026-01-01'])
      expect(Day.safeParse(bad).success, bad).toBe(false)
    for (const bad of ['0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z', '2026-01-01T00:00:00', '2026-01-01T24:00:00Z'])
      expect(Time.safeParse(bad).success, bad).toBe(false)
    expect(Day.parse('2028-02-29')).toBe('2028-02-29')
  })
})

test('a log line names the code of an error, and no other code', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line: string) => void lines.push(line) })
  log.error({ err: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), code: 'aut_secret' }, 'failed')
  log.error(
    { err: Object.assign(new Error('no'), { code: 'a text, “Runs.”' }), body: { code: 'aut_secret' } },
    'failed',
  )
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { err: { error_code: 'ECONNREFUSED' }, code: '[secret]' },
    { err: { message: 'no' }, body: { code: '[secret]' } },
  ])
  expect(lines[1]).not.toContain('Runs')
})
