import { z } from 'zod'
import type { Actor, DeveloperActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { type Route, routesWith } from '../../foundation/route.ts'
import { Time } from '../../foundation/times.ts'
import { checkConfirmed, RECENT } from '../accounts/sessions.ts'
import { endAppAccess, listAppAccess, type RecentAccess } from '../apps/recent-access.ts'
import { recordEvent } from '../developers/events.ts'
import { disableSubscriptions, listRecentSubscriptions } from '../webhooks/recent-access.ts'
import { endConnectionsOfApp } from './end.ts'
import type { ConnectionPorts } from './tokens.ts'

/*
 * What lets others into a developer's apps and was set since a time, and its end: a stranger who was in the account may have
 * set it, and keeps it when the sessions and the password of the account end.
 */

const Recent = z
  .object({
    kind: z.enum(['app', 'client_secret', 'redirect_uri', 'subscription']),
    appId: z.string(),
    appName: z.string(),
    url: z.string().nullable().meta({ description: 'The redirect URI, or the URL of the subscription.' }),
    at: z.iso.datetime().meta({ description: 'When it was made, or last replaced.' }),
  })
  .meta({ id: 'DeveloperAccess' })
const Since = z.object({ since: Time.meta({ description: 'What was set before stays.' }) })
const AccessList = z.object({ items: z.array(Recent) }).meta({ id: 'DeveloperAccessList' })

async function listRecent(ctx: Ctx<Actor>, developerId: string, since: string) {
  const subscriptions = await listRecentSubscriptions(ctx, developerId, since)
  const ofApps = await listAppAccess(ctx, developerId, since)
  const items: RecentAccess[] = [...ofApps, ...subscriptions.map(({ id: _, ...each }) => each)]
  return { ofApps, subscriptions, items: items.sort((a, b) => (a.at < b.at ? 1 : -1)) }
}

/**
 * Ends what lets others into a developer's apps and was set since a time, or ever. Apps that were registered since then lose
 * their redirect URIs and connections, too.
 */
export async function endDeveloperAccess(
  ctx: Ctx<Actor, ConnectionPorts>,
  developerId: string,
  since = new Date(0).toISOString(),
): Promise<RecentAccess[]> {
  const { ofApps, subscriptions, items } = await listRecent(ctx, developerId, since)
  if (!items.length) return items
  await endAppAccess(ctx, ofApps)
  await disableSubscriptions(ctx, subscriptions)
  for (const { kind, appId } of ofApps) if (kind === 'app') await endConnectionsOfApp(ctx, appId)
  await recordEvent(ctx, developerId, 'account.access_end')
  return items
}

const { route } = routesWith<ConnectionPorts>()
const example: z.output<typeof Recent> = {
  kind: 'subscription',
  appId: 'app_01kb5dd9v2000m4h2n8y7tq3wz',
  appName: 'Trail Coach',
  url: 'https://trail-coach.example/webhooks',
  at: '2026-05-03T07:31:00.000Z',
}
const shared = { for: ['developer'], tag: 'Developer account', output: AccessList } as const

export const developerAccessRoutes: Route<ConnectionPorts>[] = [
  route({
    ...shared,
    name: 'listDeveloperAccess',
    method: 'GET',
    path: '/v1/dev/auth/access',
    summary: 'What lets others into your apps and was set since a time, the newest first.',
    description:
      'Apps registered since then; of older ones, client secrets and redirect URIs; and active webhook subscriptions that were ' +
      'made or got another URL or signing secret.',
    query: Since,
    example: { query: { since: '2026-05-01T00:00:00.000Z' }, output: { items: [example] } },
    run: async (ctx: Ctx<DeveloperActor, ConnectionPorts>, { query }) => {
      const { items } = await listRecent(ctx, ctx.actor.developerId, query.since)
      return { items }
    },
  }),
  route({
    ...shared,
    name: 'endDeveloperAccess',
    method: 'POST',
    path: '/v1/dev/auth/access/end',
    summary: 'End what lets others into your apps and was set since a time, because it was not you.',
    description:
      'Client secrets open nothing until you replace them, redirect URIs are removed, and webhook subscriptions are disabled ' +
      `with another signing secret. Apps registered since then lose their redirect URIs and connections, too. ${RECENT}`,
    body: Since,
    failures: ['reauthentication_required'],
    example: { body: { since: '2026-05-01T00:00:00.000Z' }, output: { items: [example] } },
    run: (ctx, { body }) => {
      checkConfirmed(ctx)
      return inTransaction(ctx, async (ctx) => ({
        items: await endDeveloperAccess(ctx, ctx.actor.developerId, body.since),
      }))
    },
  }),
]
