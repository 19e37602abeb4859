import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'

const OWN = { ownName: 'Nadia' }

test.each([
  ['The poet I admire most is Amy Clampitt.', 'The poet I admire most is Les Murray.'],
  ['The poet I admire most is Amy Clampitt.', 'Les Murray is the poet I admire most now.'],
  ['Bakes everything in a Dutch oven.', 'Bakes everything on a pizza stone.'],
  ['Nadia considers rye the finest bread there is.', 'Nadia considers spelt the finest bread there is, ahead of rye.'],
  ['Listens to Ott Brass more than to any other band.', 'Listens to Blum Four more than to any other band.'],
  ['On the list for a berth.', 'Off the list for a berth.'],
  ['GP: Dr Ott.', 'GP: Dr Blum, as Dr Ott has retired.'],
  ['I publish as Ada Sky.', 'From now on I publish as Ren Star.'],
  ['On a raw food diet.', 'Raw food diet given up, normal meals from now on.'],
])('reads %j as replaced by %j', (older, newer) => {
  expect(judgeReplacement(newer, older, OWN)).toBe('certain')
})

test.each([
  ['one of several', 'One of the best bakers is Ott.', 'One of the best bakers is Blum.'],
  ['what each is best for', 'Mornings are best for calls.', 'Evenings are best for walks.'],
  ['an addition', 'The poet I admire most is Amy Clampitt.', 'The poet I admire most is Les Murray too.'],
  ['another person', 'Omar likes jazz most.', 'Ines likes folk most.'],
  ['another list', 'On the list for a berth.', 'Off the list for a mooring.'],
])('reads both as true: %s', (_, older, newer) => {
  expect(judgeReplacement(newer, older, OWN)).not.toBe('certain')
})
