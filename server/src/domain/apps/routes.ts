import { z } from 'zod'
import type { DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { PageQuery } from '../../foundation/page.ts'
import { PNG, routesWith } from '../../foundation/route.ts'
import { Done } from '../accounts/accounts.ts'
import { inSession } from '../accounts/in-session.ts'
import { checkConfirmed, RECENT } from '../accounts/sessions.ts'
import { listAppAudit } from '../audit/app-audit.ts'
import type { AuditPorts } from '../audit/audit.ts'
import { AuditQuery } from '../audit/audit.ts'
import { AUDIT_EXAMPLE, AuditPage } from '../audit/routes.ts'
import type { MailPorts } from '../mail/mail.ts'
import type { MeterPorts } from '../plans/meter.ts'
import { AppUsage, readAppUsage, UsageQuery } from '../plans/usage.ts'
import { App, AppInput, AppPatch, editApp, listApps, readApp, registerApp, rotateSecret } from './apps.ts'
import { type IconPorts, readStoredIcon } from './icons.ts'

const { route } = routesWith<AuditPorts & IconPorts & MailPorts & MeterPorts>()

const example = {
  id: 'app_01kb5dd9v2000m4h2n8y7tq3wz',
  name: 'Trail Coach',
  slug: 'trail-coach',
  description: 'A running coach that remembers.',
  iconUrl: 'https://trail-coach.example/icon.png',
  icon: '/v1/apps/trail-coach/icon?v=5f2b1c9d8e70',
  homepageUrl: 'https://trail-coach.example',
  privacyUrl: 'https://trail-coach.example/privacy',
  redirect_uris: ['https://trail-coach.example/callback'],
  manifest: {
    scopes: ['memory:read:fitness.*', 'memory:write:fitness.*'],
    eventTypes: ['workout.completed'],
    intents: ['coach'],
  },
  client_id: 'cli_5b1f0c3ad2e94a6f8c7d1e20',
  dpop_bound_access_tokens: false,
  suspended: false,
  verified: false,
  createdAt: '2026-05-03T07:30:00.000Z',
}
const params = z.object({ id: z.string().meta({ example: example.id }) })
const Credentials = z
  .object({ client_id: z.string(), client_secret: z.string().meta({ description: 'Shown only in this response.' }) })
  .meta({ id: 'ClientCredentials' })
const usageExample = {
  ...{ api_calls: 40, hosted_tokens_in: 0, hosted_tokens_out: 0, memory_writes: 12, context_requests: 3 },
  connected_users: 2,
}
const credentialsExample = { client_id: example.client_id, client_secret: 'sec_…' }
const audience = { for: ['developer'], tag: 'Developer apps' } as const

/** Ends an app's connections and deletes the app; injected, because `connections` is a later module. */
export type EndApp<P> = (ctx: Ctx<DeveloperActor, P>, appId: string) => Promise<boolean>

export const appRoutes = <P>(endApp: EndApp<P>) => [
  route({
    name: 'getAppIcon',
    method: 'GET',
    path: '/v1/apps/:slug/icon',
    for: ['public'],
    tag: 'Discovery',
    summary: 'The icon of an app, a square PNG.',
    params: z.object({ slug: z.string().meta({ example: example.slug }) }),
    query: z.object({
      v: z
        .string()
        .max(64)
        .optional()
        .meta({ description: 'The version of the icon, so that caches do not keep an earlier one.' }),
    }),
    produces: PNG,
    output: z.any().meta({ type: 'string', format: 'binary' }),
    failures: ['not_found'],
    example: { params: { slug: example.slug }, output: '…' },
    run: (ctx, { params }) => readStoredIcon(ctx, params.slug),
  }),
  route({
    ...audience,
    name: 'listApps',
    method: 'GET',
    path: '/v1/dev/apps',
    summary: 'Your own apps, newest first.',
    query: PageQuery,
    output: z.object({ items: z.array(App), next_cursor: z.string().nullable() }).meta({ id: 'AppPage' }),
    failures: ['invalid_cursor'],
    example: { output: { items: [example], next_cursor: null } },
    run: (ctx, { query }) => listApps(ctx, query),
  }),
  route({
    ...audience,
    name: 'registerApp',
    method: 'POST',
    path: '/v1/dev/apps',
    summary: 'Register an app. Its secret is shown only in this response.',
    body: AppInput,
    output: Credentials.extend({ app: App }).meta({ id: 'RegisteredApp' }),
    secret: true,
    failures: ['address_unconfirmed', 'conflict', 'limit_exceeded'],
    example: {
      body: { name: example.name, redirect_uris: example.redirect_uris, manifest: example.manifest },
      output: { app: example, ...credentialsExample },
    },
    run: (ctx, { body }) => registerApp(ctx, body),
  }),
  route({
    ...audience,
    name: 'getApp',
    method: 'GET',
    path: '/v1/dev/apps/:id',
    summary: 'One of your apps.',
    params,
    output: App,
    failures: ['not_found'],
    example: { params: { id: example.id }, output: example },
    run: (ctx, { params }) => readApp(ctx, params.id),
  }),
  route({
    ...audience,
    name: 'editApp',
    method: 'PATCH',
    path: '/v1/dev/apps/:id',
    summary: 'Update manifest and metadata; omitted fields and manifest lists are unchanged.',
    description:
      'A narrower manifest limits future consents. Existing grants stay until the user changes them. Other redirect URIs, and ' +
      'tokens without a bound key, need a sign-in or confirmation of the last 15 minutes.',
    params,
    body: AppPatch,
    output: App,
    failures: ['not_found', 'conflict', 'reauthentication_required'],
    example: { params: { id: example.id }, body: { description: example.description }, output: example },
    run: (ctx, { params, body }) => editApp(ctx, params.id, body),
  }),
  routesWith<P>().route({
    ...audience,
    name: 'deleteApp',
    method: 'DELETE',
    path: '/v1/dev/apps/:id',
    summary: 'Delete an app; every connection to it ends.',
    description: RECENT,
    params,
    output: Done,
    failures: ['not_found', 'reauthentication_required'],
    example: { params: { id: example.id }, output: { ok: true } },
    run: async (ctx, { params }) => {
      checkConfirmed(ctx)
      if (!(await inSession(ctx, (ctx) => endApp(ctx, params.id)))) throw new Failure('not_found')
      return { ok: true as const }
    },
  }),
  route({
    ...audience,
    name: 'rotateClientSecret',
    method: 'POST',
    path: '/v1/dev/apps/:id/rotate-secret',
    summary: 'Replace the client secret; the old one is invalid at once.',
    description: RECENT,
    params,
    output: Credentials,
    secret: true,
    failures: ['not_found', 'reauthentication_required'],
    example: { params: { id: example.id }, output: credentialsExample },
    run: (ctx, { params }) => rotateSecret(ctx, params.id),
  }),
  route({
    ...audience,
    name: 'getAppUsage',
    method: 'GET',
    path: '/v1/dev/apps/:id/usage',
    summary: 'Usage of one app by UTC day, and the totals of all your apps.',
    params,
    query: UsageQuery,
    output: AppUsage,
    failures: ['not_found'],
    example: {
      params: { id: example.id },
      output: {
        plan: 'sandbox',
        period: { start: '2026-05-03T00:00:00.000Z', end: '2026-05-04T00:00:00.000Z' },
        totals: usageExample,
        all_apps: { ...usageExample, api_calls: 55, connected_users: 3 },
        limits: { api_calls: 10_000, connected_users: 50 },
        series: [{ date: '2026-05-03', ...usageExample }],
      },
    },
    run: async (ctx, { params, query }) => {
      const { id } = await readApp(ctx, params.id)
      return readAppUsage(ctx, id, query)
    },
  }),
  route({
    ...audience,
    name: 'listAppAudit',
    method: 'GET',
    path: '/v1/dev/apps/:id/audit',
    summary: 'Every read and write by one app, for all its users, without memory content.',
    params,
    query: AuditQuery,
    output: AuditPage,
    failures: ['not_found', 'invalid_cursor'],
    example: {
      params: { id: example.id },
      output: { ...AUDIT_EXAMPLE, items: AUDIT_EXAMPLE.items.map((entry) => ({ ...entry, test: false })) },
    },
    run: async (ctx, { params, query }) => {
      const { id } = await readApp(ctx, params.id)
      return listAppAudit(ctx, id, query)
    },
  }),
]
