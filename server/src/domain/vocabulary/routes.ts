import { z } from 'zod'
import { route } from '../../foundation/route.ts'
import { Catalog, readCatalog } from './catalog.ts'
import { ConsentScopes, DescribedScope, describeScope } from './describe.ts'
import { CATALOG_VERSION, MEMORY_KINDS } from './standard.ts'

export const vocabularyRoutes = [
  route({
    name: 'getCatalog',
    method: 'GET',
    path: '/v1/catalog',
    for: ['public'],
    tag: 'Discovery',
    summary: 'The shared vocabulary: kinds, scopes, intents and event shapes.',
    query: z.object({
      view: z.enum(['ecosystem']).optional().meta({ description: 'Also lists the names apps have declared.' }),
    }),
    output: Catalog,
    cors: true,
    etag: true,
    example: {
      output: {
        version: CATALOG_VERSION,
        memoryKinds: [...MEMORY_KINDS],
        systemScopes: [],
        standardScopes: [],
        scopeGroups: [],
        standardEvents: [],
        webhookEvents: [],
        standardIntents: [],
      },
    },
    run: (ctx, { query }) => readCatalog(ctx, query),
  }),
  route({
    name: 'describeScopes',
    method: 'GET',
    path: '/v1/scopes/describe',
    for: ['public'],
    tag: 'Discovery',
    summary: 'Consent scopes in plain words, as the person who is asked reads them.',
    description:
      'In the order given, 100 at most. For manifests as they are written; consent and connections carry it.',
    query: z.object({ scope: ConsentScopes }),
    output: z.object({ items: z.array(DescribedScope) }).meta({ id: 'DescribedScopes' }),
    cors: true,
    etag: true,
    example: {
      query: { scope: 'memory:read:fitness.*' },
      output: { items: [describeScope('memory:read:fitness.*')] },
    },
    run: (_ctx, { query }) => ({ items: query.scope.map(describeScope) }),
  }),
]
