import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'

const OWN = { ownName: 'Nadia' }

test.each([
  ['The poet I admire most is Amy Clampitt.', 'The poet I admire most is Les Murray.'],
  ['The poet I admire most is Amy Clampitt.', 'Les Murray is the poet I admire most now.'],
  [
    'Nadia listens to Ott Brass more than to any other band.',
    'Nadia listens to Blum Four more than to any other band.',
  ],
  ['On the list for a berth.', 'Off the list for a berth.'],
  ['GP: Dr Ott.', 'GP: Dr Blum, as Dr Ott has retired.'],
  ['On a raw food diet.', 'Raw food diet given up, normal meals from now on.'],
])('reads %j as replaced by %j', (older, newer) => {
  expect(judgeReplacement(newer, older, OWN)).toBe('certain')
})

test.each([
  ['one of several', 'One of the best bakers is Ott.', 'One of the best bakers is Blum.'],
  ['what each is best for', 'Mornings are best for calls.', 'Evenings are best for walks.'],
  ['best of two places', 'The best bakery in Kehl is Ott.', 'The best bakery in Basel is Blum.'],
  ['one of many things', 'The best thing about the job is the pay.', 'The best thing about the job is the view.'],
  ['what is only true of several', 'Only eats fish.', 'Only eats organic vegetables.'],
  ['what is always true', 'Always wears a helmet.', 'Always wears gloves.'],
  ['health', 'The medicine I react to most is penicillin.', 'The medicine I react to most is codeine.'],
  ['an addition', 'The poet I admire most is Amy Clampitt.', 'The poet I admire most is Les Murray too.'],
  ['another person', 'Omar likes jazz most.', 'Ines likes folk most.'],
  ['another list', 'On the list for a berth.', 'Off the list for a mooring.'],
])('reads both as true: %s', (_, older, newer) => {
  expect(judgeReplacement(newer, older, OWN)).not.toBe('certain')
})
