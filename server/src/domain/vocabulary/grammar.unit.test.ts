import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allows, covers, isQualifier, isScopeName, parseConsentScope, qualifiersFor, topLevel } from './scopes.ts'

/* The grammar written the other way round: by its segments, and by spelling out what reaches what. */

// Few names that begin alike, so that random scopes often lie in each other or nearly.
const segment = fc.constantFrom('a', 'ab', 'b', 'a-', 'a_b')
const scope = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'))
const qualifier = fc.oneof(
  { weight: 1, arbitrary: fc.constant('*') },
  { weight: 3, arbitrary: scope },
  { weight: 3, arbitrary: scope.map((text) => `${text}.*`) },
)

function reachedBy(asked: string): string[] {
  if (asked === '*') return ['*']
  const parts = asked.replace(/\.\*$/, '').split('.')
  return ['*', asked, ...parts.map((_, i) => `${parts.slice(0, i + 1).join('.')}.*`)]
}

describe('covers', () => {
  test('is what spelling out every qualifier that reaches a scope says', () => {
    fc.assert(
      fc.property(qualifier, fc.oneof(scope, qualifier), (granted, asked) => {
        expect(covers(granted, asked)).toBe(reachedBy(asked).includes(granted))
      }),
      { numRuns: 5_000 },
    )
  })

  test('of a qualifier means of every scope that qualifier covers', () => {
    fc.assert(
      fc.property(qualifier, qualifier, scope, (wide, narrow, asked) => {
        fc.pre(covers(wide, narrow) && covers(narrow, asked))
        expect(covers(wide, asked)).toBe(true)
      }),
    )
  })

  test('a name alone covers neither what lies below nor what begins alike', () => {
    expect(covers('fitness', 'fitness.trail')).toBe(false)
    expect(covers('fitness.*', 'fitness')).toBe(true)
    expect(covers('fitness.*', 'fitness2')).toBe(false)
    expect(covers('fitness.*', 'fitness-plus.trail')).toBe(false)
    expect(covers('fitness.trail.*', 'fitness')).toBe(false)
    expect(covers('fitness.*', '*')).toBe(false)
  })
})

describe('names', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '0', '_', '-', '.', '*', 'A', ' ', 'é', '\n'), maxLength: 24 })

  test('are 1 to 8 segments of lower-case letters, digits, _ and -, in 128 characters', () => {
    fc.assert(
      fc.property(text, (text) => {
        const parts = text.split('.')
        const fine = parts.every((part) => part !== '' && [...part].every((char) => 'a0_-'.includes(char)))
        expect(isScopeName(text)).toBe(fine && parts.length <= 8)
      }),
      { numRuns: 5_000 },
    )
    expect(isScopeName('x'.repeat(128))).toBe(true)
    expect(isScopeName('x'.repeat(129))).toBe(false)
  })

  test('are qualifiers alone, followed by .*, or as * alone', () => {
    fc.assert(
      fc.property(text, (text) => {
        const name = text.endsWith('.*') ? text.slice(0, -2) : text
        expect(isQualifier(text)).toBe(text === '*' || isScopeName(name))
      }),
      { numRuns: 5_000 },
    )
  })

  test('begin with their top level', () => {
    fc.assert(
      fc.property(scope, (scope) => {
        expect(topLevel(scope)).toBe(scope.split('.')[0])
      }),
    )
  })
})

describe('consent scopes', () => {
  const verb = fc.constantFrom('memory:read' as const, 'memory:write' as const, 'context:read' as const)
  const consent = fc.oneof(
    fc.tuple(verb, qualifier).map(([verb, qualifier]) => `${verb}:${qualifier}`),
    fc.constantFrom('identity:read', 'signal:emit', 'ai:host:chat', 'ai:host:companion'),
  )

  test('are read back as they were written, and nothing else is read', () => {
    fc.assert(
      fc.property(consent, (text) => {
        const read = parseConsentScope(text)!
        expect('qualifier' in read ? `${read.verb}:${read.qualifier}` : read.verb).toBe(text)
      }),
    )
    for (const none of [
      '',
      'memory',
      'memory:read',
      'memory:read:',
      'memory:read:A',
      'identity:read:a',
      'memory:read:a:b',
    ])
      expect(parseConsentScope(none), none).toBeUndefined()
  })

  test('are allowed when one of the same verb reaches them, and by no other verb', () => {
    fc.assert(
      fc.property(fc.array(consent, { maxLength: 6 }), consent, (given, asked) => {
        const [, verb, qualifier] = /^(memory:read|memory:write|context:read):(.*)$/.exec(asked) ?? []
        const reach = qualifier === undefined ? [asked] : reachedBy(qualifier).map((name) => `${verb}:${name}`)
        expect(allows(given, asked)).toBe(given.some((one) => reach.includes(one)))
      }),
      { numRuns: 5_000 },
    )
  })

  test('give up the qualifiers of one verb in their order', () => {
    const given = ['memory:read:a', 'memory:write:b', 'memory:read:*', 'context:read:c', 'signal:emit']
    expect(qualifiersFor(given, 'memory:read')).toEqual(['a', '*'])
    expect(qualifiersFor(given, 'context:read')).toEqual(['c'])
  })
})
