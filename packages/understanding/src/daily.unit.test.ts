import { expect, test } from 'vitest'
import { questionTerms, statementTerms } from './terms.ts'

const OWN = new Set(['aisha'])
const ASKED_MIN = 0.5

test.each([
  ['which country do I live in', 'Emigrated to Uruguay.'],
  ['which room am I in', 'Is in room 12 at the convalescent home.'],
  ['where is my flat', 'Rents a flat in Ghent.'],
  ['what is her role at work', 'Was made deputy director.'],
  ['what is my job', 'Left nursing and opened a wool shop.'],
  ['what do I do', 'Took over the family orchard.'],
  ['what am I studying', 'In the third year of dentistry.'],
  ['what school am I in', 'Pupil at a grammar school.'],
  ['which subject is hard for me', 'Struggles with trigonometry.'],
  ['what am I good at', 'Finds geometry easy.'],
  ['who cleans', 'A cleaner, Olga, comes on Mondays.'],
  ['who cooks for us', 'Ines comes to cook on Saturdays.'],
  ['how do I get around', 'Gets around by scooter now.'],
  ['which bus do I take', 'Takes bus 17 to college.'],
  ['what vehicle do I have', 'Our van is a white Transit.'],
  ['am I still married', 'The divorce from Petra came through.'],
  ['who am I seeing', 'Seeing Bruno, a joiner, since May.'],
  ['do I drink', 'Has been dry for three years.'],
  ['what was I operated on', 'Had her gallbladder removed.'],
  ['which fruit must I avoid', 'No pomelo because of the tablets.'],
  ['do I take sugar', 'No sugar in coffee.'],
  ['when is my appointment', 'Optician on 6 June at 11:20.'],
  ['how much is my rent', 'Rent 640 euros, due on the first.'],
  ['what is my shoe size', 'Takes size 43 in shoes.'],
  ['which medicine do I take', 'Letrozole daily.'],
  ['what is my knee problem', 'Torn meniscus in the left knee.'],
  ['do I have trouble hearing', 'Hard of hearing.'],
])('the question %s meets %s', (question, statement) => {
  const terms = new Set(statementTerms(statement, OWN))
  const met = questionTerms(question, OWN).filter(
    ({ term, weight }) => weight >= ASKED_MIN && term.startsWith('self:') && terms.has(term),
  )
  expect(met).not.toEqual([])
})

test.each([
  ['Pavel builds kites.', 'self:'],
  ['Rehearsal starts on 4 May at 7:00.', 'other:'],
  ['The van is a nuisance.', 'self:job'],
])('%s states nothing of %s', (statement, terms) => {
  expect(statementTerms(statement, OWN).filter((term) => term.startsWith(terms))).toEqual([])
})

test('learns who a name is', () => {
  expect(statementTerms('Rolf is my father-in-law.', OWN)).toContain('self:in_law')
})
