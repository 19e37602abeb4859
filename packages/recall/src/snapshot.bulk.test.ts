import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Arena } from './arena.ts'
import { RecallEngine } from './engine.ts'
import { rulesDigest } from './rules.ts'
import type { Sealing } from './sealing.ts'
import { SectionWriter } from './snapshot-sections.ts'
import type { IndexRow, SearchRequest, Snapshot, Update } from './types.ts'
import { UserIndex } from './user-index.ts'

const NOW = Date.UTC(2026, 10, 25, 12)
const DAY = 86_400_000
const DIMENSIONS = 8
const QUERIES = ['where do I live', 'tea in May', 'my wife', 'swimming pool', '京都 trip', 'Зоя']

const words = ['tea', 'Paris', 'lives in', 'swims', 'May 2025', 'wife Salma', '京都', 'Зоя', 'résumé', '42', 'twice']
const contents = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((list) => list.join(' '))

const rowArb = fc.record({
  id: fc.integer({ min: 0, max: 30 }).map((n) => `mem_${String(n).padStart(20, '0')}`),
  content: contents,
  scope: fc.constantFrom('note', 'fitness', 'fitness.trail'),
  source: fc.constantFrom(null, 'coach'),
  writer: fc.constantFrom(undefined, null, 'coach', 'diary'),
  importance: fc.integer({ min: 0, max: 100 }),
  pinned: fc.boolean(),
  age: fc.integer({ min: 0, max: 400 }),
  end: fc.constantFrom(null, NOW - DAY, NOW + DAY),
  expiresAt: fc.constantFrom(null, NOW - DAY, NOW + DAY),
  supersededBy: fc.constantFrom(null, 'mem_00000000000000000003'),
  maybeSupersededBy: fc.constantFrom(null, 'mem_00000000000000000004'),
  codes: fc.option(fc.int8Array({ minLength: DIMENSIONS, maxLength: DIMENSIONS }), { nil: null }),
})
type Row = Omit<IndexRow, 'occurredAt' | 'createdAt'> & { codes?: Int8Array | null }

interface Step {
  rows: Row[]
  removed: string[]
}
const stepArb: fc.Arbitrary<Step> = fc.record({
  rows: fc.array(rowArb, { maxLength: 8 }).map((rows) =>
    rows.map(({ age, end, ...row }, position) => ({
      ...{ ...row, batch: 0, position, occurredAt: NOW - age * DAY, createdAt: NOW - age * DAY },
      ...{ validFrom: NOW - (age + 1) * DAY, validUntil: end, superseded: row.supersededBy !== null },
    })),
  ),
  removed: fc.array(
    fc.integer({ min: 0, max: 30 }).map((n) => `mem_${String(n).padStart(20, '0')}`),
    { maxLength: 5 },
  ),
})

function updateOf({ rows, removed }: Step, from: number): Update {
  const unique = [...new Map(rows.map((row) => [row.id, { ...row, batch: from } as unknown as IndexRow])).values()]
  const vectors = unique.filter(({ codes }) => codes)
  return {
    ...{ from, to: from + 1, removed, rows: unique.map(({ codes: _, ...row }) => row) },
    vectors: {
      ids: vectors.map(({ id }) => id),
      codes: Int8Array.from(vectors.flatMap(({ codes }) => [...(codes as Int8Array)])),
    },
  }
}

const newSealing = (): Sealing => ({ key: randomBytes(32), context: 'user u, rules r' })
const newEngine = () => new RecallEngine({ bytesMax: 1e9 })

async function engineOf(steps: readonly Step[]): Promise<RecallEngine> {
  const engine = newEngine()
  await engine.apply('u', { from: null, to: 0, build: 'b', page: 0, rows: [], ownName: 'Ada', last: true })
  for (const [version, step] of steps.entries()) await engine.apply('u', updateOf(step, version))
  return engine
}

/** Everything that searches of an engine return. */
function answersOf(engine: RecallEngine) {
  const ids = Array.from({ length: 31 }, (_, n) => `mem_${String(n).padStart(20, '0')}`)
  const states: Partial<SearchRequest>[] = [
    {},
    { readable: ['fitness.*'] },
    { muted: ['coach'] },
    { at: { state: 'all' } },
    { at: { validAt: NOW - 30 * DAY } },
    { vector: Int8Array.from({ length: DIMENSIONS }, (_, n) => 9 * n) },
    { attributes: ['home'], seeds: { rows: 3, within: ['fitness.*'] } },
  ]
  return [
    engine.versionOf('u'),
    engine.sizeOf('u'),
    engine.copies({ user: 'u', ids, now: NOW }),
    ...QUERIES.flatMap((query) =>
      states.map((more) => engine.search({ user: 'u', query, readable: ['*'], now: NOW, limit: 20, ...more })),
    ),
  ]
}

async function reload(saved: Snapshot, sealing: Sealing): Promise<RecallEngine> {
  const engine = newEngine()
  expect(await engine.load('u', { ...structuredClone(saved), sealing })).toBe(true)
  return engine
}

test('a loaded index gives the answers of the saved one, and so it does after further changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(stepArb, { maxLength: 6 }),
      fc.array(stepArb, { maxLength: 3 }),
      async (before, after) => {
        const engine = await engineOf(before)
        const sealing = newSealing()
        const loaded = await reload((await engine.save('u', sealing))!, sealing)
        expect(answersOf(loaded)).toEqual(answersOf(engine))
        for (const [at, step] of after.entries()) {
          const update = updateOf(step, before.length + at)
          expect([await engine.apply('u', update), await loaded.apply('u', update)]).toEqual([true, true])
          expect(answersOf(loaded)).toEqual(answersOf(engine))
        }
        // A copy of a copy.
        const again = await reload((await loaded.save('u', sealing))!, sealing)
        expect(answersOf(again)).toEqual(answersOf(engine))
      },
    ),
    { numRuns: 30 },
  )
})

test('rejects a snapshot of which any bit, part or length was changed', async () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => ({
    ...{ id: `mem_${n}`, content: `Note ${n} about ${words[n % words.length]}`, scope: 'note', importance: 1 },
    ...{ pinned: false, batch: n, position: 0, occurredAt: NOW, createdAt: NOW },
  }))
  const engine = newEngine()
  await engine.apply('u', { from: null, to: 7, build: 'b', page: 0, rows, last: true })
  const sealing = newSealing()
  const saved = (await engine.save('u', sealing))!
  expect(saved).toMatchObject({ version: 7, rows: 3_000 })
  expect(saved.parts.length).toBeGreaterThan(1)
  const fails = async (
    change: (parts: Uint8Array[]) => Uint8Array[],
    other: Partial<Sealing> = {},
    more: Partial<Snapshot> = {},
  ) => {
    const target = newEngine()
    const { parts } = structuredClone(saved)
    await expect(
      target.load('u', { ...saved, ...more, parts: change(parts), sealing: { ...sealing, ...other } }),
    ).rejects.toThrow()
    expect(target.versionOf('u')).toBe(undefined)
  }
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), fc.integer({ min: 0, max: 7 }), (part, byte, bit) =>
      fails((parts) => {
        const changed = parts[part % parts.length]!
        changed[byte % changed.length]! ^= 1 << bit
        return parts
      }),
    ),
    { numRuns: 30 },
  )
  await fails((parts) => parts.slice(0, -1))
  await fails((parts) => parts.slice(1))
  await fails((parts) => [parts[1]!, parts[0]!, ...parts.slice(2)])
  await fails((parts) => [...parts, parts.at(-1)!])
  await fails((parts) => [...parts.slice(0, -1), parts.at(-1)!.subarray(0, 20)])
  await fails((parts) => [...parts.slice(0, -1), parts.at(-1)!.subarray(0, 3)])
  await fails(() => [])
  await fails((parts) => parts, {}, { version: 8 })
  await fails((parts) => parts, { key: randomBytes(32) })
  await fails((parts) => parts, { context: 'user v, rules r' })
  expect(answersOf(await reload(saved, sealing))).toEqual(answersOf(engine))
})

test('a snapshot contains nothing that only removed rows contained', () => {
  const index = new UserIndex(new Arena())
  const row = { importance: 1, pinned: false, batch: 0, position: 0, occurredAt: NOW, createdAt: NOW }
  index.add({ ...row, id: 'a', content: 'Drinks tea', scope: 'note' })
  const content = 'My brother Quintus lives in Xanadu'
  index.add({ ...row, id: 'b', content, scope: 'health.secret', source: 'hospital' })
  const textOf = () => {
    const sections: Uint8Array[] = []
    const steps = index.save(new SectionWriter((bytes) => void sections.push(bytes.slice())))
    while (!steps.next().done);
    return Buffer.concat(sections).toString('latin1')
  }
  const secrets = ['quintus', 'xanadu', 'secret', 'hospital']
  const contained = () => secrets.filter((secret) => textOf().includes(secret))
  expect(contained()).toEqual(secrets)
  index.remove('b')
  expect(contained()).toEqual([])
  expect(textOf()).toContain('tea')
})

test('an index that is as new as a snapshot stays', async () => {
  const engine = await engineOf([{ rows: [], removed: [] }])
  const sealing = newSealing()
  const saved = (await engine.save('u', sealing))!
  await engine.apply('u', { from: 1, to: 2, rows: [], removed: [] })
  expect(await engine.load('u', { ...saved, sealing })).toBe(false)
  expect(engine.versionOf('u')).toBe(2)
  expect(await newEngine().save('u', sealing)).toBe(undefined)
})

test('the digest of the rules is the same for the same code', () => {
  expect(rulesDigest()).toMatch(/^[\w-]{43}$/)
})
