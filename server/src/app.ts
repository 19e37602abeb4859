import { deleteExpiredInvitations } from './domain/accounts/invitations.ts'
import { deleteExpiredLinks } from './domain/accounts/links.ts'
import type { PasswordPorts } from './domain/accounts/passwords.ts'
import { sealedAuthenticators, sealedSteps } from './domain/accounts/sealed-factors.ts'
import { deleteExpiredSessions, type Holder } from './domain/accounts/sessions.ts'
import { signUpRoutes } from './domain/accounts/sign-up-routes.ts'
import { deleteExpiredSteps } from './domain/accounts/steps.ts'
import { eraseAccountsOfDeletedApps, eraseUserData } from './domain/app-accounts/accounts.ts'
import { claimHeld, previewClaim } from './domain/app-accounts/claims.ts'
import { eraseIdleHeld, type HeldPorts } from './domain/app-accounts/held.ts'
import { heldRoutes } from './domain/app-accounts/held-routes.ts'
import { appAccountRoutes } from './domain/app-accounts/routes.ts'
import { deleteUnusedClients } from './domain/apps/clients.ts'
import type { IconPorts } from './domain/apps/icons.ts'
import { appRoutes } from './domain/apps/routes.ts'
import { deleteExpiredActs } from './domain/audit/operator-acts.ts'
import { deleteExpiredReads } from './domain/audit/reads.ts'
import { deleteExpiredEntries } from './domain/audit/retention.ts'
import { auditRoutes } from './domain/audit/routes.ts'
import { deleteExpiredCandidates } from './domain/candidates/review.ts'
import { candidateRoutes } from './domain/candidates/routes.ts'
import type { ExtractionPorts } from './domain/chats/extractions.ts'
import { chatRoutes } from './domain/chats/routes.ts'
import { turnRoutes } from './domain/chats/turn-routes.ts'
import { countSentSince, eraseUndone, putBack, takeBackSince } from './domain/chats/undone.ts'
import { endApp, endApps } from './domain/connections/connect.ts'
import { developerAccessRoutes, endDeveloperAccess } from './domain/connections/developer-access.ts'
import { endConnections, endConnectionsOfDeletedApps, endExpiredConnections } from './domain/connections/end.ts'
import { connectionRevoked, connectionUpdated } from './domain/connections/events.ts'
import { appConnectionRoutes } from './domain/connections/of-app.ts'
import { deleteExpiredProofs } from './domain/connections/proofs.ts'
import { deleteExpiredTokens } from './domain/connections/refresh.ts'
import { connectionRoutes } from './domain/connections/routes.ts'
import { type ConnectionPorts, deleteRevokedTokens } from './domain/connections/tokens.ts'
import { endLink, sealedLinks } from './domain/connectors/link.ts'
import { connectorRoutes } from './domain/connectors/routes.ts'
import { deleteExpiredCodes, expireAllCodes, expireCodes } from './domain/consent/codes.ts'
import { consentRoutes } from './domain/consent/routes.ts'
import type { ContextPorts } from './domain/context/brief.ts'
import { contextRoutes } from './domain/context/routes.ts'
import { deleteUnusedVectors } from './domain/derived/vectors/store.ts'
import type { VectorPorts } from './domain/derived/vectors/vectors.ts'
import { developers } from './domain/developers/developers.ts'
import { deleteExpiredEvents } from './domain/developers/events.ts'
import { developerRoutes } from './domain/developers/routes.ts'
import { deleteExpiredExtracted } from './domain/gateway/extracted.ts'
import { openAiRoutes } from './domain/gateway/openai-routes.ts'
import { gatewayRoutes } from './domain/gateway/routes.ts'
import { appChangeRoutes } from './domain/history/app-change-routes.ts'
import { copyRoutes } from './domain/history/copy-routes.ts'
import { historyRoutes } from './domain/history/routes.ts'
import { deleteExpiredMails, type MailPorts } from './domain/mail/mail.ts'
import { sealedMails } from './domain/mail/sealed-mails.ts'
import { memoryCreated, memoryDeleted, memoryUpdated } from './domain/memories/events.ts'
import { fillSlots } from './domain/memories/fill-slots.ts'
import { deleteExpiredTombstones } from './domain/memories/forget.ts'
import { releaseMuted, releaseMutedRest } from './domain/memories/muted.ts'
import type { MemoryPorts } from './domain/memories/ports.ts'
import { memoryRoutes } from './domain/memories/routes.ts'
import { recountStores } from './domain/memories/store.ts'
import { eraseExpired, eraseOldTrash, eraseOrphanedRevisions, trimRevisions } from './domain/memories/sweeps.ts'
import { validityRoutes } from './domain/memories/validity-routes.ts'
import type { OAuthPorts } from './domain/oauth/documents.ts'
import { oauthRoutes } from './domain/oauth/routes.ts'
import type { OpenIdPorts } from './domain/openid/provider.ts'
import { openIdRoutes } from './domain/openid/routes.ts'
import { eraseUnconfirmed } from './domain/operator/unconfirmed.ts'
import { planRoutes } from './domain/plans/routes.ts'
import type { ImportPorts } from './domain/portable/import-batches.ts'
import { IMPORT_PURPOSE } from './domain/portable/parse-line.ts'
import type { ReadingPorts } from './domain/portable/reading-loop.ts'
import { portableRoutes } from './domain/portable/routes.ts'
import type { RequestLogPorts } from './domain/request-log/log.ts'
import { requestLogRoutes } from './domain/request-log/routes.ts'
import { deleteExpiredRequests } from './domain/request-log/store.ts'
import { scheduleRoutes } from './domain/schedule/routes.ts'
import { deleteEndedTriggers, scheduleFired } from './domain/schedule/triggers.ts'
import { signalRoutes } from './domain/signals/routes.ts'
import { signalCreated } from './domain/signals/signals.ts'
import { userRoutes } from './domain/users/routes.ts'
import { userActor, users } from './domain/users/users.ts'
import { retentionRoute } from './domain/vocabulary/retention.ts'
import { vocabularyRoutes } from './domain/vocabulary/routes.ts'
import { deleteExpiredDeliveries, webhookTest } from './domain/webhooks/deliveries.ts'
import { catalogEvents, subscribableTypes, type WebhookEvent } from './domain/webhooks/event.ts'
import { endIdleListening } from './domain/webhooks/listen.ts'
import { cancelDisabled, deleteOrphans } from './domain/webhooks/orphans.ts'
import { webhookRoutes } from './domain/webhooks/routes.ts'
import { sealedPreviousSecrets, sealedSecrets } from './domain/webhooks/sealed-secrets.ts'
import { openApiRoute } from './edge/openapi/document.ts'
import type { EdgePorts } from './edge/ports.ts'
import type { Actor, UserActor } from './foundation/actor.ts'
import { sealedLastingKeys } from './foundation/auth/key-check.ts'
import type { SealedColumn } from './foundation/auth/sealed.ts'
import { deleteExpiredThrottles } from './foundation/auth/throttle.ts'
import type { Ctx, Ports } from './foundation/ctx.ts'
import { deleteExpiredResponses, sealedResponses } from './foundation/idempotency.ts'
import { trimResponses } from './foundation/idempotency-limits.ts'
import { newId } from './foundation/ids.ts'
import type { Job } from './foundation/jobs.ts'
import type { Route } from './foundation/route.ts'
import { statisticsJob } from './foundation/sql/statistics.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Every long-lived part that a verb or a job uses; `service.ts` opens them. */
export interface AppPorts
  extends Ports,
    PasswordPorts,
    ContextPorts,
    EdgePorts,
    IconPorts,
    ConnectionPorts,
    ImportPorts,
    ExtractionPorts,
    ReadingPorts,
    MailPorts,
    OAuthPorts,
    OpenIdPorts,
    RequestLogPorts,
    VectorPorts {}

/** Every event of the webhooks. Catalog, OpenAPI document, subscriptions, SDK types and documents derive from this list. */
export const events = [
  memoryCreated,
  memoryUpdated,
  memoryDeleted,
  signalCreated,
  scheduleFired,
  connectionUpdated,
  connectionRevoked,
  webhookTest,
] as const satisfies readonly WebhookEvent[]

/** Erases what a user has, before the account is deleted. */
const eraseOwnData = (ctx: Ctx<UserActor, MemoryPorts & ConnectionPorts>) => eraseUserData(ctx, ctx.actor.userId)

/** Erases an account for the operator, in the transaction of the ports. */
export async function eraseAccount(ports: AppPorts, holder: Holder, id: string): Promise<void> {
  const caller = { requestId: newId('req'), address: '', signal: new AbortController().signal }
  const session = { sessionHash: Buffer.alloc(0), confirmedAt: null }
  if (holder === 'user') {
    const actor = await userActor(ports.db, id, session.sessionHash, null, true)
    if (actor) await users.erase({ ...ports, ...caller, actor }, eraseOwnData)
    return
  }
  const actor = {
    kind: 'developer',
    developerId: id,
    developerPlan: 'sandbox',
    developerLimits: {},
    ...session,
  } as const
  await developers.erase({ ...ports, ...caller, actor }, endApps)
}

/** Ends the connections of a user, all or those made or renewed since a time, and the connector link. */
async function endAccess(ctx: Ctx<Actor, ConnectionPorts>, userId: string, since?: string): Promise<void> {
  await endConnections(ctx, userId, since)
  await endLink(ctx, userId)
}

/** Ends what lets others into a developer's apps, all or what was set since a time. */
async function endAccessOfDeveloper(
  ctx: Ctx<Actor, ConnectionPorts>,
  developerId: string,
  since?: string,
): Promise<void> {
  await endDeveloperAccess(ctx, developerId, since)
}

/** Every route of the service. Validation, permissions, the OpenAPI document and the tests all start here. */
export const routes: readonly Route<AppPorts>[] = [
  ...vocabularyRoutes(catalogEvents(events)),
  retentionRoute,
  openApiRoute(() => ({ routes, events })),
  ...consentRoutes<HeldPorts>({ preview: previewClaim, claim: claimHeld }),
  ...oauthRoutes,
  ...connectionRoutes<MemoryPorts & ConnectionPorts>(expireCodes, releaseMuted),
  ...appConnectionRoutes,
  ...validityRoutes,
  // Before those with an id in the position of `trash`.
  ...historyRoutes({ count: countSentSince, takeBack: takeBackSince, putBack }),
  ...appChangeRoutes,
  ...copyRoutes,
  ...memoryRoutes,
  ...contextRoutes,
  ...signalRoutes,
  ...scheduleRoutes,
  ...gatewayRoutes,
  ...openAiRoutes,
  ...chatRoutes,
  ...turnRoutes,
  ...candidateRoutes,
  ...planRoutes,
  ...signUpRoutes,
  ...userRoutes<MemoryPorts & ConnectionPorts>(eraseOwnData, { expireCodes: expireAllCodes, end: endAccess }),
  ...openIdRoutes,
  ...auditRoutes,
  ...developerRoutes<ConnectionPorts>(endApps, { expireCodes: async () => {}, end: endAccessOfDeveloper }),
  ...developerAccessRoutes,
  ...appRoutes(endApp),
  ...appAccountRoutes,
  ...heldRoutes,
  ...requestLogRoutes,
  ...webhookRoutes(subscribableTypes(events)),
  ...connectorRoutes,
  ...portableRoutes,
]

/** Every column of values that are sealed with the secret key. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedSecrets,
  sealedPreviousSecrets,
  sealedLinks,
  sealedLastingKeys,
  sealedMails,
  sealedAuthenticators,
  sealedSteps,
  sealedResponses,
]

/** Every purpose of a key that stays when the secret key changes. */
export const lastingPurposes = [IMPORT_PURPOSE] as const

/** Every recurring job. */
export const jobs: readonly Job<AppPorts>[] = [
  statisticsJob,
  { name: 'delete expired sessions', everyMs: HOUR_MS, run: deleteExpiredSessions },
  { name: 'delete expired steps of sign-ins', everyMs: MINUTE_MS, run: deleteExpiredSteps },
  { name: 'delete expired links of accounts', everyMs: HOUR_MS, run: deleteExpiredLinks },
  { name: 'delete expired events of developers', everyMs: HOUR_MS, run: deleteExpiredEvents },
  { name: 'delete expired codes', everyMs: HOUR_MS, run: deleteExpiredCodes },
  { name: 'end expired connections', everyMs: MINUTE_MS, run: endExpiredConnections },
  { name: 'end connections of deleted apps', everyMs: MINUTE_MS, run: endConnectionsOfDeletedApps },
  { name: 'erase accounts of deleted apps', everyMs: MINUTE_MS, run: eraseAccountsOfDeletedApps },
  { name: 'erase idle held users', everyMs: HOUR_MS, run: eraseIdleHeld },
  { name: 'delete revoked tokens', everyMs: HOUR_MS, run: deleteRevokedTokens },
  { name: 'delete used proofs', everyMs: MINUTE_MS, run: deleteExpiredProofs },
  { name: 'delete expired tokens', everyMs: HOUR_MS, run: deleteExpiredTokens },
  { name: 'delete unused clients', everyMs: HOUR_MS, run: deleteUnusedClients },
  { name: 'delete expired idempotency records', everyMs: HOUR_MS, run: deleteExpiredResponses },
  { name: 'trim idempotency records', everyMs: HOUR_MS, run: trimResponses },
  { name: 'delete ended triggers', everyMs: HOUR_MS, run: deleteEndedTriggers },
  { name: 'delete expired tombstones', everyMs: HOUR_MS, run: deleteExpiredTombstones },
  { name: 'make missing slots of memories', everyMs: HOUR_MS, run: fillSlots },
  { name: 'reinstate what muted apps superseded', everyMs: MINUTE_MS, run: releaseMutedRest },
  { name: 'count the memories of apps', everyMs: HOUR_MS, run: recountStores },
  { name: 'erase expired memories', everyMs: 10 * MINUTE_MS, run: eraseExpired },
  { name: 'erase old trash', everyMs: 10 * MINUTE_MS, run: eraseOldTrash },
  { name: 'erase messages taken back', everyMs: HOUR_MS, run: eraseUndone },
  { name: 'erase orphaned revisions', everyMs: HOUR_MS, run: eraseOrphanedRevisions },
  { name: 'trim revisions', everyMs: HOUR_MS, run: trimRevisions },
  {
    name: 'delete outdated snapshots',
    everyMs: HOUR_MS,
    run: ({ db, clock, recall }) => recall.sweepSnapshots(db, clock()),
  },
  { name: 'delete unused vectors', everyMs: MINUTE_MS, run: deleteUnusedVectors },
  { name: 'delete expired audit entries', everyMs: HOUR_MS, run: deleteExpiredEntries },
  { name: 'delete expired reads', everyMs: HOUR_MS, run: deleteExpiredReads },
  { name: 'delete expired requests', everyMs: HOUR_MS, run: deleteExpiredRequests },
  { name: 'delete expired deliveries', everyMs: HOUR_MS, run: deleteExpiredDeliveries },
  { name: 'delete orphaned deliveries', everyMs: MINUTE_MS, run: deleteOrphans },
  { name: 'end idle listening sessions', everyMs: MINUTE_MS, run: endIdleListening },
  { name: 'cancel deliveries of disabled subscriptions', everyMs: MINUTE_MS, run: cancelDisabled },
  { name: 'delete expired mails', everyMs: HOUR_MS, run: deleteExpiredMails },
  {
    name: 'erase unconfirmed accounts',
    everyMs: HOUR_MS,
    run: (ports) => eraseUnconfirmed(ports, ({ db }, holder, id) => eraseAccount({ ...ports, db }, holder, id)),
  },
  { name: 'delete expired invitations', everyMs: HOUR_MS, run: deleteExpiredInvitations },
  { name: 'delete expired acts of the operator', everyMs: HOUR_MS, run: deleteExpiredActs },
  { name: 'delete expired candidates', everyMs: HOUR_MS, run: deleteExpiredCandidates },
  { name: 'delete expired extractions', everyMs: HOUR_MS, run: deleteExpiredExtracted },
  { name: 'delete expired throttles', everyMs: MINUTE_MS, run: deleteExpiredThrottles },
]
