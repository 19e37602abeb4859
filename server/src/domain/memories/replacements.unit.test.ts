import { expect, test } from 'vitest'
import { findReplacements, type StoredStatement } from './replacements.ts'

const AT = '2026-05-03T07:30:00.000Z'
const LONG = 'I no longer live in Rome, I moved to Oslo. '.repeat(14)

function statement(n: number): StoredStatement {
  return {
    ...{ id: `mem_${n}`, content: `${n} ${LONG}`, scope: 'note', sourceApp: null, createdAt: AT, validFrom: AT },
    ...{ validUntil: null, bothTrue: null, maybeSupersededBy: null, born: 1, place: n, slots: ['home'] },
  }
}

test('other requests run while thousands of pairs of long statements are compared', async () => {
  const statements = Array.from({ length: 100 }, (_, n) => statement(n))
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await findReplacements(statements, new Set(statements.map(({ id }) => id)), { userId: 'usr_1', ownName: null })
  isOver = true
  expect(turns).toBeGreaterThan(1)
})
