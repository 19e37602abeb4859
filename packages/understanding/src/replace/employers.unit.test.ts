import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'

const CONTEXT = { ownName: 'Robin Vale' }
const WORK = 'Works as a nurse at Acme.'

test.each([
  ['a club', 'Joined a climbing hall.'],
  ['a fund', 'Joined Nordia hospital cover.'],
  ['a supplier', 'User joined Voltra for electricity.'],
  ['a library', 'Joined the library.'],
  ['a committee', "Joined the parents' committee."],
  ['a society of a profession', 'The user joined the Institution of Surveyors.'],
  ['a day of work for others', 'The user joined a beach clean-up with Mira.'],
  ['what was joined long ago', 'Robin joined the railways at nineteen.'],
  ['a doctor', 'User signed on with Dr. Haddad at the health centre.'],
  ['a therapist', 'Working with a therapist.'],
  ['a colleague', 'Works with Ana on the pricing project.'],
  ['a tool', 'Works with large datasets.'],
  ['a medicine', 'Started with Ozempic.'],
  ['a place to sit', 'Works at a desk by the window.'],
  ['an hour', 'Works lates only, first bus out at two.'],
  ['exercise', 'Working out at Iron House; the old gym shut down.'],
  ['a pension', 'Pays into a pension at Norvia.'],
  ['a bank', 'We do all our business banking at Harbour.'],
  ['a salary account', 'Robin gets the salary at Zenit.'],
  ['an election', 'User votes for the Greens.'],
  ['a cabin', 'Owns a cabin at Voss.'],
  ['a flat', 'Owner of a flat in Kent.'],
  ['a degree', 'Doctor of Philosophy since July.'],
  ['a walk', 'Dartmoor with Margaret, fog.'],
  ['a class', 'Moved up to level 3 in Spanish.'],
  ['a year of study', 'User has moved up to third year.'],
  ['a voluntary post', 'Became a mentor at the shelter.'],
  ['how the job is', 'My job is stressful.'],
  ['a contract', "The user's job was made permanent."],
  ['past work', 'Robin worked as a school cook for thirty years.'],
  ['past work at a named place', 'Worked at the Creighton mine until the strike.'],
  ['someone hired', 'User hired Oksana for the housework.'],
  ['a thing hired', 'I hired a jeep for ten days in Madeira.'],
  ['someone dismissed', 'I fired Giorgio; Sara books my shows.'],
  ['a thing retired', 'User got a Galaxy and retired the old phone.'],
  ['an animal retired', 'I retired Zerda to a sanctuary.'],
  ['notice for a flat', 'Gave notice on the flat.'],
  ['the work of a partner', 'My lady is Thandeka, she teaches Grade 4.'],
  ['the work of a wife', 'Wife: Sudha, retired lecturer.'],
  ['the work of a named person', 'Ragnhild, 67, retired midwife, snores.'],
  ['a dog', "Dog's a greyhound called Watt, retired off the track."],
  ['a phone for work', "Work phone's on Spark, boss pays for that one."],
  ['a place found for another', 'The user found Ada a place at Busy Bees.'],
])('%s says nothing of the work of a person', (_, newer) => {
  expect(judgeReplacement(newer, WORK, CONTEXT)).toBeUndefined()
})

test.each([
  ['Joined a law firm in Leeds.'],
  ['User joined Voltra as a technician.'],
  ['Was hired by Voltra.'],
  ['Left nursing and works at a garden centre.'],
  ['I was fired.'],
  ['Retired last year.'],
  ['Retired in May.'],
  ['Gave notice at Acme and starts at Voltra on Monday.'],
  ['Now works for Voltra.'],
  ['Has worked as a gardener for Voltra since spring.'],
  ['Became a teacher.'],
  ['Promoted to head of department at Voltra.'],
])('"%s" replaces the work of a person', (newer) => {
  expect(judgeReplacement(newer, WORK, CONTEXT)).toMatch(/certain|likely/)
})

test('the name of a company and "the warehouse" can be one employer, and so can it and a town', () => {
  expect(judgeReplacement('Works nights at the warehouse.', 'Works for Amazon.', CONTEXT)).toBeUndefined()
  expect(judgeReplacement('Works as a nurse in Leeds.', WORK, CONTEXT)).toBeUndefined()
})

test('a teacher who gets a post teaches', () => {
  const older = 'Teaches chemistry at Moss Lane.'
  expect(judgeReplacement('Was made head of year nine.', older, CONTEXT)).toBeUndefined()
  expect(judgeReplacement('Teaches Sunday school.', older, CONTEXT)).toBeUndefined()
  expect(judgeReplacement('Teaches biology at Park Hill.', older, CONTEXT)).toBe('certain')
})
