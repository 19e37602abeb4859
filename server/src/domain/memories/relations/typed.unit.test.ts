import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { schemaOf, strict } from '../../../foundation/models/structured.ts'
import { RELATIONS, type Relationship, USER } from '../../vocabulary/relations.ts'
import { ANSWER, relationsOf } from './typed.ts'

const TEXT = 'Zoë Ann O’Neill’s shift at St. Mary’s began. 田中さんは東京に住んでいる。'
const of = (subject: string, relation: string, object: string): Relationship => ({ subject, relation, object })
const read = (relations: unknown, text = TEXT) => relationsOf(ANSWER.schema.parse({ relations }), text)

describe('of what a model says', () => {
  test.each([
    of('Zoë Ann O’Neill', 'works at', 'St. Mary’s'),
    of('田中', 'lives in', '東京'),
    of('Ann O’Neill', 'friend of', USER),
  ])('$subject $relation $object is taken', (relation) => {
    expect(read([relation])).toEqual([relation])
  })

  test.each([
    ['a piece of a word', of('Zo', 'works at', 'St. Mary’s')],
    ['a piece of a name before a letter', of('Zoë', 'works at', 'St. Mar')],
    ['what the text does not hold', of('Tom', 'works at', 'St. Mary’s')],
    ['a relation of its own making', of('Zoë', 'nurse at', 'St. Mary’s')],
    ['the same twice', of('Zoë', 'friend of', 'Zoë')],
    ['whole sentences', of('Zoë', 'works at', 'shift at St. Mary’s began. 田中さんは東京に住んでいる。')],
    ['nothing', of('Zoë', 'works at', '')],
    ['the person as both', of('I', 'friend of', 'user')],
  ])('%s is left out', (_, relation) => {
    expect(read([relation])).toEqual([])
  })

  test('whoever may be named first, it is one relation', () => {
    const [there, back] = [of('Zoë', 'married to', '田中'), of('田中', 'married to', 'Zoë')]
    expect(read([there, back])).toEqual([there])
  })

  test('whatever it is, no more comes of it than a few relations of the list between names of the text', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('user', 'Zoë', 'Ann', '東京', 'St. Mary’s', 'at'),
    )
    const said = fc.record({ subject: part, relation: fc.oneof(part, fc.constantFrom(...RELATIONS)), object: part })
    const any = fc.array(fc.oneof(said, fc.jsonValue()), { maxLength: 40 })
    fc.assert(
      fc.property(any, fc.oneof(fc.constant(TEXT), fc.string()), (answer, text) => {
        const found = read(answer, text)
        expect(found.length).toBeLessThanOrEqual(8)
        const plain = text.replace(/\s+/gu, ' ')
        for (const { subject, relation, object } of found) {
          expect(RELATIONS).toContain(relation)
          for (const party of [subject, object]) expect(party === USER || plain.includes(party)).toBe(true)
        }
      }),
    )
  })
})

test('the model is held to the list by the schema, too', () => {
  expect(JSON.stringify(strict(schemaOf(ANSWER.schema)))).toContain(JSON.stringify(RELATIONS))
})
