import { expect, test } from 'vitest'
import { dot, nearestTopics, textVector } from './text-vectors.ts'

const vectorOf = (text: string) => textVector(text)!

test('vectors of texts have a length of 1', () => {
  const vector = vectorOf('I rent a flat near the harbour.')
  expect(dot(vector, vector)).toBeCloseTo(1, 5)
})

test('a text without known words has no vector', () => {
  expect(textVector('')).toBeUndefined()
  expect(textVector('xqzzt vfrrk plmnq wsxcd')).toBeUndefined()
})

test('statements about one matter are nearer than others, without a word in common', () => {
  const pairs = [
    ['I work as a barista.', 'She teaches at a primary school.', 'Our cat sleeps all day.'],
    ['Rents a flat in Leeds.', 'We bought a cottage by the sea.', 'Takes two sugars in tea.'],
    ['Drives an old Volvo.', 'Bought a motorbike for the commute.', 'Her sister is getting married.'],
  ] as const
  for (const [one, same, other] of pairs)
    expect(dot(vectorOf(one), vectorOf(same))).toBeGreaterThan(dot(vectorOf(one), vectorOf(other)))
})

test('the nearest topics of a text are distinct, the nearest first', () => {
  const vector = vectorOf('I rent a flat near the harbour.')
  const topics = nearestTopics(vector, 4)
  expect(new Set(topics).size).toBe(4)
  expect(nearestTopics(vector, 2)).toEqual(topics.slice(0, 2))
  expect(topics.every((topic) => Number.isInteger(topic) && topic >= 0 && topic < 24)).toBe(true)
})

test('texts about one matter share one of their nearest topics', () => {
  const [one, other] = ['I work as a barista.', 'She teaches at a primary school.'].map((text) =>
    nearestTopics(vectorOf(text), 3),
  )
  expect(one!.some((topic) => other!.includes(topic))).toBe(true)
})
