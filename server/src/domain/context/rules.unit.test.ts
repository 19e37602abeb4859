import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { relationsIn } from './rules.ts'

const stated = (text: string) =>
  relationsIn(text).map(({ subject, relation, object }) => `${subject} ${relation} ${object}`)

describe('relationsIn', () => {
  test.each([
    ['Ada is her sister.', ['Ada sister of user']],
    ['Ada is my older sister and lives in Leeds.', ['Ada sister of user', 'Ada lives in Leeds']],
    ['My brother Tom lives in Leeds', ['Tom brother of user', 'Tom lives in Leeds']],
    ['my mom, Jo, works at Acme', ['Jo mother of user', 'Jo works at Acme']],
    ["My sister's name is Ada Byron", ['Ada Byron sister of user']],
    ["The user's dog is called Biscuit.", ['Biscuit dog of user']],
    ['Has a dog named Biscuit', ['Biscuit dog of user']],
    ['Works at Acme', ['user works at Acme']],
    [
      'I work as a staff nurse at the Royal Infirmary of Edinburgh.',
      ['user works at the Royal Infirmary of Edinburgh'],
    ],
    ['Married to Sam', ['user married to Sam']],
    ['Is married to her husband Sam since 2012', ['user married to Sam']],
    ['User lives in Den Haag and works for Shell', ['user lives in Den Haag', 'user works at Shell']],
    ['Ada is Tom’s boss', ['Ada boss of Tom']],
    ["Tom's wife Ada is from São Paulo", ['Ada wife of Tom', 'Ada comes from São Paulo']],
    ['Lives with her partner Jean-Luc. Runs on Tuesdays.', ['user lives with Jean-Luc']],
    ['Sam is engaged to Robin', ['Sam engaged to Robin']],
    ['My mother-in-law Ruth lives in Leeds Monday', ['Ruth mother-in-law of user', 'Ruth lives in Leeds']],
  ])('extracts the relationships of: %s', (text, relations) => {
    expect(stated(text)).toEqual(relations)
  })

  test.each([
    'Ada is not her sister',
    'No longer works at Acme',
    'Used to live in Leeds',
    'Wants to work at Acme',
    'My boss is German',
    "My brother Tom's car is in Leeds",
    'My friend Monday',
    'Works at night',
    'Lives in fear of spiders',
    'Dreamt that Ada is her sister',
    'If Tom lives in Leeds, visit him',
    'She is happy',
    'Is Ada her sister',
    '',
  ])('extracts nothing from: %s', (text) => {
    expect(stated(text)).toEqual([])
  })

  test('ignores "his" and "she" after another person was mentioned', () => {
    expect(stated('Tom lives in Leeds. Ada is his sister. She works at Acme. Works at Shell.')).toEqual([
      'Tom lives in Leeds',
    ])
  })

  test('extracts only names that occur in the text', () => {
    const words = fc.constantFrom(
      ...'Ada Tom is my her sister of the The lives in works at and, . user’s \n A-b “'.split(' '),
    )
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.array(words, { maxLength: 200 }).map((all) => all.join(' ')),
    )
    fc.assert(
      fc.property(text, (text) => {
        for (const { subject, object } of relationsIn(text))
          for (const name of [subject, object])
            expect(name === 'user' || text.replace(/\s+/gu, ' ').includes(name)).toBe(true)
      }),
    )
  })

  // With exponential backtracking this would exceed the timeout of a test.
  test.each([
    'A '.repeat(5000),
    'Ada of the '.repeat(900),
    'my sister '.repeat(900),
    `Works as a ${'a'.repeat(8000)}`,
  ])('terminates on repetitive text (%#)', (text) => {
    expect(relationsIn(text)).toEqual([])
  })
})
