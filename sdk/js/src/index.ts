/*
 * The public API of the package. Everything else may change in any release.
 */

export { type CallbackOptions, handleCallback } from './callback.ts'
export { MemoryService, type MemoryServiceOptions } from './client.ts'
export { type DpopKey, newDpopKey } from './dpop.ts'
export {
  type ErrorCode,
  type ErrorDetails,
  type ErrorFacts,
  MemoryServiceError,
  type ServiceErrorCode,
} from './errors.ts'
export type * from './generated/events.ts'
export { HeldMemories } from './held.ts'
export type { CallOptions, Fetch, HttpOptions, WriteOptions } from './http.ts'
export {
  type ClientCredentials,
  type ConnectAttempt,
  type ConnectOptions,
  connectUrl,
  type ExchangeOptions,
  exchangeCode,
  newConnectAttempt,
  revoke,
} from './oauth.ts'
export type { AnyPage, List, PageFunction } from './pages.ts'
export type { RetryOptions } from './retry.ts'
export type { Schedule } from './schedule.ts'
export { allows, type ConsentScope } from './scopes.ts'
export type * from './types.ts'
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './webhooks.ts'
