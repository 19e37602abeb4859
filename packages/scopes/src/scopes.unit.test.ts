import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowedByBoth, allows, coversAny, intersect } from './scopes.ts'

// Few names, so that qualifiers are often nested, disjoint, or have a common prefix.
const scope = fc.array(fc.constantFrom('a', 'ab', 'b'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'))
const qualifier = fc.oneof(
  { weight: 1, arbitrary: fc.constant('*') },
  { weight: 4, arbitrary: scope },
  { weight: 4, arbitrary: scope.map((base) => `${base}.*`) },
)
const qualifiers = fc.array(qualifier, { maxLength: 5 })

describe('intersect', () => {
  test('covers a scope exactly when both lists do', () => {
    fc.assert(
      fc.property(qualifiers, qualifiers, scope, (left, right, requested) => {
        expect(coversAny(intersect(left, right), requested)).toBe(
          coversAny(left, requested) && coversAny(right, requested),
        )
      }),
      { numRuns: 2_000 },
    )
  })

  test('is commutative and idempotent, without duplicates', () => {
    fc.assert(
      fc.property(qualifiers, qualifiers, (left, right) => {
        const both = intersect(left, right)
        expect([...both].sort()).toEqual([...intersect(right, left)].sort())
        expect(new Set(both).size).toBe(both.length)
        for (const one of both) expect(both.filter((other) => coversAny([other], one))).toEqual([one])
        expect([...intersect(both, left)].sort()).toEqual([...both].sort())
      }),
    )
  })

  test.each([
    [['*'], ['fitness.*'], ['fitness.*']],
    [
      ['fitness.*', 'note'],
      ['fitness.trail', 'note.*', 'sleep.*'],
      ['fitness.trail', 'note'],
    ],
    [['fitness'], ['fitness.*'], ['fitness']],
    [['fitness.*'], ['fitness-plus.*', 'fit'], []],
    [[], ['*'], []],
  ])('intersects %j and %j', (left, right, both) => {
    expect(intersect(left, right)).toEqual(both)
  })
})

describe('allowedByBoth', () => {
  const consentScopes = qualifiers.map((list) => [...list.map((each) => `memory:read:${each}`), 'identity:read'])

  test('allows a consent scope exactly when both lists do', () => {
    fc.assert(
      fc.property(consentScopes, consentScopes, scope, (left, right, name) => {
        const both = allowedByBoth(left, right)
        const asked = `memory:read:${name}`
        expect(allows(both, asked)).toBe(allows(left, asked) && allows(right, asked))
        expect(allows(both, 'identity:read')).toBe(true)
      }),
    )
  })

  test('keeps the order of the first list and mixes no verbs', () => {
    expect(allowedByBoth(['memory:read:*', 'signal:emit'], ['memory:read:note', 'memory:write:*'])).toEqual([
      'memory:read:note',
    ])
    expect(allowedByBoth(['signal:emit', 'memory:read:note'], ['memory:read:*', 'signal:emit'])).toEqual([
      'signal:emit',
      'memory:read:note',
    ])
  })
})
