import { z } from 'zod'
import { sql } from '../../foundation/sql.ts'
import { Time } from '../../foundation/times.ts'
import { isQualifier, isScopeName, SCOPE_CHARS_MAX } from '../vocabulary/scopes.ts'
import { ABOUT_EXAMPLE, About, webhookEvent } from '../webhooks/events.ts'

const CONTENT_CHARS_MAX = 8_192
export const WRITE_MEMORIES_MAX = 100
export const KIND_CHARS_MAX = 64
export const ID_CHARS_MAX = 200
export const SOURCE_APP_CHARS_MAX = 128
const KIND_DEFAULT = 'event'
const IMPORTANCE_DEFAULT = 50
const CONFIDENCE_DEFAULT = 80

const Scope = z
  .string()
  .refine(isScopeName, {
    message: 'takes 1 to 8 parts of lower-case letters, digits, _ and -, joined by dots, 128 characters at most',
  })
  .meta({
    description: 'Where the memory lives.',
    example: 'fitness.trail',
    pattern: '^[a-z0-9_-]+(\\.[a-z0-9_-]+){0,7}$',
    maxLength: SCOPE_CHARS_MAX,
  })

/** A scope, or a scope with `.*` for all below it too. */
export const ScopeFilter = z
  .string()
  .refine(isQualifier, { message: 'takes a scope, or a scope followed by .* for all below it too' })
  .meta({ description: 'Only this scope; `fitness.*` with all below it.', example: 'fitness' })

const percent = z.number().min(0).max(100)
const Importance = percent.meta({ description: 'How much it matters, from 0 to 100.' })
const Confidence = percent.meta({ description: 'How sure it is, from 0 to 100.' })
const Pinned = z.boolean().meta({ description: 'Whether it comes before others where there is room for a few.' })

const Content = z
  .string()
  .trim()
  .min(1)
  .max(CONTENT_CHARS_MAX)
  .meta({ description: 'One fact, in a sentence that can be understood on its own.' })
const Kind = z.string().trim().max(KIND_CHARS_MAX)
// Advice, so it is no reason to lose a memory: cut by characters, not by their halves.
const KindHint = z.string().transform((text) => [...text.trim()].slice(0, KIND_CHARS_MAX).join(''))

/** A memory as apps and people write it. Its `kind` is stored and returned as `type`: only this file knows. */
const Written = z.object({
  content: Content.meta({ example: 'Runs along the river every Tuesday.' }),
  scope: Scope,
  kind: KindHint.nullish().meta({
    description:
      'Free: a hint such as fact, preference, event or goal; `event` when left out. Its first 64 characters count.',
  }),
  importance: Importance.default(IMPORTANCE_DEFAULT),
  confidence: Confidence.default(CONFIDENCE_DEFAULT),
  pinned: Pinned.default(false),
  occurredAt: Time.optional().meta({ description: 'When what is told happened; now when left out.' }),
})
export const MemoryInput = Written.transform(({ kind, ...memory }) => ({ ...memory, type: kind || KIND_DEFAULT }))
export type MemoryInput = z.output<typeof MemoryInput>

/** A memory as an export tells of it, or as somebody has written it down by hand: what it is, and what it was. */
export const CarriedMemory = Written.extend({
  id: z.string().max(ID_CHARS_MAX).optional(),
  type: Kind.optional(),
  sourceApp: z.string().max(SOURCE_APP_CHARS_MAX).nullish(),
  createdAt: Time.optional(),
  updatedAt: Time.optional(),
}).transform(({ kind, type, ...memory }) => ({ ...memory, type: type || kind || KIND_DEFAULT }))
export type CarriedMemory = z.output<typeof CarriedMemory>

export const MemoryPatch = z.object({
  content: Content.optional(),
  importance: Importance.optional(),
  confidence: Confidence.optional(),
  pinned: Pinned.optional(),
  scope: Scope.optional(),
  type: Kind.min(1).optional(),
  occurredAt: Time.optional(),
})
export type MemoryPatch = z.output<typeof MemoryPatch>

const shape = {
  id: z.string(),
  type: z.string(),
  scope: z.string(),
  content: z.string(),
  importance: z.number(),
  confidence: z.number(),
  pinned: z.boolean(),
  occurredAt: z.iso.datetime(),
  sourceApp: z.string().nullable().meta({ description: 'Slug of the app that wrote it; null when the person did.' }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}

export const Memory = z.object(shape).meta({ id: 'Memory' })
export type Memory = z.output<typeof Memory>

export const RecalledMemory = z
  .object({
    ...shape,
    score: z.number().optional().meta({ description: 'With `query`: relevance from 0 to 1, higher is better.' }),
    match: z
      .object({ keyword: z.number().optional(), vector: z.number().optional() })
      .optional()
      .meta({ description: 'With `query`: what each arm of the search made of it, 0 to 1.' }),
  })
  .meta({ id: 'RecalledMemory' })
export type RecalledMemory = z.output<typeof RecalledMemory>

/** What PATCH answers. An app that may write a scope but not read it is told what it wrote, and no more. */
export const EditedMemory = z
  .object(shape)
  .partial()
  .required({ id: true, scope: true, updatedAt: true })
  .meta({ id: 'EditedMemory' })
export type EditedMemory = z.output<typeof EditedMemory>

/** The columns of a memory in the words of the API; the table goes by the name of `m`. */
export const memoryColumns = sql`m.id, m.type, m.scope, m.content, m.importance, m.confidence, m.pinned,
  m.occurred_at as "occurredAt", m.source_app as "sourceApp", m.created_at as "createdAt",
  m.updated_at as "updatedAt"`

/** A memory to show in documents. */
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
}

const { id, type, scope, importance, occurredAt, sourceApp } = EXAMPLE

export const memoryCreated = webhookEvent('memory.created', {
  name: 'MemoryCreated',
  summary: 'A memory was kept in a scope the app may read. Its content is fetched with the token of the connection.',
  data: About.extend({
    memory: Memory.pick({ id: true, type: true, scope: true, importance: true, occurredAt: true, sourceApp: true }),
  }),
  example: { ...ABOUT_EXAMPLE, memory: { id, type, scope, importance, occurredAt, sourceApp } },
})
