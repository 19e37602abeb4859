import { z } from 'zod'
import { type Route, route } from '../../foundation/route.ts'
import { Catalog, type EventShape, readCatalog, standardCatalog } from './catalog.ts'
import { ConsentScopes, DescribedScope, describeScope } from './describe.ts'
import { CATALOG_VERSION, MEMORY_KINDS } from './standard.ts'

/** `webhookEvents`: the webhook events that the catalog lists. */
export function vocabularyRoutes(webhookEvents: EventShape[]): Route<unknown>[] {
  const standard = standardCatalog(webhookEvents)
  return [
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
      run: (ctx, { query }) => readCatalog(ctx, query, standard),
    }),
    route({
      name: 'describeScopes',
      method: 'GET',
      path: '/v1/scopes/describe',
      for: ['public'],
      tag: 'Discovery',
      summary: 'Describes consent scopes in plain words, as the consent page shows them.',
      description:
        'In the order given, at most 100. Useful while writing a manifest; consents and connections include these descriptions.',
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
}
