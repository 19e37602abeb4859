import { coversAny } from '@memory-service/scopes'
import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { storeResponse } from '../../foundation/idempotency.ts'
import { type Page, PageQuery, pageById } from '../../foundation/page.ts'
import { openSlices } from '../../foundation/slices.ts'
import { Time } from '../../foundation/times.ts'
import type { AuditAction } from '../audit/actions.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { countTurn } from '../gateway/limits.ts'
import type { GatewayPorts } from '../gateway/model.ts'
import { textOf } from '../gateway/section.ts'
import { checkFilter } from '../memories/filters.ts'
import { checkKnownScopes } from '../memories/known.ts'
import { Scope, ScopeFilter } from '../memories/memory.ts'
import { hasSecretInSlices } from '../memories/secrets.ts'
import { lockStore } from '../memories/store.ts'
import { type ExtractionPorts, newExtractionId, queueExtraction, roomForExtractions } from './extractions.ts'
import { queryStemsOf, stemsOf } from './stems.ts'
import {
  type AddedMessage,
  addToTranscript,
  findTranscript,
  type NewMessage,
  newestOfTranscripts,
  removeTranscript,
  searchTranscripts,
  type TranscriptMessage,
} from './transcripts.ts'

/*
 * Conversations that apps send as they were held. The messages are stored first. With a chat model, memories are extracted
 * from what the person said, in the background; once that has succeeded, the messages are deleted. Without one, or if the
 * extraction fails for good, they stay as a transcript.
 */

const TURNS_MAX = 100
const MESSAGE_CHARS_MAX = 32_000
const REQUEST_CHARS_MAX = 100_000
const CONVERSATION_CHARS_MAX = 200
const QUERY_CHARS_MAX = 4_096
const DATE_CHARS = 10
const SCOPE_DEFAULT = 'general'
const SPOKEN: readonly unknown[] = ['user', 'assistant']

const ConversationId = z
  .string()
  .trim()
  .min(1)
  .max(CONVERSATION_CHARS_MAX)
  .meta({ description: 'The id of the conversation in the app.', example: 'thread-42' })

const TurnMessage = z
  .looseObject({
    role: z.string().meta({ description: 'Only `user` and `assistant` are used; other roles are ignored.' }),
    content: z.unknown().optional().meta({
      description: 'A text, or a list of parts of which those with a `text` are used, as in the APIs of models.',
    }),
  })
  .meta({ id: 'TurnMessageInput', description: 'A message as the APIs of models have it. Other fields are ignored.' })

export const Turns = z.object({
  messages: z.array(TurnMessage).min(1).max(TURNS_MAX).meta({
    description: 'New messages of one conversation, in order. Send each once. At most 100,000 characters in all.',
  }),
  conversationId: ConversationId.optional().meta({
    description: 'The id of the conversation in the app; by default the day of `occurredAt`.',
  }),
  scope: Scope.optional().meta({
    description:
      'Of the transcript; it stays the same for a conversation. By default `general`, or the first scope that the app ' +
      'may write. Memories go to the scopes that fit, of those that the app may write.',
  }),
  occurredAt: Time.optional().meta({ description: 'When it was said; now by default.' }),
})

export const TurnsAccepted = z
  .object({
    accepted: z.boolean().meta({ description: 'Whether any message was accepted.' }),
    conversationId: z.string(),
    extraction: z.enum(['queued', 'off']).meta({
      description:
        'queued: memories are being extracted, and the messages are deleted after that. off: the messages stay as a ' +
        'transcript, because no chat model is configured, nothing was said by the person, or 100 requests of the app wait.',
    }),
    results: z
      .array(
        z
          .object({
            index: z.int(),
            status: z.enum(['accepted', 'ignored']),
            reason: z.enum(['role', 'no_text', 'secret']).optional().meta({
              description: 'Why it was ignored: its role, no text, or something in it that looks like a secret.',
            }),
          })
          .meta({ id: 'TurnResult' }),
      )
      .meta({ description: 'One for each message.' }),
  })
  .meta({ id: 'TurnsAccepted' })
type TurnsAccepted = z.output<typeof TurnsAccepted>

export const TurnsQuery = PageQuery.extend({
  query: z
    .string()
    .trim()
    .min(1)
    .max(QUERY_CHARS_MAX)
    .optional()
    .meta({ description: 'Words to look for: messages with the most of them come first. Such a search has one page.' }),
  conversationId: ConversationId.optional().meta({ description: 'Only this conversation.' }),
  scope: ScopeFilter.optional(),
})

export const TurnPage = z
  .object({
    items: z.array(
      z
        .object({
          id: z.string(),
          conversationId: z.string(),
          scope: z.string(),
          role: z.enum(['user', 'assistant']),
          content: z.string(),
          createdAt: z.iso.datetime().meta({ description: 'When it was said.' }),
          extraction: z
            .enum(['queued', 'failed'])
            .nullable()
            .meta({
              description:
                'queued: memories are still to be extracted from it, and then it is deleted. failed: five attempts have ' +
                'failed, or the store is full, so it stays. null: nothing is extracted from it.',
            }),
        })
        .meta({ id: 'TurnMessage' }),
    ),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'TurnPage' })

export const ConversationOfApp = z.object({ conversationId: ConversationId })

export const TurnsDeleted = z
  .object({ deleted: z.boolean().meta({ description: 'Whether there was a transcript.' }) })
  .meta({ id: 'TurnsDeleted' })

/**
 * Stores messages of a conversation, and extracts memories from what the person said in the background.
 * @throws Failure `scope_denied` unless the app may write the scope; `unknown_scope`; `conflict` if the conversation has
 * another scope; `limit_exceeded`; with a chat model `rate_limited`.
 */
export async function recordTurns(
  ctx: Ctx<AppActor, GatewayPorts & ExtractionPorts>,
  { messages, occurredAt, ...input }: z.output<typeof Turns>,
): Promise<TurnsAccepted> {
  const at = occurredAt ?? ctx.clock().toISOString()
  const conversationId = input.conversationId ?? at.slice(0, DATE_CHARS)
  await checkScope(ctx, input.scope ?? scopeByDefault(ctx.actor))
  const read = await readMessages(messages)
  const spoken = read.flatMap(({ message }) => message ?? [])
  const said = spoken.flatMap(({ role, content }) => (role === 'user' ? content : []))
  const isExtracted = ctx.chat !== undefined && said.length > 0
  if (isExtracted) await countTurn(ctx)
  const accepted = {
    accepted: spoken.length > 0,
    conversationId,
    results: read.map(({ index, reason }): TurnsAccepted['results'][number] =>
      reason ? { index, status: 'ignored', reason } : { index, status: 'accepted' },
    ),
  }
  const conversation = { conversationId, scope: input.scope, at }
  const response = await store(ctx, conversation, spoken, isExtracted, accepted)
  if (response.extraction === 'queued' && response.accepted) ctx.extractions.nudge()
  return response
}

interface ReadMessage {
  index: number
  message?: AddedMessage
  reason?: 'role' | 'no_text' | 'secret'
}

/** Reads the messages of a request. Others run in between, since it takes a while for long ones. */
async function readMessages(messages: z.output<typeof Turns>['messages']): Promise<ReadMessage[]> {
  const texts = messages.map(textOfMessage)
  if (texts.reduce((sum, { text = '' }) => sum + text.length, 0) > REQUEST_CHARS_MAX)
    throw invalid('messages', `must be at most ${REQUEST_CHARS_MAX} characters in all`, 'too_big')
  const pause = openSlices()
  const read: ReadMessage[] = []
  for (const [index, { role, text, reason }] of texts.entries()) {
    if (text === undefined) read.push({ index, reason })
    else if (await hasSecretInSlices(text, pause)) read.push({ index, reason: 'secret' })
    else read.push({ index, message: { role, content: text, stems: await stemsOf(text, pause) } })
  }
  return read
}

function textOfMessage({ role, content }: z.output<typeof TurnMessage>, index: number) {
  if (!SPOKEN.includes(role)) return { reason: 'role' } as const
  const text = textOf(content)?.trim()
  if (!text) return { reason: 'no_text' } as const
  if (text.length > MESSAGE_CHARS_MAX)
    throw invalid(`messages.${index}.content`, `must be at most ${MESSAGE_CHARS_MAX} characters`, 'too_big')
  return { role: role as NewMessage['role'], text }
}

/** `general` if the app may write it, otherwise the first scope that it may. */
function scopeByDefault({ writes }: AppActor): string {
  if (coversAny(writes, SCOPE_DEFAULT)) return SCOPE_DEFAULT
  return writes[0]?.replace(/\.\*$/, '') ?? SCOPE_DEFAULT
}

async function checkScope(ctx: Ctx<AppActor>, scope: string): Promise<void> {
  if (!coversAny(ctx.actor.writes, scope)) throw new Failure('scope_denied', { missing_scope: `memory:write:${scope}` })
  await checkKnownScopes(ctx, [scope])
}

/** Stores the messages, queues their extraction, and stores the response of a keyed request. */
function store(
  ctx: Ctx<AppActor>,
  { conversationId, scope, at }: { conversationId: string; scope: string | undefined; at: string },
  messages: readonly AddedMessage[],
  isExtracted: boolean,
  accepted: Omit<TurnsAccepted, 'extraction'>,
): Promise<TurnsAccepted> {
  return inTransaction(ctx, async (ctx) => {
    await lockStore(ctx)
    const room = isExtracted ? await roomForExtractions(ctx) : 0
    const response: TurnsAccepted = { ...accepted, extraction: room > 0 ? 'queued' : 'off' }
    await storeResponse(ctx, response)
    if (!messages.length) return response
    const known = await findTranscript(ctx, conversationId)
    if (known && scope !== undefined && known.scope !== scope)
      throw new Failure('conflict', { reason: `The conversation has the scope ${known.scope}.` })
    const id = room > 0 ? newExtractionId(ctx) : undefined
    const target = {
      id: known?.id,
      conversation: conversationId,
      scope: known?.scope ?? scope ?? scopeByDefault(ctx.actor),
      extractionId: id,
    }
    if (known) await checkScope(ctx, known.scope)
    await noteWrite(ctx, 'turns.write', target.scope, messages.length)
    const chatId = await addToTranscript(ctx, target, messages, at)
    if (id) await queueExtraction(ctx, { id, chatId, messages: messages.length, saidAt: at, room })
    return response
  })
}

async function noteWrite(ctx: Ctx<AppActor>, action: AuditAction, scope: string, count: number): Promise<void> {
  await ctx.db.count(insertAudit(auditEntry(ctx, { action, scopes: [scope], count })))
}

/**
 * Lists messages of the transcripts that the calling app sent, newest first, or searches them.
 * @throws Failure `scope_denied` without a grant to read; `invalid_cursor`.
 */
export async function listTurns(
  ctx: Ctx<AppActor, GatewayPorts>,
  { query, limit, cursor, ...filter }: z.output<typeof TurnsQuery>,
): Promise<Page<TranscriptMessage>> {
  const { actor, vault } = ctx
  if (!actor.reads.length)
    throw new Failure('scope_denied', { missing_scope: `memory:read:${filter.scope ?? SCOPE_DEFAULT}` })
  checkFilter(actor, filter.scope)
  const { conversationId, scope } = filter
  const list = ['turns', actor.userId, actor.appId, [...actor.reads].sort(), conversationId, scope]
  const page =
    query === undefined
      ? await pageById(vault, list, { limit, cursor }, (below, rows) => newestOfTranscripts(ctx, filter, below, rows))
      : { items: await searchTranscripts(ctx, filter, queryStemsOf(query), limit), next_cursor: null }
  ctx.audit.note(ctx, { action: 'turns.list', scopes: page.items.map((each) => each.scope), count: page.items.length })
  return page
}

/** Deletes a conversation that the calling app sent. @throws Failure `scope_denied` */
export function deleteTurns(ctx: Ctx<AppActor>, { conversationId }: z.output<typeof ConversationOfApp>) {
  return inTransaction(ctx, async (ctx) => {
    await lockStore(ctx)
    const removed = await removeTranscript(ctx, conversationId)
    if (removed) await noteWrite(ctx, 'turns.delete', removed.scope, 1)
    return { deleted: removed !== undefined }
  })
}
