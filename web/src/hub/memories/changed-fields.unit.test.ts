import { expect, test } from 'vitest'
import { datesOf, patchOf } from './changed-fields.ts'
import type { Memory } from './memory.ts'

const MEMORY = {
  content: 'Runs.',
  scope: 'fitness',
  type: 'fact',
  importance: 50,
  confidence: 80,
  occurredAt: '2026-05-03T07:30:12.345Z',
  validFrom: '2026-05-03T07:30:12.345Z',
  validUntil: '2026-06-01T00:00:00.000Z',
  expiresAt: null,
} as Memory
const { content, scope, type, importance, confidence } = MEMORY
const FIELDS = { content, scope, type, importance, confidence }

test('a form without a change sends nothing, although it shows no seconds', () => {
  expect(patchOf(MEMORY, FIELDS, datesOf(MEMORY))).toEqual({})
})

test('only what changed is sent, and an emptied end as null', () => {
  const dates = { ...datesOf(MEMORY), validUntil: '', occurredAt: '2026-05-04T10:00' }
  expect(patchOf(MEMORY, { ...FIELDS, importance: 90 }, dates)).toEqual({
    importance: 90,
    validUntil: null,
    occurredAt: new Date('2026-05-04T10:00').toISOString(),
  })
})
