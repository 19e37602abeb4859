import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { contextOf, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Kim Doe'
const CONTEXT = contextOf(OWN_NAME)

test.each([
  // It died.
  ['Has a whippet named Nelson.', 'Nelson slipped away in his basket.'],
  ['My cockatiel is called Sunny.', 'A hawk got Sunny.'],
  ['Our spaniel is Mocha.', 'We lost Mocha to parvo.'],
  ['Old terrier, Gus, sleeps by the stove.', 'Ashes of Gus are on the mantelpiece.'],
  ['Kim has a goldfish called Bubbles.', 'Bubbles was floating on Monday morning.'],
  ['Keeps eight hens.', 'A fox got the hens.'],
  // Others have it.
  ['Fosters a greyhound, Rapid.', 'Rapid found a permanent home in Ghent.'],
  ['I have a rabbit called Snow.', 'Snow lives with my cousin since the move.'],
  ['Has a tabby called Figaro.', 'Figaro went to a farm, the stairs were too much.'],
  ['I have a mongrel, Chips.', 'My ex kept Chips.'],
  ['Guard dog: Brutus.', 'Brutus was handed over to the caretaker.'],
  ['I keep pigeons in the attic.', 'The pigeons went to a breeder in Lille.'],
])('an animal is gone: %j, %j', (older, newer) => {
  expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
})

test.each([
  ['a visit', 'Has a tabby called Figaro.', 'Figaro went to my sister for the weekend.'],
  ['the vet', 'Has a whippet named Nelson.', 'Nelson went to the vet.'],
  ['the own home', 'Has a whippet named Nelson.', 'Nelson lives with us in Ghent.'],
  ['a walk', 'I have a mongrel, Chips.', 'Took Chips to the lake.'],
  ['an animal of another person', 'Has a whippet named Nelson.', "Magda's whippet died."],
  ['what may be', 'I have a rabbit called Snow.', 'Snow might go to my cousin.'],
  ['another animal', 'Has a tabby called Figaro.', 'The goldfish died.'],
  ['a person of the same name', 'Brother Nelson is a pilot.', 'Nelson moved in with his girlfriend.'],
  ["another's animal by name", 'Magda has a whippet, Nelson.', 'My aunt took in Nelson.'],
])('leaves an animal as it is for %s', (_, older, newer) => {
  expect(judgeReplacement(newer, older, CONTEXT)).not.toBe('certain')
})

test('asks where one of several animals is gone', () => {
  expect(judgeReplacement('Pip did not survive the operation.', 'Two rabbits, Pip and Mo.', CONTEXT)).not.toBe(
    'certain',
  )
  expect(judgeReplacement('The cat is dead.', 'Has a tabby cat called Figaro.', CONTEXT)).toBe('likely')
})
