import { expect, test } from 'vitest'
import { readFacts } from './statement.ts'

const stated = (text: string, name: string) =>
  readFacts(text)
    .facts.filter(({ attribute }) => attribute.name === name)
    .map(({ subject, value }) => [subject.who === 'other' ? (subject.name ?? subject.relation) : subject.who, value])

test.each([
  ["Has a cow's milk allergy.", 'allergy', 'self', "cow's milk"],
  ['Has a cow’s milk allergy.', 'allergy', 'self', "cow's milk"],
  ["Cow's milk allergy since birth.", 'allergy', 'self', "cow's milk"],
  ["Elene: cow's milk allergy since birth.", 'allergy', 'elene', "cow's milk"],
  ["Ben: goat's cheese intolerance.", 'intolerance', 'ben', "goat's cheese"],
  ['Tom: cow’s milk protein intolerance.', 'intolerance', 'tom', "cow's milk protein"],
  ["Nino: bees' stings make him swell", 'allergy', 'nino', "bees' stings"],
  ["Sheep's wool makes me itch.", 'allergy', 'self', "sheep's wool"],
  ["Anna's cow's milk allergy is mild.", 'allergy', 'anna', "cow's milk"],
  ["My daughter's hen's egg allergy is severe.", 'allergy', 'children', "hen's egg"],
  ["Tom's milk allergy is mild.", 'allergy', 'tom', 'milk'],
  ["Priya's allergy: nuts", 'allergy', 'priya', 'nuts'],
  ["Allergy: cow's milk", 'allergy', 'self', "cow's milk"],
  ['Takes St John’s wort for low mood.', 'medicine', 'self', "st john's wort for low mood"],
  ["Has athlete's foot.", 'condition', 'self', "athlete's foot"],
  ['Tennis elbow in my right arm since May.', 'condition', 'self', 'tennis elbow'],
  ["Dad: Parkinson's since 2019.", 'condition', 'father', "parkinson's"],
  ["Crohn's disease since 2011", 'condition', 'self', "crohn's disease"],
  ["Graves' disease since 2003.", 'condition', 'self', "graves' disease"],
  ["Has Addison's disease.", 'condition', 'self', "addison's disease"],
  ["My sister has Sjögren's syndrome.", 'condition', 'sibling', "sjögren's syndrome"],
  ["Bell's palsy in 2018.", 'condition', 'self', "bell's palsy"],
  ["Mum was diagnosed with Alzheimer's in 2020.", 'condition', 'mother', "alzheimer's"],
  ['Diagnosed with type 2 diabetes on 6 October.', 'condition', 'self', 'type 2 diabetes'],
  ['Is intolerant to gluten.', 'intolerance', 'self', 'gluten'],
])('"%s" states %s of %s: %s', (text, name, bearer, value) => {
  expect(stated(text, name)).toEqual([[bearer, value]])
})

test.each([
  ['Grows St John’s wort in the garden.', 'medicine'],
  ['Wears a tennis elbow strap.', 'condition'],
  ["Bell's palsy leaflet, from the clinic.", 'condition'],
  ["Loves shepherd's pie.", 'pet_breed'],
  ["Cat's fur sets off my asthma.", 'pet'],
  ["I cut my son's hair.", 'hair'],
])('"%s" states no %s', (text, name) => {
  expect(stated(text, name)).toEqual([])
})

test('the "s" of a contraction is no part of the name of a condition', () => {
  expect(stated("Asthma's back", 'condition')).toEqual([['self', 'asthma']])
})
