import { z } from 'zod'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { SCOPE_GROUPS, STANDARD_SCOPES } from './namespaces.ts'
import { CATALOG_VERSION, MEMORY_KINDS, STANDARD_EVENTS, STANDARD_INTENTS, SYSTEM_SCOPES } from './standard.ts'

const PayloadField = z
  .object({ name: z.string(), type: z.string(), required: z.boolean(), description: z.string() })
  .meta({ id: 'PayloadField' })
const EventShape = z.object({ type: z.string(), payload: z.array(PayloadField) }).meta({ id: 'EventShape' })
export type EventShape = z.output<typeof EventShape>
const declared = <T extends z.ZodRawShape>(id: string, shape: T) =>
  z.array(z.object({ ...shape, apps: z.array(z.string()) }).meta({ id }))

export const Catalog = z
  .object({
    version: z.string(),
    memoryKinds: z.array(z.object({ type: z.string(), description: z.string() }).meta({ id: 'MemoryKind' })),
    systemScopes: z.array(z.object({ scope: z.string(), description: z.string() }).meta({ id: 'SystemScope' })),
    standardScopes: z.array(
      z
        .object({
          namespace: z.string(),
          description: z.string(),
          example: z.string().meta({ description: 'A memory that could be in this scope.' }),
          sensitive: z
            .boolean()
            .meta({ description: 'Highlighted on the consent page: body, money, close relationships, location.' }),
        })
        .meta({ id: 'StandardScope' }),
    ),
    scopeGroups: z.array(
      z
        .object({ group: z.string(), description: z.string(), namespaces: z.array(z.string()) })
        .meta({ id: 'ScopeGroup' }),
    ),
    standardEvents: z.array(EventShape),
    webhookEvents: z.array(EventShape),
    standardIntents: z.array(
      z
        .object({ intent: z.string(), description: z.string(), drawsOn: z.array(z.string()) })
        .meta({ id: 'StandardIntent' }),
    ),
    customScopes: declared('CustomScope', { namespace: z.string() }).optional(),
    customIntents: declared('CustomIntent', { intent: z.string() }).optional(),
    customEvents: declared('CustomEvent', { type: z.string() }).optional(),
  })
  .meta({ id: 'Catalog', description: 'The shared vocabulary. Custom names only with `view=ecosystem`.' })
type Catalog = z.output<typeof Catalog>

const STANDARD: Omit<Catalog, 'webhookEvents'> = {
  version: CATALOG_VERSION,
  memoryKinds: [...MEMORY_KINDS],
  systemScopes: [...SYSTEM_SCOPES],
  standardScopes: STANDARD_SCOPES.map(({ namespace, description, example, sensitive }) => ({
    namespace,
    description,
    example,
    sensitive,
  })),
  scopeGroups: SCOPE_GROUPS.map(({ group, description }) => ({
    group,
    description,
    namespaces: STANDARD_SCOPES.filter((scope) => scope.group === group).map(({ namespace }) => namespace),
  })),
  standardEvents: STANDARD_EVENTS,
  standardIntents: STANDARD_INTENTS.map((intent) => ({ ...intent, drawsOn: [...intent.drawsOn] })),
}

interface Declared {
  kind: 'scope' | 'intent' | 'event'
  name: string
  apps: string[]
}

/** The catalog of the standard vocabulary and these webhook events. */
export const standardCatalog = (webhookEvents: EventShape[]): Catalog => ({ ...STANDARD, webhookEvents })

/** Names of apps in the catalog, which everybody can read: those of the apps that were registered first. */
const DECLARED_MAX = 5_000

/**
 * The catalog. With the view `ecosystem` it includes the names that apps declare, with the slugs of those apps, as far as the
 * first 5,000 go.
 */
export async function readCatalog(
  { db }: Ctx,
  { view }: { view?: 'ecosystem' | undefined },
  standard: Catalog,
): Promise<Catalog> {
  if (view !== 'ecosystem') return standard
  const names = await db.rows<Declared>(sql`
    select d.kind, d.name, array_agg(a.slug order by a.slug) as apps
    from (
      select kind, name, app_id from declared_names order by app_id, kind, name limit ${DECLARED_MAX}) d
    join apps a on a.id = d.app_id
    group by d.kind, d.name order by d.name`)
  const ofKind = (kind: Declared['kind']) => names.filter((name) => name.kind === kind)
  return {
    ...standard,
    customScopes: ofKind('scope').map(({ name, apps }) => ({ namespace: name, apps })),
    customIntents: ofKind('intent').map(({ name, apps }) => ({ intent: name, apps })),
    customEvents: ofKind('event').map(({ name, apps }) => ({ type: name, apps })),
  }
}
