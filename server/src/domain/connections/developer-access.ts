import { z } from 'zod'
import type { Actor, DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type Route, routesWith } from '../../foundation/route.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { Time } from '../../foundation/times.ts'
import { inSession } from '../accounts/in-session.ts'
import { checkConfirmed, RECENT } from '../accounts/sessions.ts'
import { endAppAccess, listAppAccess, type RecentAccess } from '../apps/recent-access.ts'
import { recordEvent } from '../developers/events.ts'
import { disableSubscriptions, listRecentSubscriptions, type RecentSubscription } from '../webhooks/recent-access.ts'
import { endConnectionsWhere } from './end.ts'
import { endRecentConnections, listRecentConnections } from './recent-connections.ts'
import type { ConnectionPorts } from './tokens.ts'

/*
 * What lets others into a developer's apps and was set since a time, and its end: a stranger who was in the account may have
 * set it, and keeps it when the sessions and the password of the account end.
 */

const KINDS = ['app', 'client_secret', 'redirect_uri', 'subscription', 'connections', 'test_people'] as const
const ENTRIES_MAX = 1_000
const ID_CHARS_MAX = 64
const URL_CHARS_MAX = 2_048

const Recent = z
  .object({
    kind: z.enum(KINDS),
    appId: z.string(),
    appName: z.string(),
    url: z.string().nullable().meta({ description: 'The redirect URI, or the URL of the subscription.' }),
    at: z.iso
      .datetime()
      .meta({ description: 'When it was made, or last replaced; of connections, when the first was made.' }),
    connections: z
      .int()
      .optional()
      .meta({ description: 'How many people, or test people, are connected with what was set since then.' }),
  })
  .meta({ id: 'DeveloperAccess' })
const Since = z.object({ since: Time.meta({ description: 'What was set before stays.' }) })
const Ended = Since.extend({
  only: z
    .array(
      z.object({
        kind: z.enum(KINDS),
        appId: z.string().max(ID_CHARS_MAX),
        url: z.string().max(URL_CHARS_MAX).nullish(),
      }),
    )
    .max(ENTRIES_MAX)
    .optional()
    .meta({ description: 'End these entries of the list; all of them when omitted.' }),
})
type Entry = NonNullable<z.output<typeof Ended>['only']>[number]
const AccessList = z.object({ items: z.array(Recent) }).meta({ id: 'DeveloperAccessList' })

async function listRecent(
  ctx: Ctx<Actor>,
  developerId: string,
  since: string,
): Promise<(RecentAccess | RecentSubscription)[]> {
  const subscriptions = await listRecentSubscriptions(ctx, developerId, since)
  const ofApps = await listAppAccess(ctx, developerId, since)
  const connections = await listRecentConnections(ctx, developerId, since)
  const items = [...ofApps, ...subscriptions, ...connections]
  return items.sort((a, b) => (a.at < b.at ? 1 : -1))
}

/**
 * Ends what lets others into a developer's apps and was set since a time, or ever. Apps that were registered since then lose
 * their redirect URIs and connections, too; tokens that were obtained with it end.
 * @param only the entries to end; all by default
 * @returns what has ended
 */
export async function endDeveloperAccess(
  ctx: Ctx<Actor, ConnectionPorts>,
  developerId: string,
  since = new Date(0).toISOString(),
  only?: readonly Entry[],
): Promise<RecentAccess[]> {
  const listed = await listRecent(ctx, developerId, since)
  const ended = only ? listed.filter((each) => only.some((entry) => keyOf(entry) === keyOf(each))) : listed
  if (!ended.length) return []
  // Before what it was made with ends: by that the connections are found.
  await endRecentConnections(ctx, ended, since)
  await endAppAccess(ctx, ended)
  await disableSubscriptions(
    ctx,
    ended.filter((each) => 'id' in each),
  )
  for (const { kind, appId } of ended) if (kind === 'app') await endConnectionsWhere(ctx, appId, sql`true`)
  await recordEvent(ctx, developerId, 'account.access_end')
  return ended.map(asShown)
}

const keyOf = ({ kind, appId, url }: Entry) => JSON.stringify([kind, appId, url ?? null])
const asShown = ({ kind, appId, appName, url, at, connections }: RecentAccess): RecentAccess => ({
  ...{ kind, appId, appName, url, at },
  ...(connections === undefined ? {} : { connections }),
})

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
      'made, enabled again, or got another URL or signing secret. Also, by app, the active connections and test people whose tokens were issued ' +
      'since then: to an app registered since then, or with a secret or through a redirect URI that was set since then, even if ' +
      'those have ended or were removed.',
    query: Since,
    example: { query: { since: '2026-05-01T00:00:00.000Z' }, output: { items: [example] } },
    run: async (ctx: Ctx<DeveloperActor, ConnectionPorts>, { query }) => {
      const listed = await listRecent(ctx, ctx.actor.developerId, query.since)
      return { items: listed.map(asShown) }
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
      `with another signing secret. Apps registered since then lose their redirect URIs and connections, too. The listed ` +
      `connections end, so that tokens obtained with what has ended stop working; those people can connect again. ${RECENT}`,
    body: Ended,
    failures: ['reauthentication_required'],
    example: { body: { since: '2026-05-01T00:00:00.000Z' }, output: { items: [example] } },
    run: (ctx, { body }) => {
      checkConfirmed(ctx)
      return inSession(ctx, async (ctx) => ({
        items: await endDeveloperAccess(ctx, ctx.actor.developerId, body.since, body.only),
      }))
    },
  }),
]
