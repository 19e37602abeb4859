import { expect, test } from 'vitest'
import { SCOPES_CHARS_MAX, scopeNames } from './scope-names.ts'

test('the scopes of an entry are distinct and in order', () => {
  expect(scopeNames(['note', 'fitness.trail', 'note'])).toBe('fitness.trail note')
  expect(scopeNames([])).toBe('')
})

test('many long scopes are given by their topics', () => {
  const scopes = Array.from({ length: 500 }, (_, n) => `${n % 2 ? 'note' : 'fitness'}.${'x'.repeat(100)}${n}`)
  expect(scopeNames(scopes)).toBe('fitness.* note.*')
  expect(scopeNames([...scopes, 'home'])).toBe('fitness.* home note.*')
})

test('a topic that is given by its subtopics is not named a second time', () => {
  const scopes = Array.from({ length: 50 }, (_, n) => `fitness.${'x'.repeat(100)}${n}`)
  expect(scopeNames(['fitness', 'home', ...scopes])).toBe('fitness.* home')
})

test('very many topics are cut between two of them', () => {
  const names = scopeNames(Array.from({ length: 500 }, (_, n) => `topic_${n}`))
  expect(names.length).toBeLessThanOrEqual(SCOPES_CHARS_MAX)
  expect(names.split(' ').every((name) => /^topic_\d+$/.test(name))).toBe(true)
})
