import fc from 'fast-check'
import { expect, test } from 'vitest'
import { datesInMemory, datesInQuery, dayOf, memoryDates } from './dates.ts'
import { tokenise } from './tokens.ts'

/** A Friday. */
const TODAY = dayOf(Date.UTC(2026, 10, 20))

const iso = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
const queryDates = (text: string) =>
  datesInQuery(tokenise(text), TODAY).map(({ date }) => ('from' in date ? `${iso(date.from)}..${iso(date.to)}` : date))
const rangesIn = (text: string) =>
  datesInMemory(tokenise(text), TODAY).map(({ from, to }) => `${iso(from)}..${iso(to)}`)

test.each([
  ['on 2026-04-17', '2026-04-17..2026-04-17'],
  ['the plan for 2024-11', '2024-11-01..2024-11-30'],
  ['17.04.2026', '2026-04-17..2026-04-17'],
  ['8/22/2026', '2026-08-22..2026-08-22'],
  ['3rd of July 2024', '2024-07-03..2024-07-03'],
  ['Oct 11th, 2023', '2023-10-11..2023-10-11'],
  ['5. März 2022', '2022-03-05..2022-03-05'],
  ['June 2022', '2022-06-01..2022-06-30'],
  ['spring 2023', '2023-03-01..2023-05-31'],
  ['in 2012', '2012-01-01..2012-12-31'],
  ['from 2014 to 2019', '2014-01-01..2019-12-31'],
  ['yesterday', '2026-11-19..2026-11-19'],
  ['last Friday', '2026-11-13..2026-11-13'],
  ['next Monday', '2026-11-23..2026-11-23'],
  ['last week', '2026-11-09..2026-11-15'],
  ['last month', '2026-10-01..2026-10-31'],
  ['last May', '2026-05-01..2026-05-31'],
  ['last December', '2025-12-01..2025-12-31'],
  ['last summer', '2026-06-01..2026-08-31'],
  ['what did we do in the last three weeks', '2026-10-30..2026-11-20'],
  ['what is on this evening', '2026-11-20..2026-11-20'],
  ['tonight', '2026-11-20..2026-11-20'],
  ['tomorrow morning', '2026-11-21..2026-11-21'],
  ['the day after tomorrow', '2026-11-22..2026-11-22'],
  ['the day before yesterday', '2026-11-18..2026-11-18'],
  ['in two days', '2026-11-22..2026-11-22'],
  ['a week from now', '2026-11-24..2026-11-30'],
  ['next week', '2026-11-23..2026-11-29'],
  ['what is on on Thursday', '2026-11-26..2026-11-26'],
  ['what did I do on Thursday', '2026-11-19..2026-11-19'],
  ['two weeks ago', '2026-11-03..2026-11-09'],
  ['a couple of months ago', '2026-09-01..2026-09-30'],
  ['three years ago', '2023-01-01..2023-12-31'],
  ['last Christmas', '2025-12-24..2025-12-26'],
  ['Easter 2024', '2024-03-30..2024-04-01'],
  ['Thanksgiving 2025', '2025-11-26..2025-11-28'],
])('reads %s in a query as %s', (text, range) => {
  expect(queryDates(text)).toEqual([range])
})

test('a month or holiday without a year in a query means any year', () => {
  expect(queryDates('skiing in January')).toEqual([{ month: 1, day: undefined }])
  expect(queryDates('6 Oct')).toEqual([{ month: 10, day: 6 }])
  expect(queryDates('at Christmas')).toEqual([{ month: 12, day: 25 }])
})

test('relative dates leave the words of a query, names of months and days stay', () => {
  const leaving = (text: string) =>
    datesInQuery(tokenise(text), TODAY).map(({ start, end, leaves }) => leaves && [start, end])
  expect(leaving('what did I do last week')).toEqual([[4, 6]])
  expect(leaving('the plan for the day after tomorrow evening')).toEqual([[4, 8]])
  expect(leaving('skiing in January')).toEqual([false])
})

test('finds the date that a memory begins with', () => {
  expect(memoryDates(tokenise('8 May 2023: Ada: hello'), TODAY).leadingTokens).toBe(3)
  expect(memoryDates(tokenise('Ada was born on 8 May 2023'), TODAY).leadingTokens).toBe(0)
})

test('a date without a year in a memory means the nearest one', () => {
  expect(rangesIn('due in March')).toEqual(['2027-03-01..2027-03-31'])
  expect(rangesIn('started in January')).toEqual(['2027-01-01..2027-01-31'])
  expect(rangesIn('on 2 September')).toEqual(['2026-09-02..2026-09-02'])
})

test('ignores words that only resemble dates', () => {
  expect(rangesIn('may I march on, room 3127, this is the last one, a day')).toEqual([])
})

test('never throws, and ranges never end before they begin', () => {
  const words = fc.constantFrom(
    ...'last next this two 31 2 2026 1900 may march of new year years ago week weekend easter st th . 2030 12 00'.split(
      ' ',
    ),
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), fc.integer({ min: -800_000, max: 2_000_000 }), (text, day) => {
      for (const { from, to } of datesInMemory(tokenise(text.join(' ')), day)) {
        expect(Number.isInteger(from)).toBe(true)
        expect(to).toBeGreaterThanOrEqual(from)
      }
    }),
  )
})
