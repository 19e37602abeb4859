import { expect, test } from 'vitest'
import { askedPeople, whoIsAsked } from './asked-people.ts'

const own = new Set(['maren'])

test.each([
  ["what is my daughter's number", 'child'],
  ['which grandchild has trouble with books', 'grandchild'],
  ["what is my son's wife called", 'child partner'],
  ['who is my daughter-in-law', 'child_in_law'],
  ['who is my mother in law', 'parent_in_law'],
  ["what are Ingvild's children called", 'child of ingvild'],
  ["what is Owen's girlfriend's job", 'partner of owen'],
  ["where does Maren's brother live", 'sibling'],
  ['who works with me', 'colleague'],
  ['who do I live with', 'roommate'],
  ['who is my oldest mate', 'best_friend'],
  ['who plays in my band', 'bandmate'],
])('reads whom "%s" names', (query, expected) => {
  const { of, roles } = askedPeople(query, own)!
  expect(`${roles.map(({ kind }) => kind).join(' ')}${of && ` of ${of}`}`).toBe(expected)
})

test.each(['which team won the cup', 'what do I eat', 'is there a doctor open today'])('%s names no one', (query) => {
  expect(askedPeople(query, own)).toBeUndefined()
})

test.each([
  ['who is Turid', 'turid'],
  ['who is Ana to me', 'ana'],
  ['how do I know Kjell?', 'kjell'],
  ['who is Mr Fenwick', 'fenwick'],
  ['who was my father', undefined],
  ['who is coming on Friday', undefined],
])('%s asks who %s is', (query, name) => {
  expect(whoIsAsked(query)).toBe(name)
})
