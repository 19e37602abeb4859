import { describe, expect, test } from 'vitest'
import { CONCEPTS, type Concept, conceptNamed, conceptsWith, parseConcepts, widerConcepts } from './concepts.ts'

const CONCEPTS_OF_A_WORD_MAX = 4
const WORD = /^[a-z0-9]+('[a-z]+)?$/
const PHRASE = /^[a-z0-9']+( [a-z0-9']+){1,3}$/

const members = ({ words, phrases }: Concept) => [...words, ...phrases]

/** The values of `keyed` whose key occurs more than `max` times, as `key: values`. */
function repeated(keyed: (readonly [key: string, value: string])[], max = 1): string[] {
  const groups = new Map<string, string[]>()
  for (const [key, value] of keyed) groups.set(key, [...(groups.get(key) ?? []), value])
  return [...groups].filter(([, values]) => values.length > max).map(([key, values]) => `${key}: ${values.join(' ')}`)
}

describe('parseConcepts', () => {
  test('reads the name, the parents, the words and the phrases of a line', () => {
    expect(parseConcepts('\nnut < food allergen: nut "mixed nuts" nutty\nfood: food\n')).toEqual([
      { name: 'nut', parents: ['food', 'allergen'], words: ['nut', 'nutty'], phrases: ['mixed nuts'] },
      { name: 'food', parents: [], words: ['food'], phrases: [] },
    ])
  })

  test('rejects a line of another form', () => {
    expect(() => parseConcepts('nut < food')).toThrow('Not a concept: nut < food')
  })
})

describe('the lexicon', () => {
  test('has unique names', () => {
    expect(CONCEPTS.length).toBeGreaterThan(2_000)
    expect(repeated(CONCEPTS.map(({ name }) => [name, 'again']))).toEqual([])
  })

  test('has only parents that exist', () => {
    const missing = CONCEPTS.flatMap(({ name, parents }) =>
      parents.filter((p) => !conceptNamed(p)).map((p) => [name, p]),
    )
    expect(missing).toEqual([])
  })

  test('has no cycles', () => {
    const cyclic = CONCEPTS.filter(({ name, parents }) => parents.some((parent) => widerConcepts(parent).has(name)))
    expect(cyclic.map(({ name }) => name)).toEqual([])
  })

  test('names no parent that another parent already implies', () => {
    const redundant = CONCEPTS.flatMap(({ name, parents }) =>
      parents
        .filter((parent) => parents.some((other) => other !== parent && widerConcepts(other).has(parent)))
        .map((parent) => `${name} < ${parent}`),
    )
    expect(redundant).toEqual([])
  })

  test('consists of words and of phrases of two to four words, in lower case', () => {
    expect(CONCEPTS.flatMap(({ words }) => words.filter((word) => !WORD.test(word)))).toEqual([])
    expect(CONCEPTS.flatMap(({ phrases }) => phrases.filter((phrase) => !PHRASE.test(phrase)))).toEqual([])
  })

  test('lists a member once in a concept and in at most four concepts', () => {
    const pairs = CONCEPTS.flatMap((concept) => members(concept).map((member) => [member, concept.name] as const))
    expect(repeated(pairs.map(([member, name]) => [`${member} of ${name}`, 'again']))).toEqual([])
    expect(repeated(pairs, CONCEPTS_OF_A_WORD_MAX)).toEqual([])
  })

  test('has no two concepts with the same members', () => {
    expect(repeated(CONCEPTS.map((concept) => [members(concept).sort().join(), concept.name]))).toEqual([])
  })
})

describe('conceptsWith', () => {
  test('finds the concepts that list a word or a phrase', () => {
    expect(conceptsWith('ibuprofen').map(({ name }) => name)).toEqual(['ibuprofen'])
    expect(conceptsWith('half marathon').map(({ name }) => name)).toEqual(['half_marathon'])
    expect(conceptsWith('penicillin allergy').map(({ name }) => name)).toEqual(['drug_allergy'])
    expect(conceptsWith('xyzzy')).toEqual([])
  })
})

describe('widerConcepts', () => {
  test('counts the steps to each wider concept', () => {
    expect(widerConcepts('penicillin').get('penicillin')).toBe(0)
    expect(widerConcepts('penicillin').get('antibiotic')).toBe(1)
    expect(widerConcepts('penicillin').get('medicine')).toBe(2)
    expect(widerConcepts('unheard_of').size).toBe(0)
  })

  test('follows the parents of a concept once', () => {
    expect(widerConcepts('penicillin')).toBe(widerConcepts('penicillin'))
  })

  test.each([
    ['amoxicillin', 'antibiotic'],
    ['ibuprofen', 'painkiller'],
    ['sertraline', 'medicine'],
    ['peanuts', 'allergen'],
    ['prawns', 'shellfish'],
    ['steak', 'meat'],
    ['vegetarian', 'meat'],
    ['lactose', 'dairy'],
    ['mojito', 'alcohol'],
    ['teetotal', 'alcohol'],
    ['croissant', 'gluten'],
    ['hubby', 'family'],
    ['mother in law', 'family'],
    ['plumber', 'job'],
    ['kindergarten', 'school'],
    ['mandarin', 'language'],
    ['labrador', 'pet'],
    ['airbus', 'air_travel'],
    ['scared of flying', 'air_travel'],
    ['arachnophobia', 'spider'],
    ['lisbon', 'portugal'],
    ['hogmanay', 'public_holiday'],
    ['21 km', 'running'],
    ['cello', 'music'],
    ['mortgage', 'money'],
    ['passed away', 'death'],
    ['power bank', 'device'],
    ['minecraft', 'games'],
  ])('%s is a kind of %s', (member, wider) => {
    expect(conceptsWith(member).some(({ name }) => widerConcepts(name).has(wider))).toBe(true)
  })
})
