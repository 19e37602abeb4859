import { expect, test } from 'vitest'
import { scopeBelow, subtopicName, topicName } from './topic-name.ts'

test.each([
  ['fitness', 'Fitness', ''],
  ['fitness.trail_runs', 'Fitness · trail runs', 'trail runs'],
  ['schedule.calendar.work', 'Schedule · calendar · work', 'calendar · work'],
  ['constructor', 'Constructor', ''],
  ['_', '', ''],
])('the scope %s is shown as %j, and below its top level as %j', (scope, name, below) => {
  expect([topicName(scope), subtopicName(scope)]).toEqual([name, below])
})

test.each([
  ['Trail runs', 'fitness.trail_runs'],
  ['  Été à la plage! ', 'fitness.ete_a_la_plage'],
  ['calendar · work', 'fitness.calendar.work'],
  ['', 'fitness'],
  [' · ', 'fitness'],
  ['跑步', 'fitness'],
])('the words %j below fitness make the scope %s', (words, scope) => {
  expect(scopeBelow('fitness', words)).toBe(scope)
})
