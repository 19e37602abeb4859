import fc from 'fast-check'
import { expect } from 'vitest'
import type { Reply } from './service.ts'

/** What a memory of these tests contains; with letters that ids never contain. */
export const MARKER = /oui\d+lou/g
const MEMORY_ID = /mem_[0-9a-z]+/g

// Scopes outside the memory qualifiers; every connection has them.
export const ALWAYS = ['identity:read', 'context:read:*']

// Scopes that share a prefix, and nested scopes.
const SCOPES = [
  'fitness',
  'fitness.trail',
  'fitness.trail.alps',
  'fitness.trailer',
  'fitness-plus',
  'fitness_.trail',
  'note',
]
const QUALIFIERS = ['*', ...SCOPES, ...SCOPES.map((scope) => `${scope}.*`)]

const qualifiers = fc.uniqueArray(fc.constantFrom(...QUALIFIERS), { maxLength: 3 })
const who = { owner: fc.nat(1), via: fc.constantFrom<'person' | 0 | 1>(0, 1, 0, 1, 'person') }
const scope = fc.constantFrom(...SCOPES)
const filter = fc.option(fc.constantFrom(...QUALIFIERS), { nil: undefined })
/** Any step of a user or an app, with its grants and memory. */
export const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('consent'), ...who, reads: qualifiers, writes: qualifiers }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('write'), ...who, scopes: fc.array(scope, { minLength: 1, maxLength: 5 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('edit'),
      ...who,
      at: fc.nat(),
      rewrite: fc.boolean(),
      to: fc.option(scope, { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('narrow'),
      ...who,
      reads: qualifiers,
      writes: qualifiers,
      strictly: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forgetTwo'), ...who, at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget'), ...who, at: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('list'), ...who, filter, limit: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('recall'),
      ...who,
      filter,
      limit: fc.integer({ min: 1, max: 4 }),
      at: fc.nat(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('read'), ...who, at: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('graph'), ...who, at: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('draw'),
      ...who,
      intent: fc.constantFrom('assistant', 'coach'),
      at: fc.nat(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('brief'), ...who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('scopes'), ...who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('revoke'), ...who }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('mute'), owner: fc.nat(1), by: fc.nat(1), on: fc.boolean() }),
  },
)

/** Lists every qualifier that covers the requested one. */
function reachedBy(asked: string): string[] {
  if (asked === '*') return ['*']
  const parts = asked.replace(/\.\*$/, '').split('.')
  return ['*', asked, ...parts.map((_, i) => `${parts.slice(0, i + 1).join('.')}.*`)]
}

/** Whether a grant covers a qualifier; an independent implementation of the rule for comparison. */
export const reaches = (granted: string[], asked: string) => reachedBy(asked).some((name) => granted.includes(name))

/** Consent scopes for these qualifiers. */
export const consented = (reads: string[], writes: string[]) => [
  ...reads.map((qualifier) => `memory:read:${qualifier}`),
  ...writes.map((qualifier) => `memory:write:${qualifier}`),
  ...ALWAYS,
]

/** Fails if a response names a memory that is not among `ids`, or quotes one that is not among `markers`. */
export function expectNoLeak({ body, headers }: Reply, ids: string[], markers: string[]) {
  const text = JSON.stringify([body, [...headers]])
  for (const marker of text.match(MARKER) ?? []) expect(markers).toContain(marker)
  for (const id of text.match(MEMORY_ID) ?? []) expect(ids).toContain(id)
}
