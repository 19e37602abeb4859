import { expect, test } from 'vitest'
import { readQuestion } from './question.ts'
import { questionTerms, statementTerms } from './terms.ts'

const OWN = new Set(['aisha'])

test.each([
  ['where do I live', 'Lives in Porto.'],
  ['where does she live', 'I moved to Kyoto last year.'],
  ['where does Aisha live', 'Aisha lives in Bradford.'],
  ['what is my profession', 'Works as a baker.'],
  ['does she have any allergies', "I'm allergic to shellfish."],
  ["what is my brother's job", 'Her brother Karim works as a welder.'],
  ['who am I married to', 'My wife is called Ida.'],
  ['do I have a pet', 'Our cat Fig is diabetic.'],
  ['can I swim', 'Never learned to swim.'],
])('the question %s meets %s', (question, statement) => {
  const terms = new Set(statementTerms(statement, OWN))
  const best = questionTerms(question, OWN).filter(({ term, weight }) => terms.has(term) && weight === 1)
  expect(best.map(({ term }) => term)).not.toEqual([])
})

test.each([
  ['where do I live', 'My sister Paula lives in Oslo.'],
  ['what is my job', 'Husband Lars works as a driver.'],
])('the question %s about the person does not fully meet %s about another', (question, statement) => {
  const terms = new Set(statementTerms(statement, OWN))
  expect(questionTerms(question, OWN).filter(({ term, weight }) => terms.has(term) && weight > 0.5)).toEqual([])
})

test('a question about medicine depends on allergies at less than full weight', () => {
  const [allergy] = questionTerms('which antibiotic can I take').filter(({ term }) => term === 'self:allergy')
  expect(allergy!.weight).toBeLessThan(1)
  expect(allergy!.weight).toBeGreaterThan(0.5)
})

test('a question whether food is suitable depends on diet, allergies and pregnancy of the person who eats it', () => {
  const asksOf = (text: string) =>
    readQuestion(text, new Set(['mira'])).asks.map(({ attribute, subject }) => [
      attribute.name,
      subject.who === 'other' ? subject.name : subject.who,
    ])
  for (const name of ['allergy', 'intolerance', 'diet', 'pregnancy'])
    expect(asksOf('is ceviche alright for her, or would oysters be safe')).toContainEqual([name, 'self'])
  expect(asksOf('could I bake Tobias a walnut cake')).toContainEqual(['allergy', 'tobias'])
  expect(asksOf('what did I bake on Sunday')).not.toContainEqual(['pregnancy', 'self'])
})
