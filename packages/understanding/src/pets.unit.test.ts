import { expect, test } from 'vitest'
import { readQuestion } from './question.ts'
import { readFacts } from './statement.ts'

const OWN = new Set(['mei'])
const petsOf = (text: string) =>
  readFacts(text, OWN).facts.flatMap(({ species, value }) => (species ? [`${species} ${value}`] : []))

test.each([
  ['Mei has an assistance dog, a yellow Labrador called Biscuit.', 'dog biscuit'],
  ['An African grey parrot named Fado lives in the kitchen.', 'bird fado'],
  ['Our dog, a yellow Labrador, is called Biscuit.', 'dog biscuit'],
  ['Our cat, Miso, needs her tablets at 8 every morning.', 'cat miso'],
  ['Has three cats: Tofu, Mochi and Bean.', 'cat tofu, cat mochi, cat bean'],
  ['I have a 12-year-old cat named Mr Whiskers.', 'cat whiskers'],
  ['Pet: a bearded dragon called Spike', 'lizard spike'],
  ['Shares the flat with a rabbit named Clover.', 'rabbit clover'],
  ['Two cats: Miso and Nori.', 'cat miso, cat nori'],
  ['We have two dogs, Milo and Otis.', 'dog milo, dog otis'],
  ['Has two goldfish, Bubbles and Squeak.', 'fish bubbles, fish squeak'],
  ['Luna the dog and Oliver the cat hate each other.', 'dog luna, cat oliver'],
  ['Kiki the dog must not eat chicken.', 'dog kiki'],
  ['I walk my dog Rex every evening in the park.', 'dog rex'],
  ['Pets: Bruno (beagle).', 'dog bruno'],
  ['Pets: dog Rex, cat Tibbles, parrot Fado.', 'dog rex, cat tibbles, bird fado'],
  ["User's parrot is named Fado.", 'bird fado'],
  ['Cat: Pixel, 4 years old.', 'cat pixel'],
  ["My dog's name is Pepper.", 'dog pepper'],
  ['I got a new kitten, her name is Mochi.', 'cat mochi'],
  ['She adopted a Maine Coon, Thor, last spring.', 'cat thor'],
  ['Have a hamster called Peanut and a budgie called Kiwi.', 'hamster peanut, bird kiwi'],
  ['Owns a Shetland pony called Treacle.', 'horse treacle'],
  ['Our golden retriever Sunny is scared of fireworks.', 'dog sunny'],
  ['Max is our border collie.', 'dog max'],
  ['Poppy is a 3-year-old spaniel.', 'dog poppy'],
  ['Just picked up Nacho, a chihuahua puppy, from the shelter.', 'dog nacho'],
  ['Rex, our dog, is afraid of thunder.', 'dog rex'],
  ['We named our new puppy Waffles.', 'dog waffles'],
  ['Our dog Rex died in March.', 'dog rex'],
  ['My wife has a dog called Rex.', 'dog rex'],
  ["My daughter's hamster is called Nib.", 'hamster nib'],
  ['Tom walks my dog Rex on Mondays.', 'dog rex'],
])('%s names pets with their species', (text, pets) => {
  expect(petsOf(text).join(', ')).toBe(pets)
})

test.each([
  "My sister's dog Bella is staying with us.",
  "Tom's cat Felix scratched me.",
  "My sister's dog, a Labrador called Bella, is here.",
  'Tom and his dog Rex visited.',
  'Tom took his dog Rex to the vet.',
  'My friend Ana has a cat called Otto.',
  "The neighbours' cat Otto steals food.",
  'Bella (my sister’s dog) bites.',
  'Met a dog called Rex in the park.',
  'Read a book about a dog called Lassie.',
  'Wants a dog called Rover one day.',
  'Walked the dog, Tom and Ana came along.',
  'Feed the dog at six.',
  'Walk the dog.',
  'The dog ate my Kindle.',
  'The cat Ana gave us is ill.',
  'The dog Monday needs a walk.',
  'Cat Stevens is a favourite.',
  'Ordered a hot dog, Chicago style.',
  'Fish: Salmon on Fridays.',
  'Dog: Labrador',
  'Dog: Vet on Monday at 10',
  'Cat: Neutered, chipped',
  'Has a German shepherd.',
  'Moved to Norwich, a cat in tow.',
  'Nacho, a chihuahua, barked at me in the park.',
])('%s names no pet of the user', (text) => {
  expect(petsOf(text)).toEqual([])
})

test('the value of a pet fact is the name, and the species where no name is stated', () => {
  const valuesOf = (text: string) =>
    readFacts(text).facts.flatMap(({ attribute, value }) => (attribute.name === 'pet' ? [value] : []))
  expect(valuesOf('Has a dog named Charlie.')).toEqual(['charlie'])
  expect(valuesOf('Has a dog.')).toEqual(['dog'])
})

test('a pet that died keeps its name', () => {
  expect(readFacts('Our dog Rex died in March.').facts.find(({ species }) => species)).toMatchObject({
    ...{ value: 'rex', polarity: 'ended' },
  })
})

test.each([
  ["what shouldn't the dog eat?", 'dog'],
  ['what must I not feed the bird?', 'bird'],
  ['which vet does our parrot go to?', 'bird'],
  ["what's the cat's name?", 'cat'],
  ["when is the pup's next vaccination?", 'dog'],
  ['what does my old German shepherd weigh?', 'dog'],
  ['where does the pony live?', 'horse'],
  ["what does Mei's cat eat?", 'cat'],
  ['who looks after the cats?', 'cat'],
  ['which cat is ill?', 'cat'],
])('%s asks about a pet of a species', (question, species) => {
  expect(readQuestion(question, OWN).species).toBe(species)
})

test.each([
  "what is my sister's dog called?",
  "what does Tom's cat eat?",
  'what does my pet eat?',
  'what pets do I have?',
  'do I have a cat?',
  'where can I get a hot dog?',
  'where is the dog park?',
  'which hotel takes dogs?',
  'what does my wife do?',
  'which version is my python script for?',
])('%s asks about no pet of a known species', (question) => {
  expect(readQuestion(question, OWN).species).toBeUndefined()
})
