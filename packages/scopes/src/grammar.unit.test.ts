import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allows, covers, isQualifier, isScopeName, parseConsentScope, qualifiersFor, topLevel } from './scopes.ts'

/* A second implementation of the grammar, by segments: it lists all qualifiers that cover a scope. */

// Few names with common prefixes, so that random scopes are often nested or nearly.
const segment = fc.constantFrom('a', 'ab', 'b', 'a-', 'a_b')
const scope = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'))
const qualifier = fc.oneof(
  { weight: 1, arbitrary: fc.constant('*') },
  { weight: 3, arbitrary: scope },
  { weight: 3, arbitrary: scope.map((text) => `${text}.*`) },
)

function qualifiersThatCover(requested: string): string[] {
  if (requested === '*') return ['*']
  const parts = requested.replace(/\.\*$/, '').split('.')
  return ['*', requested, ...parts.map((_, i) => `${parts.slice(0, i + 1).join('.')}.*`)]
}

describe('covers', () => {
  test('equals listing all qualifiers that cover a scope', () => {
    fc.assert(
      fc.property(qualifier, fc.oneof(scope, qualifier), (granted, requested) => {
        expect(covers(granted, requested)).toBe(qualifiersThatCover(requested).includes(granted))
      }),
      { numRuns: 5_000 },
    )
  })

  test('is transitive', () => {
    fc.assert(
      fc.property(qualifier, qualifier, scope, (wide, narrow, requested) => {
        fc.pre(covers(wide, narrow) && covers(narrow, requested))
        expect(covers(wide, requested)).toBe(true)
      }),
    )
  })

  test('a plain name covers neither scopes below it nor names with the same prefix', () => {
    expect(covers('fitness', 'fitness.trail')).toBe(false)
    expect(covers('fitness.*', 'fitness')).toBe(true)
    expect(covers('fitness.*', 'fitness2')).toBe(false)
    expect(covers('fitness.*', 'fitness-plus.trail')).toBe(false)
    expect(covers('fitness.trail.*', 'fitness')).toBe(false)
    expect(covers('fitness.*', '*')).toBe(false)
  })
})

describe('scopes and qualifiers', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '0', '_', '-', '.', '*', 'A', ' ', 'é', '\n'), maxLength: 24 })

  test('a scope has 1 to 8 segments of lower-case letters, digits, _ and -, at most 128 characters', () => {
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

  test('a qualifier is a scope, a scope followed by .*, or *', () => {
    fc.assert(
      fc.property(text, (text) => {
        const name = text.endsWith('.*') ? text.slice(0, -2) : text
        expect(isQualifier(text)).toBe(text === '*' || isScopeName(name))
      }),
      { numRuns: 5_000 },
    )
  })

  test('topLevel is the first segment', () => {
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

  test('parseConsentScope accepts valid consent scopes only', () => {
    fc.assert(
      fc.property(consent, (text) => {
        const read = parseConsentScope(text)!
        expect('qualifier' in read ? `${read.verb}:${read.qualifier}` : read.verb).toBe(text)
      }),
    )
    for (const invalid of [
      '',
      'memory',
      'memory:read',
      'memory:read:',
      'memory:read:A',
      'identity:read:a',
      'memory:read:a:b',
    ])
      expect(parseConsentScope(invalid), invalid).toBeUndefined()
  })

  test('allows requires the same verb and a qualifier that covers the requested one', () => {
    fc.assert(
      fc.property(fc.array(consent, { maxLength: 6 }), consent, (given, requested) => {
        const [, verb, qualifier] = /^(memory:read|memory:write|context:read):(.*)$/.exec(requested) ?? []
        const covering =
          qualifier === undefined ? [requested] : qualifiersThatCover(qualifier).map((name) => `${verb}:${name}`)
        expect(allows(given, requested)).toBe(given.some((one) => covering.includes(one)))
      }),
      { numRuns: 5_000 },
    )
  })

  test('qualifiersFor returns the qualifiers of one verb in order', () => {
    const given = ['memory:read:a', 'memory:write:b', 'memory:read:*', 'context:read:c', 'signal:emit']
    expect(qualifiersFor(given, 'memory:read')).toEqual(['a', '*'])
    expect(qualifiersFor(given, 'context:read')).toEqual(['c'])
  })
})
