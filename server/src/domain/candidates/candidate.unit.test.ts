import { coversAny, isScopeName } from '@memory-service/scopes'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isStandardTopLevel } from '../vocabulary/standard.ts'
import { candidatesOf, Extraction, tagsOf, writableScope } from './candidate.ts'

const NOW = '2026-11-03T12:00:00.000Z'
const candidate = (more: object = {}) => ({
  type: 'fact',
  scope: 'note',
  content: 'Has a dog.',
  importance: 50,
  occurredAt: NOW,
  ...more,
})
const moment = { at: new Date(NOW), timezone: 'Europe/Berlin' }
const read = (value: unknown, writes = ['*']) =>
  candidatesOf(Extraction.parse(value), writes, isStandardTopLevel, moment)

describe('candidatesOf', () => {
  test('ignores invalid fields and truncates what is too long', () => {
    const output = {
      toneTags: ['warm', ' warm ', '', 7, 'two  words', 'x'.repeat(99), 'd', 'e', 'f'],
      memoryCandidates: [
        candidate({ importance: 900, more: 'ignored' }),
        candidate({ importance: -1, type: '' }),
        candidate({ importance: '80', type: 7, scope: null, content: ' Runs\u0000 at \ud800dawn. ' }),
        candidate({ content: '' }),
        'Has a cat.',
        null,
        ...Array.from({ length: 9 }, () => candidate()),
      ],
      more: 'ignored',
    }
    expect(tagsOf(Extraction.parse(output))).toEqual(['warm', 'two words', 'x'.repeat(40), 'd', 'e'])
    const candidates = read(output)
    expect(candidates).toHaveLength(5)
    expect(candidates.slice(0, 3)).toEqual([
      candidate({ importance: 100 }),
      candidate({ importance: 0 }),
      candidate({ scope: 'general', content: 'Runs at dawn.' }),
    ])
    expect(read({ memoryCandidates: [candidate({ content: 'x'.repeat(2_000) })] })[0]?.content).toHaveLength(1_000)
  })

  test('dates candidates by the model, by their text, or by now', () => {
    const dateOf = (content: string, occurredAt?: unknown) =>
      read({ memoryCandidates: [candidate({ content, occurredAt })] })[0]?.occurredAt
    expect(dateOf('Flies to Rome.', '2026-12-24')).toBe('2026-12-24T11:00:00.000Z')
    expect(dateOf('Has a dentist appointment tomorrow.')).toBe('2026-11-04T11:00:00.000Z')
    expect(dateOf('Has a dentist appointment tomorrow.', '2026-11-05')).toBe('2026-11-05T11:00:00.000Z')
    expect(dateOf('Got married on 2 August 2019.', null)).toBe('2019-08-02T10:00:00.000Z')
    for (const vague of ['soon', '2026-02-30', '0001-01-01', '9999-01-01', 7, {}])
      expect(dateOf('Likes rye bread.', vague)).toBe(NOW)
    expect(dateOf('Ran by the river today.')).toBe(NOW)
  })

  test('takes today in the time zone of the person', () => {
    const late = { at: new Date('2026-11-03T23:30:00.000Z'), timezone: 'Europe/Berlin' }
    const proposal = Extraction.parse({ memoryCandidates: [candidate({ content: 'Sees the dentist tomorrow.' })] })
    const read = (timezone: string) => candidatesOf(proposal, ['*'], isStandardTopLevel, { ...late, timezone })[0]
    proposal.memoryCandidates[0]!.occurredAt = null
    expect(read('Europe/Berlin')?.occurredAt).toBe('2026-11-05T11:00:00.000Z')
    expect(read('UTC')?.occurredAt).toBe('2026-11-04T12:00:00.000Z')
  })

  test('requires a list of candidates', () => {
    for (const value of [null, 7, 'x', [], {}, { toneTags: [] }, { memoryCandidates: 'none' }])
      expect(Extraction.safeParse(value).success, JSON.stringify(value)).toBe(false)
  })

  test('returns only candidates that can be stored, in writable scopes', () => {
    const words = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('note', 'fitness.trail', 'x', '*', 'a.b.*'))
    const field = fc.oneof(words, fc.jsonValue(), fc.constant(Number.NaN))
    const list = fc.array(fc.record({ type: field, scope: field, content: field, importance: field }))
    const writes = fc.subarray(['note', 'fitness.*', 'health.mind', 'general', '*'])
    fc.assert(
      fc.property(list, writes, (memoryCandidates, writes) => {
        for (const { type, scope, content, importance } of read({ memoryCandidates }, writes)) {
          expect(coversAny(writes, scope) && isScopeName(scope)).toBe(true)
          expect(importance >= 0 && importance <= 100).toBe(true)
          expect(content.length >= 1 && content.length <= 1_000 && type.length >= 1 && type.length <= 64).toBe(true)
          expect(`${type}${content}`).not.toMatch(/\0|\p{Surrogate}/u)
        }
      }),
    )
  })
})

test('writableScope returns the closest writable scope in the same namespace', () => {
  const cases: [string, string[], string | undefined][] = [
    ['fitness.trail', ['fitness.*'], 'fitness.trail'],
    ['fitness.trail', ['fitness'], 'fitness'],
    ['fitness.trail.spring', ['fitness.trail', 'fitness'], 'fitness.trail'],
    ['fitness', ['fitness.trail.*', 'fitness.gym'], 'fitness.gym'],
    ['health', ['fitness.*', 'general'], undefined],
    ['health', [], undefined],
    ['gossip', ['*'], 'general'],
    ['gossip', ['fitness.*'], undefined],
    ['Not A Scope', ['general'], 'general'],
  ]
  for (const [scope, writes, writable] of cases)
    expect(writableScope(scope, writes, isStandardTopLevel), `${scope} in ${writes}`).toBe(writable)
})
