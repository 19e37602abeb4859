import { expect, test } from 'vitest'
import { topicName } from './topic-name.ts'

test.each([
  ['fitness', 'Fitness'],
  ['fitness.trail_runs', 'Fitness · trail runs'],
  ['schedule.calendar.work', 'Schedule · calendar · work'],
  ['_', ''],
])('the scope %s is shown as %j', (scope, name) => expect(topicName(scope)).toBe(name))
