import type { components, operations, paths, webhooks } from './generated/openapi.ts'

/*
 * The shapes of the API by the names people use. All come from the service's own description; nothing here repeats it.
 */

type Schemas = components['schemas']
// An interface made of it shows its name where a hover would show all that is in it.
type Shape<Name extends keyof Schemas> = Schemas[Name]
type Body<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody: { content: { 'application/json': infer B } } }
}
  ? B
  : never
type Query<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>
// What the service has a default for may be left out.
type Optional<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>
/** A time as a `Date` or in ISO 8601. */
export type Time = Date | string

/** A memory as the service keeps it. */
export interface Memory extends Shape<'Memory'> {}
/** A memory as a search found it: with `score` and `match`. */
export interface RecalledMemory extends Shape<'RecalledMemory'> {}
/** What `update` answers; of a scope the app may write but not read, what it sent and no more. */
export interface EditedMemory extends Shape<'EditedMemory'> {}
/** A page of memories; `next_cursor` leads to the next, and is null on the last. */
export interface MemoryPage extends Shape<'MemoryList'> {}
/** What was kept of a `remember`. */
export interface Remembered extends Shape<'Remembered'> {}
/** What was there to be forgotten, and what was not. */
export interface Forgotten extends Shape<'Forgotten'> {}
/** A memory and its neighbours. */
export interface Graph extends Shape<'MemoryGraph'> {}
/** What to put before a model for an intent. */
export interface ContextBundle extends Shape<'ContextBundle'> {}
/** The assistant in one paragraph. */
export interface IdentityBrief extends Shape<'IdentityBrief'> {}
/** What a token stands for. */
export interface Connection extends Shape<'Connection'> {}
/** What the month's plan holds, and what is used of it. */
export interface Quota extends Shape<'Quota'> {}
/** The scopes that hold memories. */
export interface ScopeList extends Shape<'ScopeList'> {}
/** The shared vocabulary. */
export interface Catalog extends Shape<'Catalog'> {}
/** A signal was taken. */
export interface SignalAccepted extends Shape<'SignalAccepted'> {}
/** A trigger was set. */
export interface Scheduled extends Shape<'Scheduled'> {}
/** What an app asked to be woken by, at a time. */
export interface Trigger extends Shape<'Trigger'> {}
/** A page of triggers, newest first. */
export interface TriggerPage extends Shape<'TriggerPage'> {}
/** A turn, answered whole. */
export interface ChatReply extends Shape<'GatewayChatResponse'> {}
/** A frame of a turn that is told as the model speaks; `type` tells which. */
export type ChatFrame = Schemas['ChatStreamEvent']
/** A person's consent, exchanged. */
export interface Exchanged extends Shape<'Exchanged'> {}

/** A memory was kept where your app may read. Its content is fetched with `get`. */
export interface MemoryCreated extends Shape<'MemoryCreated'> {}
/** An app sent a signal of a type that your manifest declares. */
export interface SignalCreated extends Shape<'SignalCreated'> {}
/** The time of a trigger has come. */
export interface ScheduleFired extends Shape<'ScheduleFired'> {}
/** Your access to a person ended. */
export interface ConnectionRevoked extends Shape<'ConnectionRevoked'> {}
/** You asked for it in the portal. */
export interface WebhookTest extends Shape<'WebhookTest'> {}
/** What a delivery tells; `type` tells which. More types may be added, so keep a default. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json']
}[keyof webhooks]

/** A memory as it is written; `kind` comes back as `type`. */
export type MemoryInput = Omit<
  Optional<Body<'/v1/memories'>['memories'][number], 'kind' | 'importance' | 'confidence' | 'pinned'>,
  'occurredAt'
> & {
  /** When what is told happened; now when left out. */
  occurredAt?: Time
}

/** What of a memory is to be changed; the rest stays. */
export type MemoryPatch = Omit<operations['editMemory']['requestBody']['content']['application/json'], 'occurredAt'> & {
  /** When what is told happened. */
  occurredAt?: Time
}

type Find = Query<'findMemories'>

/** Filters of a list of memories; they hold all at once. */
export type MemoryFilters = Omit<Find, 'query' | 'pinned' | 'from' | 'to'> & {
  /** Only what is pinned, or only what is not. */
  pinned?: boolean
  /** Only what was kept at or after this time or UTC day. */
  from?: Time
  /** Only what was kept before this time; a day is taken to its end. */
  to?: Time
}

/** Which part of the context is wanted. */
export type ContextQuery = Omit<Query<'getContext'>, 'intent'>

/** A trigger to be set. */
export type TriggerInput = Omit<Body<'/v1/schedule'>, 'fireAt'> & {
  /** When; in the future, and within five years. */
  fireAt: Time
}

/** Filters of a list of triggers. */
export type TriggerFilters = Query<'listTriggers'>

/** A turn to be taken with the hosted model. */
export type ChatInput = Optional<Body<'/v1/gateway/chat'>, 'ephemeral'>
