import { RELATIONS, USER } from '@memory-service/understanding/relation-words'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonSchemaOf, strictSchema } from '../../../foundation/models/structured.ts'
import type { Relationship } from '../../vocabulary/relations.ts'
import { OUTPUT, relationsOf } from './prompt.ts'

const TEXT = 'Zoë Ann O’Neill’s shift at St. Mary’s began. 田中さんは東京に住んでいる。'
const of = (subject: string, relation: string, object: string): Relationship => ({ subject, relation, object })
const read = (relations: unknown, text = TEXT) => relationsOf(OUTPUT.schema.parse({ relations }), text)

describe('relationsOf', () => {
  test.each([
    of('Zoë Ann O’Neill', 'works at', 'St. Mary’s'),
    of('田中', 'lives in', '東京'),
    of('Ann O’Neill', 'friend of', USER),
  ])('accepts $subject $relation $object', (relation) => {
    expect(read([relation])).toEqual([relation])
  })

  test.each([
    ['a part of a word', of('Zo', 'works at', 'St. Mary’s')],
    ['a part of a name before a letter', of('Zoë', 'works at', 'St. Mar')],
    ['a name that is not in the text', of('Tom', 'works at', 'St. Mary’s')],
    ['an unlisted relation', of('Zoë', 'nurse at', 'St. Mary’s')],
    ['the same name twice', of('Zoë', 'friend of', 'Zoë')],
    ['whole sentences', of('Zoë', 'works at', 'shift at St. Mary’s began. 田中さんは東京に住んでいる。')],
    ['an empty name', of('Zoë', 'works at', '')],
    ['the user as both', of('I', 'friend of', 'user')],
  ])('drops %s', (_, relation) => {
    expect(read([relation])).toEqual([])
  })

  test('returns a symmetric relation once', () => {
    const [there, back] = [of('Zoë', 'married to', '田中'), of('田中', 'married to', 'Zoë')]
    expect(read([there, back])).toEqual([there])
  })

  test('returns at most eight listed relations between names in the text for any output', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('user', 'Zoë', 'Ann', '東京', 'St. Mary’s', 'at'),
    )
    const relation = fc.record({ subject: part, relation: fc.oneof(part, fc.constantFrom(...RELATIONS)), object: part })
    const any = fc.array(fc.oneof(relation, fc.jsonValue()), { maxLength: 40 })
    fc.assert(
      fc.property(any, fc.oneof(fc.constant(TEXT), fc.string()), (output, text) => {
        const found = read(output, text)
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

test('the JSON schema contains the list of relations', () => {
  expect(JSON.stringify(strictSchema(jsonSchemaOf(OUTPUT.schema)))).toContain(JSON.stringify(RELATIONS))
})
