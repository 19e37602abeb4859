import type { components, operations } from './generated/openapi.ts'
import type { WriteOptions } from './http.ts'

/*
 * The public names of the API's types, all derived from the service's API description.
 */

type Schemas = components['schemas']
// Editors show the name of an interface, but expand a type alias.
type Shape<Name extends keyof Schemas> = Schemas[Name]
type Query<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>
/** A time as a `Date` or in ISO 8601. */
export type Time = Date | string

/** A stored memory. */
export interface Memory extends Shape<'Memory'> {}
/** A memory found by a search, with `score` and `match`. */
export interface RecalledMemory extends Shape<'RecalledMemory'> {}
/** The result of `update`; only the changed fields if the app may not read the scope. */
export interface EditedMemory extends Shape<'EditedMemory'> {}
/** A page of memories; `next_cursor` is null on the last page. */
export interface MemoryPage extends Shape<'MemoryList'> {}
/** The memories stored by `remember`. */
export interface Remembered extends Shape<'Remembered'> {}
/** A ticket with which a person claims what your app holds for them. */
export interface ClaimLink extends Shape<'ClaimLink'> {}
/** The memories that were deleted, and those that were not found. */
export interface Forgotten extends Shape<'Forgotten'> {}
/** A state of a memory, how it began and who began it. */
export interface MemoryRevision extends Shape<'MemoryRevision'> {}
/** A page of the states of a memory, the newest first. */
export interface MemoryHistory extends Shape<'MemoryHistory'> {}
/** A memory and the memories related to it. */
export interface Graph extends Shape<'MemoryGraph'> {}
/** The context for an intent. */
export interface ContextBundle extends Shape<'ContextBundle'> {}
/** The assistant's description as one paragraph. */
export interface IdentityBrief extends Shape<'IdentityBrief'> {}
/** The identity, app and scopes of a token. */
export interface Connection extends Shape<'Connection'> {}
/** The limits of the plan for this month, and their use. */
export interface Quota extends Shape<'Quota'> {}
/** The scopes that contain memories. */
export interface ScopeList extends Shape<'ScopeList'> {}
/** The shared vocabulary. */
export interface Catalog extends Shape<'Catalog'> {}
/** The result of `signal`. */
export interface SignalAccepted extends Shape<'SignalAccepted'> {}
/** The result of `schedule.create`. */
export interface Scheduled extends Shape<'Scheduled'> {}
/** A time at which an app receives a webhook. */
export interface Trigger extends Shape<'Trigger'> {}
/** A page of triggers, newest first. */
export interface TriggerPage extends Shape<'TriggerPage'> {}
/** What became of the messages that `turns.add` sent. */
export interface TurnsAccepted extends Shape<'TurnsAccepted'> {}
/** A message of a transcript. */
export interface TurnMessage extends Shape<'TurnMessage'> {}
/** A page of messages of transcripts, newest first. */
export interface TurnPage extends Shape<'TurnPage'> {}
/** The complete response of a turn. */
export interface ChatReply extends Shape<'GatewayChatResponse'> {}
/** A frame of a streamed turn, distinguished by `type`. */
export type ChatFrame = Schemas['ChatStreamEvent']
/** The result of exchanging a code. */
export interface Exchanged extends Shape<'Exchanged'> {}

/** A memory to store; `kind` is returned as `type`. */
export type MemoryInput = Omit<Schemas['RememberRequest']['memories'][number], 'occurredAt'> & {
  /** When the remembered event happened; default now. */
  occurredAt?: Time
}

/** Options of `remember`. */
export interface RememberOptions extends WriteOptions {
  /** Also stores what looks like a key, a card number or a password. Only if the user asks for it. */
  allowSecrets?: boolean
}

/** Options of a list. */
export interface PageOptions {
  /** The most items of a page, at most 100. */
  limit?: number
  /** Continues after a page. */
  cursor?: string
}

/** The fields of a memory to change. */
export type MemoryPatch = Omit<Schemas['EditMemoryRequest'], 'occurredAt'> & {
  /** When the remembered event happened. */
  occurredAt?: Time
}

type Find = Query<'memories_findMemories'>

/** Filters for memories; all of them apply. */
export type MemoryFilters = Omit<Find, 'query' | 'pinned' | 'from' | 'to'> & {
  /** Only pinned memories, or only others. */
  pinned?: boolean
  /** Only memories stored at or after this time or UTC day. */
  from?: Time
  /** Only memories stored before this time, or until the end of this UTC day. */
  to?: Time
}

/** Options of `context`. */
export type ContextQuery = Omit<Query<'context_getContext'>, 'intent'>

/** A trigger to create. */
export type TriggerInput = Omit<Schemas['ScheduleRequest'], 'fireAt'> & {
  /** When to fire; in the future, within five years. */
  fireAt: Time
}

/** Filters of a list of triggers. */
export type TriggerFilters = Query<'schedule_listTriggers'>

/** A message of a conversation, as the APIs of models have it. */
export type TurnInput = Schemas['RecordTurnsRequest']['messages'][number]

/** Where a conversation belongs. */
export interface Conversation {
  /** The id of the conversation in your app; by default its day. */
  conversationId?: string
  /** The scope of the transcript; by default `general`, or the first scope that your app may write. */
  scope?: string
  /** When it was said; default now. */
  occurredAt?: Time
}

/** Filters of a list of messages. */
export type TurnFilters = Query<'memories_listTurns'>

/** A turn with the hosted model. */
export type ChatInput = Schemas['ChatRequest']
