import fc from 'fast-check'

// Names that begin alike, beside names that lie in each other.
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
// Of letters that no id holds.

const qualifiers = fc.uniqueArray(fc.constantFrom(...QUALIFIERS), { maxLength: 3 })
const who = { owner: fc.nat(1), via: fc.constantFrom<'person' | 0 | 1>(0, 1, 0, 1, 'person') }
const scope = fc.constantFrom(...SCOPES)
const filter = fc.option(fc.constantFrom(...QUALIFIERS), { nil: undefined })
/** Anything people and apps may do, with the grants and the memory it is done with. */
export const deed = fc.oneof(
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
)
