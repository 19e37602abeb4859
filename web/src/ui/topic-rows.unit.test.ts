import { describe, expect, test } from 'vitest'
import { describeScope } from '../../../server/src/domain/vocabulary/describe.ts'
import { topicRows } from './topic-rows.ts'

const rowsOf = (...scopes: string[]) =>
  topicRows(scopes.map(describeScope)).map(({ topic, scopes }) => [topic.key, scopes.map(({ scope }) => scope)])

describe('the rows of topics', () => {
  test('join reading and changing, and leave other permissions out', () => {
    expect(rowsOf('memory:read:fitness.*', 'identity:read', 'memory:write:fitness')).toEqual([
      ['fitness', ['memory:read:fitness.*', 'memory:write:fitness']],
    ])
  })

  test('begin with everything, then sensitive topics, then topics that may be changed', () => {
    const scopes = ['memory:read:media', 'memory:write:note', 'memory:read:health', 'memory:read:*']
    expect(rowsOf(...scopes).map(([key]) => key)).toEqual(['*', 'health', 'note', 'media'])
  })

  test('show every scope, also a second one of the same topic and kind', () => {
    expect(rowsOf('memory:read:fitness.*', 'memory:read:fitness')).toEqual([
      ['fitness', ['memory:read:fitness.*']],
      ['fitness', ['memory:read:fitness']],
    ])
  })
})
