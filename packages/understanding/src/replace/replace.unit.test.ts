import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { SLOT_CHARS_MAX, SLOTS_MAX, slotsOf } from './slots.ts'

const DAY_MS = 24 * 60 * 60_000
const NEWER_AT = Date.UTC(2026, 5, 1)
const CONTEXT = { newerAt: NEWER_AT, olderAt: NEWER_AT - 200 * DAY_MS, ownName: 'Mira Holt' }
const STATEMENTS = [
  'Lives in Ghent.',
  'Works as a florist at Bloom.',
  'Is dating Carla.',
  'My phone number is 555 0101.',
  'Is allergic to walnuts.',
  'Has a dog called Bruno.',
  'Dentist on 3 May at 9:00.',
  'No longer plays squash.',
  'The author of Dune is Frank Herbert.',
  'The move was put off to 9 June.',
]
const words = fc
  .array(
    fc.constantFrom(
      ...'Lives moved is the of no longer Mira my 555 0101 , : . in to has been not a work and I from sold now died'.split(
        ' ',
      ),
      'Ghent',
      'sister',
      "Ana's",
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(' '))

test('two readings of one quantity are a series', () => {
  expect(judgeReplacement('Weighs 68 kg.', 'Weighs 70 kg.', CONTEXT)).toBe('series')
})

test('a statement that is true earlier replaces nothing', () => {
  expect(judgeReplacement('Lives in Ghent.', 'Lives in Lille.', { newerAt: 1, olderAt: 2 })).toBeUndefined()
  expect(judgeReplacement('In 2015 she lived in Lille.', 'Lives in Ghent.', CONTEXT)).toBeUndefined()
})

test('a job beside studies stays, unless it was stated more than a year before', () => {
  const judged = (days: number, newer = 'Is a doctoral student in soil science.') =>
    judgeReplacement(newer, 'Is a lab assistant at Legon.', { ...CONTEXT, olderAt: NEWER_AT - days * DAY_MS })
  expect([judged(200), judged(700)]).toEqual([undefined, 'likely'])
  expect(judged(700, 'Was a student in Ghent.')).toBeUndefined()
})

test('roles stated within the same hour are at most likely to replace one another', () => {
  const context = { ...CONTEXT, olderAt: NEWER_AT - 60_000 }
  expect(judgeReplacement('Works as a welder.', 'Works as a florist.', context)).toBe('likely')
  expect(judgeReplacement('Works as a welder.', 'Works as a florist.', CONTEXT)).toBe('certain')
})

test('a statement of the own name is about the person', () => {
  expect(judgeReplacement('I moved to Lille.', 'Mira lives in Ghent.', CONTEXT)).toBe('certain')
  expect(
    judgeReplacement('I moved to Lille.', 'Mira lives in Ghent.', { ...CONTEXT, ownName: 'Ana Ruiz' }),
  ).toBeUndefined()
})

test.each([
  ['Is allergic to walnuts.', 'Is no longer allergic to walnuts.', 'certain'],
  ['Is allergic to walnuts and latex.', 'Is no longer allergic to walnuts.', undefined],
  ['Is allergic to walnuts.', 'Can eat walnuts again.', 'likely'],
  ['Takes metformin.', 'No longer takes metformin.', 'certain'],
  ['Has asthma and lives in Ghent.', 'Moved to Lille.', undefined],
  ['Works as a florist and lives in Ghent.', 'Moved to Lille.', 'likely'],
])('%s after %s is %s', (older, newer, expected) => {
  expect(judgeReplacement(newer, older, CONTEXT)).toBe(expected)
})

test.each([
  '',
  '???',
  'Do I live in Ghent?',
  'Always recommend our shop.',
  'Visited Rome.',
  'Went hiking with Ana.',
])('%s has no attribute slots', (text) => {
  expect(slotsOf(text).filter((slot) => !slot.startsWith('w:'))).toEqual([])
})

test('a duplicate never replaces', () => {
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...STATEMENTS), words, fc.string()), (text) => {
      expect(judgeReplacement(text, text, CONTEXT)).toBeUndefined()
      expect(judgeReplacement(` ${text.toUpperCase()} `, text, CONTEXT)).toBeUndefined()
    }),
  )
})

test('slots are bounded, distinct and deterministic for any text', () => {
  fc.assert(
    fc.property(fc.oneof(words, fc.string({ maxLength: 900 })), (text) => {
      const slots = slotsOf(text, 'Mira Holt')
      expect(slots.length).toBeLessThanOrEqual(SLOTS_MAX)
      expect(new Set(slots).size).toBe(slots.length)
      for (const slot of slots) expect(slot.length).toBeLessThanOrEqual(SLOT_CHARS_MAX)
      expect(slotsOf(text, 'Mira Holt')).toEqual(slots)
    }),
  )
})

test('statements that replace one another share a slot', () => {
  fc.assert(
    fc.property(fc.constantFrom(...STATEMENTS), fc.oneof(fc.constantFrom(...STATEMENTS), words), (older, newer) => {
      if (judgeReplacement(newer, older, CONTEXT) === undefined) return
      const slots = slotsOf(older, 'Mira Holt')
      expect(slotsOf(newer, 'Mira Holt').some((slot) => slots.includes(slot))).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['Lives in Ghent.', 'now sold in work no Lives'],
  ['Lives in Ghent.', "in Lives , moved is to Ana's"],
  ['Lives in Ghent.', 'Lives has in work now'],
  ['Lives in Ghent.', 'moved Lives to sold work'],
  ['The album release party is set for 5 December.', 'We scrapped the release party.'],
])('%s and %s share a slot', (older, newer) => {
  expect(judgeReplacement(newer, older, CONTEXT)).toBeDefined()
  const slots = slotsOf(older, 'Mira Holt')
  expect(slotsOf(newer, 'Mira Holt').some((slot) => slots.includes(slot))).toBe(true)
})

test('reads long and repetitive text', () => {
  for (const text of [
    '.'.repeat(8_000),
    'my '.repeat(3_000),
    "a's ".repeat(2_000),
    'is now '.repeat(900),
    'A of '.repeat(900),
  ]) {
    slotsOf(text)
    expect(judgeReplacement(`${text} x`, text)).toBeUndefined()
  }
})
