import { isQualifier, isScopeName, SCOPE_CHARS_MAX } from '@memory-service/scopes'
import { z } from 'zod'
import { Time } from '../../foundation/times.ts'
import { ExternalId, Metadata, Source } from './app-fields.ts'

const CONTENT_CHARS_MAX = 8_192
export const WRITE_MEMORIES_MAX = 100
export const KIND_CHARS_MAX = 64
export const ID_CHARS_MAX = 200
export const SOURCE_APP_CHARS_MAX = 128
/** Memories that one memory may replace when it is written. */
const SUPERSEDES_MAX = 100
/** What a memory has unless the caller says otherwise. */
export const DEFAULTS = { type: 'event', importance: 50, confidence: 80, pinned: false } as const

export const Scope = z
  .string()
  .refine(isScopeName, {
    message:
      'must be a scope such as fitness.trail: 1 to 8 parts of lower-case letters, digits, _ and -, joined by dots, at ' +
      'most 128 characters',
  })
  .meta({
    description: 'The scope of the memory.',
    example: 'fitness.trail',
    pattern: '^[a-z0-9_-]+(\\.[a-z0-9_-]+){0,7}$',
    maxLength: SCOPE_CHARS_MAX,
  })

/** A scope, or a scope followed by `.*`, which includes all scopes below it. */
export const ScopeFilter = z
  .string()
  .refine(isQualifier, {
    message: 'must be a scope such as fitness.trail, or a scope followed by .* to include all scopes below it',
  })
  .meta({ description: 'Only this scope; `fitness.*` includes all scopes below it.', example: 'fitness' })

const percent = z.number().min(0).max(100)
const Importance = percent.meta({ description: 'How much it matters, from 0 to 100.' })
const Confidence = percent.meta({ description: 'How sure it is, from 0 to 100.' })
const Pinned = z.boolean().meta({ description: 'Whether it comes before others where only a few are selected.' })

const Content = z
  .string()
  .trim()
  .min(1)
  .max(CONTENT_CHARS_MAX)
  .meta({ description: 'One fact, as a sentence that can be understood on its own.' })
const Kind = z.string().trim().max(KIND_CHARS_MAX)
// Only a hint, so a long one is truncated, not rejected; by code points, so that no surrogate pair is split.
const KindHint = z.string().transform((text) => [...text.trim()].slice(0, KIND_CHARS_MAX).join(''))

const ValidFrom = Time.meta({ description: 'When it became true; `occurredAt` unless set.' })
const ValidUntil = Time.meta({ description: 'When it stopped being true. After `validFrom`.' })
const ExpiresAt = Time.meta({
  description:
    'From this time on it is hidden, and soon erased with its history. In the future. An app sets it only for what it wrote and no one else has changed; a person lets a stored memory expire sooner only after a sign-in or confirmation of the last 15 minutes.',
})

/** A memory as callers send it. Its `kind` is stored and returned as `type`; the rest of the code knows only `type`. */
const Written = z.object({
  content: Content.meta({ example: 'Runs along the river every Tuesday.' }),
  scope: Scope,
  kind: KindHint.nullish().meta({
    description: 'Free text such as fact, preference, event or goal; `event` if omitted. Truncated to 64 characters.',
  }),
  type: KindHint.nullish().meta({ description: 'The same as `kind`.' }),
  importance: Importance.default(DEFAULTS.importance),
  confidence: Confidence.default(DEFAULTS.confidence),
  pinned: Pinned.default(DEFAULTS.pinned),
  occurredAt: Time.optional().meta({ description: 'When it happened; now if omitted.' }),
})
export const MemoryInput = Written.extend({
  // Without defaults, since an update of the memory with this external id leaves what is omitted.
  importance: Importance.optional().meta({ ...Importance.meta(), default: DEFAULTS.importance }),
  confidence: Confidence.optional().meta({ ...Confidence.meta(), default: DEFAULTS.confidence }),
  pinned: Pinned.optional().meta({ ...Pinned.meta(), default: DEFAULTS.pinned }),
  validFrom: ValidFrom.optional(),
  validUntil: ValidUntil.optional(),
  expiresAt: ExpiresAt.optional(),
  supersedes: z
    .array(z.string().min(1).max(ID_CHARS_MAX))
    .max(SUPERSEDES_MAX)
    .optional()
    .meta({ description: 'Ids of memories that it replaces. They end when it becomes true; nothing is deleted.' }),
  externalId: ExternalId.optional().meta({
    description:
      'One memory for each: writing it again updates it, even if the person corrected it. What is omitted stays as it is.',
  }),
  metadata: Metadata.optional(),
  source: Source.optional(),
})
  .transform(({ kind, type, ...memory }) => ({ ...memory, type: kind || type || undefined }))
  .meta({ id: 'MemoryInput', description: 'A memory to store; `kind` is returned as `type`.' })
export type MemoryInput = z.output<typeof MemoryInput>

/** Other memories that an imported one can name in one list. */
const CARRIED_LINKS_MAX = 200
/** Leaves room for changes after an import. */
const CARRIED_REVISION_MAX = 1_000_000

/** Who can change a memory. */
const ACTORS = ['user', 'app', 'service'] as const

/** A memory as an export contains it, or written by hand for an import. */
export const CarriedMemory = Written.extend({
  id: z.string().max(ID_CHARS_MAX).optional(),
  type: Kind.optional(),
  sourceApp: z.string().max(SOURCE_APP_CHARS_MAX).nullish(),
  createdAt: Time.optional(),
  updatedAt: Time.optional(),
  validFrom: Time.nullish(),
  validUntil: Time.nullish(),
  expiresAt: Time.nullish(),
  supersededBy: z.string().max(ID_CHARS_MAX).nullish(),
  supersedes: z.array(z.string().max(ID_CHARS_MAX)).max(CARRIED_LINKS_MAX).optional(),
  maybeSupersededBy: z.string().max(ID_CHARS_MAX).nullish(),
  externalId: ExternalId.nullish(),
  metadata: Metadata.nullish(),
  source: Source.nullish(),
  revision: z.int().min(1).max(CARRIED_REVISION_MAX).optional(),
  editedBy: z.object({ actor: z.enum(ACTORS), app: z.string().max(SOURCE_APP_CHARS_MAX).nullish() }).nullish(),
}).transform(({ kind, type, ...memory }) => ({ ...memory, type: type || kind || DEFAULTS.type }))
export type CarriedMemory = z.output<typeof CarriedMemory>

const PatchFields = z.object({
  content: Content.optional(),
  importance: Importance.optional(),
  confidence: Confidence.optional(),
  pinned: Pinned.optional(),
  scope: Scope.optional(),
  type: Kind.min(1).optional(),
  occurredAt: Time.optional(),
  validFrom: ValidFrom.optional(),
  validUntil: ValidUntil.nullish(),
  expiresAt: ExpiresAt.nullish(),
})
/** Whether the caller means to store what looks like a secret. */
export const AllowSecrets = z
  .boolean()
  .optional()
  .meta({
    description:
      'Without it, a memory that holds what looks like a key, a card number or a password is refused. Set it only if the ' +
      'person asks to store it.',
  })

/** The fields that a review may change before a candidate becomes a memory. */
export const ReviewedFields = PatchFields.pick({
  content: true,
  scope: true,
  type: true,
  importance: true,
  occurredAt: true,
})
/** An edit as callers send it; `kind` is another name of `type`. */
export const MemoryPatch = PatchFields.extend({
  allow_secrets: AllowSecrets,
  kind: PatchFields.shape.type.meta({ description: 'The same as `type`.' }),
}).transform(({ kind, ...patch }) => (kind === undefined ? patch : { ...patch, type: kind }))
export type MemoryPatch = z.output<typeof MemoryPatch>

/** How a memory can come into the store. */
const ORIGINS = ['user', 'app', 'chat', 'import', 'connector'] as const
export type Origin = (typeof ORIGINS)[number]

const SHOWN_TO_WRITER = 'Shown to that app and to the user; null for others.'

const shape = {
  id: z.string(),
  type: z.string(),
  scope: z.string(),
  content: z.string(),
  importance: z.number(),
  confidence: z.number(),
  pinned: z.boolean(),
  occurredAt: z.iso.datetime(),
  sourceApp: z.string().nullable().meta({ description: 'Slug of the app that wrote it; null if the user did.' }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().meta({ description: 'For an app that may not read it, the time of the request.' }),
  validFrom: z.iso.datetime().meta({ description: 'When it became true; `occurredAt` unless set.' }),
  validUntil: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it stopped being true; null if it is still true.' }),
  supersededBy: z.string().nullable().meta({ description: 'Id of the memory that replaced it.' }),
  supersedes: z.array(z.string()).meta({ description: 'Ids of the memories that it replaced.' }),
  maybeSupersededBy: z.string().nullable().meta({
    description: 'Id of a memory that may have replaced it; the user decides.',
  }),
  expiresAt: z.iso.datetime().nullable().meta({ description: 'From this time on it is hidden, and soon erased.' }),
  revision: z.int().meta({ description: 'Starts at 1; increased by every change.' }),
  editedBy: z
    .object({
      actor: z.enum(ACTORS),
      app: z.string().nullable().meta({ description: 'Slug of the app, if an app changed it.' }),
    })
    .meta({ id: 'MemoryEditor' })
    .nullable()
    .meta({ description: 'Who made the last change; null if there was none.' }),
  origin: z.enum(ORIGINS).meta({ description: 'How it came into the store.' }),
  externalId: z
    .string()
    .nullable()
    .meta({
      description: `Its id in the app that wrote it. ${SHOWN_TO_WRITER}`,
    }),
  metadata: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .meta({ id: 'MemoryMetadata' })
    .nullable()
    .meta({ description: `Fields of the app that wrote it. ${SHOWN_TO_WRITER}` }),
  source: z
    .object({ url: z.string().optional(), messageId: z.string().optional(), quote: z.string().optional() })
    .meta({ id: 'MemorySource' })
    .nullable()
    .meta({ description: `Where the app that wrote it learned it. ${SHOWN_TO_WRITER}` }),
}

export const Memory = z.object(shape).meta({ id: 'Memory' })
export type Memory = z.output<typeof Memory>

/** What of a memory a bundle or brief is made of; see `consideredColumns` for who wrote it and what may have superseded it. */
export type ConsideredMemory = Pick<
  Memory,
  | 'id'
  | 'type'
  | 'scope'
  | 'content'
  | 'importance'
  | 'pinned'
  | 'occurredAt'
  | 'sourceApp'
  | 'createdAt'
  | 'updatedAt'
  | 'maybeSupersededBy'
> & { writers?: readonly string[] | null; questionedBy?: string | null }

export const RecalledMemory = z
  .object({
    ...shape,
    score: z.number().optional().meta({
      description:
        'With `query`: how likely it is that the memory answers, from 0 to 1. Of memories with score 0.7, about 70 % do.',
    }),
    match: z
      .object({ keyword: z.number().optional(), vector: z.number().optional(), neighbour: z.number().optional() })
      .optional()
      .meta({
        description:
          'With `query`: the match of its words and of its meaning (`vector`), and the share of the score that memories ' +
          'written beside it in one call lent to it (`neighbour`), each 0 to 1.',
      }),
    duplicates: z.int().optional().meta({
      description: 'With `query`: number of older memories with the same content and scope, which are left out.',
    }),
  })
  .meta({ id: 'RecalledMemory' })
export type RecalledMemory = z.output<typeof RecalledMemory>

/** The response to PATCH. An app that may write the scope but not read it gets only the fields it sent. */
export const EditedMemory = z
  .object(shape)
  .partial()
  .required({ id: true, scope: true, updatedAt: true })
  .meta({ id: 'EditedMemory' })
export type EditedMemory = z.output<typeof EditedMemory>

/** Compares memories for sorting, newest first; of the same moment in a fixed order. */
export function newestFirst(a: Pick<Memory, 'createdAt' | 'id'>, b: Pick<Memory, 'createdAt' | 'id'>): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1
  return a.id < b.id ? 1 : -1
}

/** An example for the API documents. */
export const EXAMPLE: Memory = {
  id: 'mem_01kb5dd9v2000m4h2n8y7tq3wz',
  type: 'preference',
  scope: 'fitness.trail',
  content: 'Runs along the river every Tuesday.',
  importance: 50,
  confidence: 80,
  pinned: false,
  occurredAt: '2026-05-03T07:30:00.000Z',
  sourceApp: 'trail-coach',
  createdAt: '2026-05-03T07:31:12.000Z',
  updatedAt: '2026-05-03T07:31:12.000Z',
  validFrom: '2026-05-03T07:30:00.000Z',
  validUntil: null,
  supersededBy: null,
  supersedes: [],
  maybeSupersededBy: null,
  expiresAt: null,
  revision: 1,
  editedBy: null,
  origin: 'app',
  externalId: null,
  metadata: null,
  source: null,
}
