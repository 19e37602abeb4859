/* Memory stores in miniature. All people and contents are invented. */

export const MEM0 = {
  results: [
    {
      id: '11111111-1111-4111-8111-111111111111',
      memory: 'Bakes rye bread on Fridays',
      user_id: 'ingrid',
      created_at: '2026-01-06T07:00:00.5+01:00',
      categories: ['food'],
    },
    { id: '22222222-2222-4222-8222-222222222222', memory: 'Of another user', user_id: 'odd' },
  ],
}

export const OPEN_MEMORY = {
  apps: [{ id: 'a', name: 'editor' }],
  memories: ['active', 'archived', 'deleted'].map((state, i) => ({
    id: `3333333${i}-3333-4333-8333-333333333333`,
    content: `Was ${state}`,
    state,
    app_id: 'a',
    created_at: '2026-01-06T07:00:00Z',
    updated_at: '2026-01-07T07:00:00Z',
  })),
}

export const SUPERMEMORY = {
  memoryEntries: [
    {
      id: 's1',
      memory: 'Lived in Molde',
      isLatest: false,
      isForgotten: false,
      createdAt: '2024-01-01T00:00:00Z',
      spaceId: 'x',
    },
    {
      id: 's2',
      memory: 'Lives in Bergen',
      isLatest: true,
      parentMemoryId: 's1',
      createdAt: '2026-01-01T00:00:00Z',
      spaceId: 'x',
    },
    {
      id: 's3',
      memory: 'Might like opera',
      isLatest: true,
      isInference: true,
      createdAt: '2026-01-01T00:00:00Z',
      spaceId: 'x',
    },
    {
      id: 's4',
      memory: 'Was forgotten',
      isLatest: true,
      isForgotten: true,
      createdAt: '2026-01-01T00:00:00Z',
      spaceId: 'x',
    },
  ],
}

export const LANGGRAPH = [
  { namespace: ['memories'], key: 'k1', value: { content: 'Collects stamps' }, created_at: '2026-01-01T00:00:00Z' },
  { namespace: ['memories'], key: 'k2', value: { kind: 'Profile', content: { name: 'Ingrid' } } },
  { namespace: ['cache'], key: 'k3', value: { n: 1 } },
]

export const GRAPHITI = {
  edges: [
    {
      uuid: 'e1',
      fact: 'Worked at a shipyard',
      valid_at: '2010-01-01T00:00:00Z',
      invalid_at: '2020-01-01T00:00:00Z',
      created_at: '2026-01-01T00:00:00Z',
    },
  ],
}

export const SERVER_MEMORY = [
  { type: 'entity', name: 'default_user', entityType: 'person', observations: ['Plays the fiddle'] },
  { type: 'entity', name: 'Skua', entityType: 'boat', observations: ['Is made of pine'] },
  { type: 'relation', from: 'default_user', to: 'Skua', relationType: 'owns' },
]

export const OMI = {
  format: 'open-memory-interchange',
  version: '0.1',
  memories: [
    { id: 'o1', content: 'Has two sons', created: '2026-01-01T00:00:00Z', confidence: 0.9, valid_from: '2015-05-01' },
  ],
}

export const MIF = {
  mif_version: '2.0',
  generator: { name: 'samples', version: '1' },
  unknown_field: [1, 2],
  memories: [
    {
      id: '44444444-4444-4444-8444-444444444444',
      content: 'Swims in the fjord',
      created_at: '2026-01-01T00:00:00Z',
      memory_type: 'observation',
      external_id: 'elsewhere-1',
      tags: ['sport'],
      future: { yes: true },
    },
    {
      id: '55555555-5555-4555-8555-555555555555',
      content: 'Is afraid of heights',
      created_at: '2026-01-02T00:00:00+01:00',
    },
  ],
}
