import { z } from 'zod'
import { route } from '../../foundation/route.ts'
import { Catalog, readCatalog } from './catalog.ts'
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
]
