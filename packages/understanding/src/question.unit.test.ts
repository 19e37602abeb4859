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
  ['what do I study', 'Third-year student of marine law.'],
  ['who pays my wages', 'Works for the harbour authority.'],
  ['am I seeing anyone', 'Has been seeing Pavel since June.'],
  ['what do I take for my back', 'Naproxen 250 mg when needed.'],
  ['what did I do for a living', 'I retired from the railway in 2010.'],
  ['which food do I dislike', "I can't bear coriander."],
  ['what firm do I own', 'I run a tiny guesthouse.'],
  ["what is my sister's job", 'My sister Ida is a midwife.'],
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

test('a question of fact depends little on what is unsafe, a question about suitability does', () => {
  const weightOf = (text: string, name: string) =>
    readQuestion(text, OWN).asks.find(({ attribute }) => attribute.name === name)?.weight ?? 0
  expect(weightOf('when does my flight leave', 'allergy')).toBeLessThan(0.2)
  expect(weightOf('what should I pack for the flight', 'allergy')).toBeGreaterThanOrEqual(0.5)
  expect(weightOf('is a kitten a good idea for us', 'allergy')).toBeGreaterThanOrEqual(0.5)
})

test('asks little for a relation of which one is meant', () => {
  const weightOf = (text: string) =>
    readQuestion(text, OWN).asks.find(({ attribute }) => attribute.name === 'children')?.weight
  expect(weightOf('what are my children called')).toBeGreaterThan(0.5)
  expect(weightOf('which of my children has asthma')).toBeLessThan(0.5)
  expect(readQuestion('what is my mother tongue').about).toEqual({ who: 'self' })
})

test('asks about no pet if one may come', () => {
  expect(readQuestion('could we adopt a puppy').about).toEqual({ who: 'self' })
  expect(readQuestion("what is my dog's name").about).toMatchObject({ relation: 'pet' })
})

test.each([
  ['do I have a boyfriend', 'partner'],
  ['have I got any siblings', 'sibling'],
  ['where did I take my daughter last week', 'trip'],
])('%s asks about the person', (question, name) => {
  const { about, asks } = readQuestion(question)
  expect(about).toEqual({ who: 'self' })
  expect(asks.find(({ attribute }) => attribute.name === name)?.weight).toBe(1)
})

test('asks for no trip where it asks for a school', () => {
  const names = readQuestion('where did I go to uni').asks.map(({ attribute }) => attribute.name)
  expect(names).toContain('university')
  expect(names).not.toContain('trip')
})

test('a question for the employer also asks for the job, unless it asks what the employer is called', () => {
  const asked = (text: string) => readQuestion(text, OWN).asks.map(({ attribute }) => attribute.name)
  expect(asked('where do I work')).toContain('job')
  expect(asked('what was the company that employed me called')).not.toContain('job')
})

test('a name after "my" is no other person', () => {
  expect(readQuestion('What is my WhatsApp number?').about).toEqual({ who: 'self' })
})

test.each([
  ["What can't I cook for Camille?", 'camille', 'intolerance'],
  ['What should I not serve for Ben?', 'ben', 'intolerance'],
  ['What must I not feed the bird?', 'pet', 'intolerance'],
  ["What shouldn't the dog eat?", 'pet', 'intolerance'],
  ['What medicine does the dog get?', 'pet', 'medicine'],
  ['Does my wife have any allergies?', 'partner', 'allergy'],
  ['How old is my son?', 'children', 'age'],
])('%s asks about %s for %s, and for no relation', (question, whom, name) => {
  const { about, asks } = readQuestion(question, OWN)
  expect(about?.who === 'other' && (about.name ?? about.relation)).toBe(whom)
  const full = asks.filter(({ weight }) => weight === 1).map(({ attribute }) => attribute.name)
  expect(full).toContain(name)
  expect(full).not.toContain(whom)
  expect(full).not.toContain('marital_status')
})

test.each([
  ['What can I cook for Diwali?', 'cooking', 'pregnancy'],
  ['Do I have kids?', 'children', 'partner'],
  ['How many brothers have I got?', 'sibling', 'children'],
  ['Who is my endocrinologist?', 'doctor', 'job'],
  ['Which doctor do I see for my knees?', 'doctor', 'disability'],
  ['How many coffees do I drink a day?', 'caffeine', 'alcohol'],
  ['What am I taking for my back?', 'medicine', 'routine'],
])('%s asks about the person for %s rather than %s', (question, name, other) => {
  const { about, asks } = readQuestion(question, OWN)
  expect(about).toEqual({ who: 'self' })
  const full = asks.filter(({ weight }) => weight === 1).map(({ attribute }) => attribute.name)
  expect(full).toContain(name)
  expect(full).not.toContain(other)
})

test('a question for the name of a dog asks for the dog', () => {
  const { asks } = readQuestion("What's my dog called?")
  expect(asks.find(({ attribute }) => attribute.name === 'pet')?.weight).toBe(1)
})
