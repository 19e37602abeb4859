import { expect, test } from 'vitest'
import { pairsOf, type TimedStatement, UNCHANGED } from './replacement-pairs.ts'

const AT = '2026-05-03T07:30:00.000Z'

function statement(n: number, content: string, slots: string[]): TimedStatement {
  return {
    ...{ id: `mem_${n}`, content, scope: 'note', sourceApp: null, createdAt: AT, validFrom: AT, validUntil: null },
    ...{
      ...UNCHANGED,
      born: 1,
      place: n,
      slots,
      time: Date.parse(AT),
    },
  }
}

/** Seeks pairs of the first statements; counts what it asks for. */
async function seek(statements: readonly TimedStatement[], subjects: number) {
  const counts = { pauses: 0, vectors: 0 }
  const pairs = await pairsOf(statements, new Set(statements.slice(0, subjects).map(({ id }) => id)), {
    knowledgeOf: () => 'readable',
    vectorOf: () => {
      counts.vectors++
      return new Float32Array([1])
    },
    pause: async () => void counts.pauses++,
  })
  return { pairs, ...counts }
}

test('other requests run between the statements that pairs are sought for, and each vector is read once', async () => {
  const statements = Array.from({ length: 400 }, (_, n) => statement(n, `Walk ${n}.`, ['w:walk', `w:${n % 7}`]))
  const { pairs, pauses, vectors } = await seek(statements, 50)
  expect(pairs.length).toBeGreaterThan(100)
  expect(pauses).toBe(50)
  expect(vectors).toBe(400)
})

test('long statements of one attribute are not compared by words, too, once the limit is reached', async () => {
  const long = 'I no longer live in Rome, I moved to Oslo. '.repeat(40)
  const statements = Array.from({ length: 100 }, (_, n) => statement(n, `${n} ${long}`, ['home', 'w:rome', 'w:oslo']))
  const { pairs, pauses, vectors } = await seek(statements, 100)
  expect(pairs.length).toBeGreaterThan(100)
  expect([pauses, vectors]).toEqual([0, 0])
})

test('which statements of one scope are compared does not depend on those of another scope', async () => {
  const words = ['leeds', 'omar', 'acme', 'boat', 'river', 'sister', 'cello', 'clock']
  const subject = statement(
    100,
    words.join(' '),
    words.map((word) => `w:${word}`),
  )
  const same = words.map((word, n) => statement(n, word, [`w:${word}`]))
  const hidden = words.slice(4).map((word, n) => ({ ...statement(50 + n, word, [`w:${word}`]), scope: 'health' }))
  const comparedIn = async (others: readonly TimedStatement[]) =>
    (await seek([subject, ...others], 1)).pairs
      .map(({ earlier }) => earlier)
      .filter(({ scope }) => scope === 'note')
      .map(({ content }) => content)
  const alone = await comparedIn(same)
  expect(alone).toHaveLength(6)
  expect(await comparedIn([...same, ...hidden])).toEqual(alone)
})
