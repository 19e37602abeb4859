import { sweepSessions } from './domain/accounts/sessions.ts'
import { sweepClients } from './domain/apps/clients.ts'
import { appRoutes } from './domain/apps/routes.ts'
import { sweepAudit } from './domain/audit/audit.ts'
import { auditRoutes } from './domain/audit/routes.ts'
import { sweepCandidates } from './domain/candidates/review.ts'
import { candidateRoutes } from './domain/candidates/routes.ts'
import { chatRoutes } from './domain/chats/routes.ts'
import { endApp, endApps } from './domain/connections/connect.ts'
import { connectionRevoked, endConnections } from './domain/connections/connections.ts'
import { sweepTokens } from './domain/connections/refresh.ts'
import { connectionRoutes } from './domain/connections/routes.ts'
import { connectorRoutes } from './domain/connectors/routes.ts'
import { sweepCodes, voidCodes } from './domain/consent/codes.ts'
import { consentRoutes } from './domain/consent/routes.ts'
import { contextRoutes } from './domain/context/routes.ts'
import { developerRoutes } from './domain/developers/routes.ts'
import { sweepExtracted } from './domain/gateway/extracted.ts'
import { openAiRoutes } from './domain/gateway/openai-routes.ts'
import { gatewayRoutes } from './domain/gateway/routes.ts'
import { eraseStore, holdPerson, sweepGone } from './domain/memories/forget.ts'
import { memoryCreated } from './domain/memories/memory.ts'
import { memoryRoutes } from './domain/memories/routes.ts'
import { sweepModels } from './domain/memories/vectors.ts'
import { oauthRoutes } from './domain/oauth/routes.ts'
import { planRoutes } from './domain/plans/routes.ts'
import { portableRoutes } from './domain/portable/routes.ts'
import { scheduleRoutes } from './domain/schedule/routes.ts'
import { scheduleFired } from './domain/schedule/triggers.ts'
import { signalRoutes } from './domain/signals/routes.ts'
import { signalCreated } from './domain/signals/signals.ts'
import { userRoutes } from './domain/users/routes.ts'
import { vocabularyRoutes } from './domain/vocabulary/routes.ts'
import { eraseDeliveries, sweepDeliveries, webhookTest } from './domain/webhooks/deliveries.ts'
import type { WebhookEvent } from './domain/webhooks/events.ts'
import { cancelLeft, sweepLeft } from './domain/webhooks/leftovers.ts'
import { webhookRoutes } from './domain/webhooks/routes.ts'
import { openApiRoute } from './edge/openapi.ts'
import { sweepKept } from './foundation/idempotency.ts'
import type { Job } from './foundation/jobs.ts'
import type { Route } from './foundation/route.ts'
import { sweepThrottles } from './foundation/throttle.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Every event that apps are told of by webhooks. */
export const events: readonly WebhookEvent[] = [
  memoryCreated,
  signalCreated,
  scheduleFired,
  connectionRevoked,
  webhookTest,
]

/** Every route of the service. Validation, permissions, the OpenAPI document and the tests all start here. */
export const routes: readonly Route[] = [
  ...vocabularyRoutes,
  openApiRoute(() => ({ routes, events })),
  ...consentRoutes,
  ...oauthRoutes,
  ...connectionRoutes(voidCodes),
  ...memoryRoutes,
  ...contextRoutes,
  ...signalRoutes,
  ...scheduleRoutes,
  ...gatewayRoutes,
  ...openAiRoutes,
  ...chatRoutes,
  ...candidateRoutes,
  ...planRoutes,
  ...userRoutes(async (ctx) => {
    await holdPerson(ctx, ctx.actor.userId)
    await endConnections(ctx, ctx.actor.userId)
    await eraseDeliveries(ctx, ctx.actor.userId)
    await eraseStore(ctx, ctx.actor.userId)
  }),
  ...auditRoutes,
  ...developerRoutes(endApps),
  ...appRoutes(endApp),
  ...webhookRoutes,
  ...connectorRoutes,
  ...portableRoutes,
]

/** Every job: what returns on its own. */
export const jobs: readonly Job[] = [
  { name: 'sweep sessions', everyMs: HOUR_MS, run: sweepSessions },
  { name: 'sweep codes', everyMs: HOUR_MS, run: sweepCodes },
  { name: 'sweep tokens', everyMs: HOUR_MS, run: sweepTokens },
  { name: 'sweep clients', everyMs: HOUR_MS, run: sweepClients },
  { name: 'sweep kept replies', everyMs: HOUR_MS, run: sweepKept },
  { name: 'sweep gone memories', everyMs: HOUR_MS, run: sweepGone },
  { name: 'sweep vectors of models', everyMs: MINUTE_MS, run: sweepModels },
  { name: 'sweep audit entries', everyMs: HOUR_MS, run: sweepAudit },
  { name: 'sweep deliveries', everyMs: HOUR_MS, run: sweepDeliveries },
  { name: 'sweep deliveries left behind', everyMs: MINUTE_MS, run: sweepLeft },
  { name: 'cancel deliveries left behind', everyMs: MINUTE_MS, run: cancelLeft },
  { name: 'sweep candidates', everyMs: HOUR_MS, run: sweepCandidates },
  { name: 'sweep extracted messages', everyMs: HOUR_MS, run: sweepExtracted },
  { name: 'sweep throttles', everyMs: HOUR_MS, run: sweepThrottles },
]
