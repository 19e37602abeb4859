import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { contextOf, foundEitherWay } from './test/pairs.ts'

/* Statements with a lead, a label or a frame of speech around what they state. */

const OWN_NAME = 'Kim Doe'
const CONTEXT = contextOf(OWN_NAME)

test.each([
  // Reported speech.
  ['Kim told me she lives in Graz.', 'Kim mentioned that she now lives in Linz.'],
  ['Kim says he works at Brandt.', 'Kim says he has started at Nordwerft.'],
  ['The user reported a weight of 81 kg.', 'The user reported a weight of 78 kg.'],
  ['Ted lives in Graz.', 'Ted told us he has moved to Linz.'],
  // Notes with a lead or a date in the label.
  ['Diary: piano exam on 12 May at 10:00.', 'Diary: piano exam moved to 19 May at 11:30.'],
  ['Weigh-in 3 May 2026: 81 kg.', 'Weigh-in 8 June 2026: 79.5 kg.'],
  ['Credit limit: 900.', 'Credit limit: 1,400.'],
  // A second clause behind a comma.
  ["Kim's dentist is Dr Vogel.", "Kim's dentist is Dr Amsel, Dr Vogel has retired."],
  // Other forms of what rules read.
  ['Commutes on a Kymco moped.', 'Commutes by ferry.'],
  ['Diet: pescatarian.', 'Dietary preference: vegan.'],
  ['Kim is married to Jonas.', "Kim's husband Jonas passed away."],
  ['I am not married.', 'I married Jonas.'],
  ["My girlfriend's Mona.", 'Me and Mona broke up.'],
  ['Our choir is called High Notes.', 'We renamed the choir Open Voices.'],
  ['My parents arrive on 3 May.', 'My parents have rebooked and arrive on 10 May.'],
  ['Eats no dairy.', 'Eats yoghurt and butter again.'],
  ['Kim skips breakfast.', 'Kim eats breakfast every day now.'],
  ['Works nights at a bakery.', 'Passed the exam and is a clerk at Weber & Co.'],
])('reads "%s" as replaced by "%s"', (older, newer) => {
  expect(judgeReplacement(newer, older, CONTEXT)).toMatch(/certain|series/)
})

test.each([
  ['Kim said her sister lives in Graz.', 'Kim says she lives in Linz.'],
  ['Ted told me he works at Brandt.', 'Kim told me she works at Nordwerft.'],
  ['Diary: piano exam on 12 May.', 'Diary: dentist on 19 May.'],
  ['Emergency contact: Ana, 555 010.', 'Emergency contact: Ted, 555 020.'],
  ['My parents arrive on 3 May.', 'My parents leave on 10 May.'],
  ['My sister arrives on 3 May.', 'My brother arrives on 10 May.'],
  ['Eats no dairy.', 'Eats meat again.'],
  ['Avoids nuts.', 'Eats bread again.'],
  ["Kim's dentist is Dr Vogel.", 'Had lunch with Ana, Dr Amsel has retired.'],
])('reads "%s" and "%s" as both true', (one, other) => {
  expect(foundEitherWay(one, other, OWN_NAME)).toEqual([])
})

test('what a person must not eat for their health is asked for', () => {
  expect(judgeReplacement('Eats peanuts again.', 'Avoids peanuts, they are allergic.', CONTEXT)).not.toBe('certain')
})

test.each([
  ['Coach: Battista.', 'Coach: Ferreira.'],
  ['Keyworker: Simon.', 'Keyworker changed: Adaeze.'],
  ['I live in Graz.', 'Made the move to Linz.'],
])('reads the value of "%s" as replaced by that of "%s"', (older, newer) => {
  expect(judgeReplacement(newer, older, CONTEXT)).toBe('certain')
})

test('reads an exclamation of a role as speech', () => {
  expect(judgeReplacement('Coach: Welcome.', 'Coach: Hello.', CONTEXT)).toBeUndefined()
})
