import { expect, test } from 'vitest'
import { readFacts } from './statement.ts'

const OWN = new Set(['aisha', 'khan'])
/** Facts as `attribute` for the person, `relation:attribute` or `name:attribute` for others, `other:attribute` for unknown ones. */
const factsIn = (text: string) =>
  readFacts(text, OWN).facts.map(({ attribute: { name }, subject }) =>
    subject.who === 'other' ? `${subject.name ?? subject.relation ?? 'other'}:${name}` : name,
  )

test.each([
  ['Has a daughter with a peanut allergy.', 'children:allergy', 'allergy'],
  ['Father of a girl with epilepsy.', 'children:condition', 'condition'],
  ['Lives with her diabetic mother.', 'mother:condition', 'condition'],
  ['Bakes for a coeliac husband.', 'partner:intolerance', 'intolerance'],
  ['I have a vegan girlfriend.', 'partner:diet', 'diet'],
  ['Pregnant wife.', 'partner:pregnancy', 'pregnancy'],
  ['Looks after his mother, who has dementia.', 'mother:condition', 'condition'],
  ['Has two sons, one of whom is coeliac.', 'children:intolerance', 'intolerance'],
  ['Has a brother who is a pilot.', 'sibling:job', 'job'],
  ['Works with children who have autism.', 'other:condition', 'condition'],
  ['Has a friend in a wheelchair.', 'friend:disability', 'disability'],
  ['Buys lactose-free milk for her son.', 'children:intolerance', 'intolerance'],
  ['My sister Ada, who has asthma, sings.', 'ada:condition', 'condition'],
  ["My husband's mother has dementia.", 'other:condition', 'condition'],
  ["My wife's sister Zoe is coeliac.", 'zoe:intolerance', 'intolerance'],
  ['One of my pupils is allergic to nuts.', 'other:allergy', 'allergy'],
  ['A colleague of mine is diabetic.', 'other:condition', 'condition'],
  ['Wife is vegan.', 'partner:diet', 'diet'],
  ['The dog is allergic to chicken.', 'pet:allergy', 'allergy'],
  ['Moved back when my son was ill with leukaemia.', 'children:condition', 'condition'],
  ['Takes her dog to the vet for his allergy.', 'pet:allergy', 'allergy'],
  ['Needs a wheelchair at the airport for her mother.', 'mother:disability', 'disability'],
  ['Avocado is poisonous for Fado.', 'fado:intolerance', 'intolerance'],
  ['Grapes are off limits for the dog.', 'pet:intolerance', 'intolerance'],
  ['Onions are bad for our cat.', 'pet:intolerance', 'intolerance'],
])('%s states %s', (text, fact, notOwn) => {
  const found = factsIn(text)
  expect(found).toContain(fact)
  expect(found).not.toContain(notOwn)
})

test.each([
  ['Runs a support group for people with bipolar disorder.', 'condition'],
  ['Treats patients with asthma.', 'condition'],
  ['Wrote a thesis on kidney disease.', 'condition'],
  ['Teaches first aid for anaphylaxis.', 'allergy'],
  ['Sells hearing aids.', 'disability'],
  ['Is a diabetes nurse.', 'condition'],
  ['Works in a vegan restaurant.', 'diet'],
  ['Wants to go vegan.', 'diet'],
  ["If she goes vegan she'll need B12.", 'diet'],
  ['Travels with a wheelchair user.', 'disability'],
  ["The neighbour's dog barks all night.", 'pet'],
  ["Looks after my sister's rabbit.", 'pet'],
  ["I'd love to get a dog one day.", 'pet'],
  ['Volunteers at a cat shelter.', 'pet'],
  ['Has a dog walker on Tuesdays.', 'pet'],
  ['Thinking about getting a tattoo.', 'tattoo'],
  ['Lilies are toxic for cats.', 'intolerance'],
  ['The river is dangerous for the kids.', 'intolerance'],
  ['Work is toxic for me.', 'intolerance'],
])('%s states no %s', (text, attribute) => {
  expect(factsIn(text).filter((fact) => fact.endsWith(attribute))).toEqual([])
})

test.each([
  ["I'm someone who has asthma.", 'condition'],
  ["I'm a coeliac mum.", 'intolerance'],
  ["I'm a nurse who has asthma.", 'condition'],
  ["I'm a patient with kidney failure.", 'condition'],
  ["I'm one of those people with a nut allergy.", 'allergy'],
  ["As a mother with epilepsy I can't drive.", 'condition'],
  ['Woman with a nut allergy, 34.', 'allergy'],
  ['User, who has epilepsy, lives in Cork.', 'condition'],
  ['My wife and I are vegan.', 'diet'],
  ['Has had asthma since she was a child.', 'condition'],
  ['Diagnosed with asthma the year her son was born.', 'condition'],
  ['Is a wheelchair user.', 'disability'],
  ['Vegan dad of two.', 'diet'],
  ['Sees a diabetes nurse.', 'condition'],
  ['Eats at vegan restaurants.', 'diet'],
  ['Went to the clinic with my wife because of my asthma.', 'condition'],
  ['Has a cat and wants a dog.', 'pet'],
  ["My daughter's hamster is called Nib.", 'pet'],
  ['Peanuts are dangerous for me.', 'intolerance'],
])('%s states %s of the person', (text, attribute) => {
  expect(factsIn(text)).toContain(attribute)
})

test.each([
  ['James stacks shelves at Tesco.', 'james:job', 'job'],
  ['Lars snores loudly.', 'lars:sleep_fact', 'sleep_fact'],
  ['Agnes cleans offices.', 'agnes:job', 'job'],
  ['Cleans offices at night for an agency.', 'job', 'cleans:job'],
  ['Audits banks.', 'job', 'audits:job'],
])('%s: a name is no verb, and a verb no name', (text, fact, other) => {
  const found = factsIn(text)
  expect(found).toContain(fact)
  expect(found).not.toContain(other)
})

test.each([
  ['Aisha is dating a nurse named Joy.', 'job'],
  ['I am seeing a teacher.', 'job'],
  ['I am looking for a plumber.', 'job'],
  ['Diabetes in the family.', 'condition'],
  ['Asthma in her brother.', 'condition'],
  ['Cancer research donations monthly.', 'condition'],
])('%s states no %s of the person', (text, fact) => {
  expect(factsIn(text)).not.toContain(fact)
})

test.each([
  ['I am training as a nurse.', 'job'],
  ['She is working as a welder in Gdansk.', 'job'],
  ['Gout in the right big toe; no liver, no anchovies.', 'condition'],
  ['Psoriasis on the elbows.', 'condition'],
])('%s states a %s of the person', (text, fact) => {
  expect(factsIn(text)).toContain(fact)
})
