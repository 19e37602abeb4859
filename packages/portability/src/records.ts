/* What readers give and writers take. The fields of lines are those of an export of this service. */

/** Flat values that belong to a memory and have no field of their own. */
export type Metadata = Record<string, string | number | boolean>

/** A memory as a line of JSON Lines. Times are ISO 8601 in UTC; shares are percentages. */
export interface MemoryLine {
  /** In an import, an id of the source: the service makes its own id from it. */
  readonly id: string
  readonly content: string
  readonly scope: string
  readonly type: string
  readonly importance?: number
  readonly confidence?: number
  readonly pinned?: boolean
  readonly occurredAt?: string
  readonly createdAt?: string
  readonly updatedAt?: string
  readonly sourceApp?: string | null
  readonly validFrom?: string | null
  readonly validUntil?: string | null
  readonly expiresAt?: string | null
  /** The `id` of the line that replaced it. */
  readonly supersededBy?: string | null
  /** The following only in lines of this service: their state in the store that they come from. */
  readonly supersedes?: readonly string[]
  readonly maybeSupersededBy?: string | null
  readonly revision?: number
  readonly editedBy?: Readonly<Record<string, unknown>> | null
  readonly externalId?: string | null
  readonly metadata?: Metadata | null
  /** Where it was learned. */
  readonly source?: { readonly url?: string; readonly messageId?: string; readonly quote?: string } | null
}

export interface ChatLine {
  readonly object: 'chat'
  readonly id: string
  readonly title: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly externalId?: string
  readonly sourceApp?: string
  /** Set if the person asked that it is not remembered. */
  readonly doNotRemember?: true
}

export interface MessageLine {
  readonly object: 'message'
  readonly id: string
  readonly chatId: string
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly createdAt: string
}

/** An earlier state of a memory of this service, as its export holds it. */
export interface RevisionLine {
  readonly object: 'revision'
  readonly id: string
  readonly [field: string]: unknown
}

/** Where a candidate comes from. */
export type CandidateOrigin =
  | 'chat'
  | 'saved_by_assistant'
  | 'custom_instructions'
  | 'assistant_memory'
  | 'prose'
  | 'note'
  | 'agent_block'
  | 'inference'
  | 'profile'
  | 'unverified'

/** A sentence that may be a fact about the person. It becomes a memory only when the person accepts it. */
export interface Candidate {
  /** The same for the same sentence of the same source. */
  readonly id: string
  readonly content: string
  readonly origin: CandidateOrigin
  readonly scope: string
  readonly type: string
  /** Whether a review may show it as selected: a clear fact that is not sensitive. */
  readonly isPreselected: boolean
  readonly occurredAt?: string
  readonly sourceApp?: string
  /** The message that holds the sentence, and its chat. */
  readonly messageId?: string
  readonly chatId?: string
}

/** What an import learns: lines to store, candidates to review, and fields of the document as a whole. */
export type PortableRecord =
  | { readonly kind: 'memory'; readonly memory: MemoryLine }
  | { readonly kind: 'chat'; readonly chat: ChatLine }
  | { readonly kind: 'message'; readonly message: MessageLine }
  | { readonly kind: 'candidate'; readonly candidate: Candidate }
  | { readonly kind: 'revision'; readonly revision: RevisionLine }
  | { readonly kind: 'document'; readonly document: Readonly<Record<string, unknown>> }

export const CONTENT_CHARS_MAX = 8_192
export const CANDIDATE_CHARS_MAX = 1_000
export const MESSAGE_CHARS_MAX = 64_000
export const EXTERNAL_ID_CHARS_MAX = 200
/** Where a model wrote or chose the text of a memory. */
export const MODEL_CONFIDENCE = 70
