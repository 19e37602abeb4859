import { i18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import type { Shape } from '../../api/client.ts'
import { changesOf, isRestorable } from './changes.ts'
import type { Memory } from './memory.ts'

const MEMORY = {
  ...{ content: 'Runs.', scope: 'fitness', type: 'fact', importance: 50, confidence: 80, pinned: false },
  ...{ occurredAt: '2026-05-03T07:30:12.345Z', validFrom: '2026-05-03T07:30:12.345Z' },
  ...{ validUntil: null, expiresAt: null, metadata: null, source: null },
} as Memory

i18n.activate('en')

type Editable = Exclude<keyof Shape<'EditMemoryRequest'>, 'kind' | 'allow_secrets'>

/** Another value of each field that the API edits, with what the history says of it. */
const EDITS: { [Field in Editable]: [Memory[Field], RegExp] } = {
  content: ['Runs daily.', /“Runs.” became “Runs daily.”/],
  scope: ['sleep', /from Fitness to Sleep/],
  type: ['goal', /kind: fact became goal/],
  importance: [90, /importance: 50 became 90/],
  confidence: [10, /confidence: 80 became 10/],
  pinned: [true, /pinned/],
  occurredAt: ['2026-05-04T07:30:12.345Z', /happened: .*3.* became .*4/],
  validFrom: ['2026-05-01T07:30:12.345Z', /true since: .*3.* became .*1/],
  validUntil: ['2026-06-01T12:00:00.000Z', /true until: no end became .*1/],
  expiresAt: ['2026-06-02T12:00:00.000Z', /erased at: no end became .*2/],
}

describe('changesOf', () => {
  test.each(Object.entries(EDITS))('has one line for a change of %s', (field, [value, line]) => {
    const changed = { ...MEMORY, [field]: value }
    if (field === 'occurredAt') changed.validFrom = value as string
    expect(changesOf(changed, MEMORY)).toEqual([expect.stringMatching(line)])
  })

  test('names the time where two dates are of one day', () => {
    const later = { ...MEMORY, validUntil: '2026-06-01T12:00:00.000Z' }
    const [line = ''] = changesOf({ ...later, validUntil: '2026-06-01T12:05:00.000Z' }, later)
    expect(line).toMatch(/:00:00.*:05:00/)
  })

  test('names the fields of an app that it has changed', () => {
    const before = { ...MEMORY, metadata: { thread: 'a', mood: 'calm' } }
    const after = { ...MEMORY, metadata: { thread: 'b', mood: 'calm' } }
    expect(changesOf(after, before)).toEqual(['what the app noted with it: thread'])
  })
})

test('a state can be restored if any field differs that restoring sets', () => {
  for (const [field, [value]] of Object.entries(EDITS))
    expect(isRestorable({ ...MEMORY, [field]: value }, MEMORY), field).toBe(field !== 'expiresAt')
  expect(isRestorable({ ...MEMORY }, MEMORY)).toBe(false)
})
