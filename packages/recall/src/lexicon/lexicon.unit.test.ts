import { expect, test } from 'vitest'
import { tokenise } from '../tokens.ts'
import { LEMMAS } from './irregular.ts'

const lemmasOf = (forms: string) => forms.split(' ').map((form) => LEMMAS.get(form))

test('maps both past forms of irregular verbs to the lemma', () => {
  expect(lemmasOf('went gone grew grown')).toEqual(['go', 'go', 'grow', 'grow'])
  expect(lemmasOf('took taken told kept borne stood')).toEqual(['take', 'take', 'tell', 'keep', 'bear', 'stand'])
  const [gone, grown] = tokenise('gone grown').tokens.map(({ stem }) => stem)
  expect([gone, grown]).toEqual(['go', 'grow'])
})

test('every irregular form begins with the letter of its lemma, apart from suppletive forms', () => {
  const others = [...LEMMAS].filter(([form, lemma]) => form[0] !== lemma[0]).map(([form]) => form)
  expect(others.sort()).toEqual(['ate', 'best', 'better', 'went', 'worse', 'worst'])
})
