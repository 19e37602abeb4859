import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { ErrorFrame } from '../../foundation/error-frame.ts'
import { Failure } from '../../foundation/errors.ts'
import { storeResponse } from '../../foundation/idempotency.ts'
import { newId } from '../../foundation/ids.ts'
import { newFence } from '../../foundation/models/fence.ts'
import { AFTER_ALL_IDS } from '../../foundation/page.ts'
import { sql } from '../../foundation/sql/sql.ts'
import type { Candidate } from '../candidates/candidate.ts'
import { withoutDuplicates } from '../candidates/deduplicate.ts'
import { proposeCandidates } from '../candidates/record.ts'
import { pendingContents, ReviewedCandidate } from '../candidates/review.ts'
import { selectContext } from '../context/select.ts'
import { DeltaFrame, Message } from '../gateway/chat.ts'
import { countTurn } from '../gateway/limits.ts'
import { type GatewayPorts, ownerOf, requireModel } from '../gateway/model.ts'
import { chatPrompt } from '../gateway/prompt.ts'
import { extract, replyTo, resultOf, settingOf } from '../gateway/turn.ts'
import type { Delta } from '../gateway/unwrap.ts'
import { ChatUsage, TurnUsage } from '../gateway/usage.ts'
import { whileSignedIn } from '../gateway/watch.ts'
import { addChatBytes, readChatBytes } from '../memories/store.ts'
import { readProfile } from '../users/profile.ts'
import { CHAT_BYTES_MAX, ChatMessage, findChat, newestMessages } from './chats.ts'

const MEMORIES_MAX = 30
const HISTORY_MESSAGES_MAX = 20
const HISTORY_CHARS_MAX = 16_000
const TITLE_CHARS_MAX = 60
const PURPOSE = 'a private conversation with the person, about whatever they bring up.'

export const MessageInput = z.object({ content: Message })

export const HubStreamEvent = z
  .discriminatedUnion('type', [
    DeltaFrame,
    z.object({ type: z.literal('done'), usage: ChatUsage, message: ChatMessage }).meta({ id: 'HubDoneFrame' }),
    z
      .object({ type: z.literal('candidates'), messageId: z.string(), candidates: z.array(ReviewedCandidate) })
      .meta({ id: 'CandidatesFrame' }),
    ErrorFrame,
  ])
  .meta({ id: 'HubStreamEvent' })

/** Runs one turn of a chat; returns the complete message of the assistant. */
export async function sendMessage(
  ctx: Ctx<UserActor, GatewayPorts>,
  chatId: string,
  content: string,
): Promise<ChatMessage> {
  return (await resultOf(runTurn(ctx, chatId, content))).message
}

/** Runs one turn of a chat and streams it: the reply in pieces, the complete message, then its candidates if any. */
export async function* streamMessage(
  ctx: Ctx<UserActor, GatewayPorts>,
  chatId: string,
  content: string,
): AsyncGenerator<z.output<typeof HubStreamEvent>> {
  const { later, ...result } = yield* runTurn(ctx, chatId, content)
  yield { type: 'done', ...result }
  const candidates = await later
  if (candidates?.length) yield { type: 'candidates', messageId: result.message.id, candidates }
}

interface TurnResult {
  message: ChatMessage
  usage: z.output<typeof ChatUsage>
  /** The candidates that are extracted after the response, if any. */
  later?: Promise<ReviewedCandidate[] | undefined>
}

/**
 * Runs one turn with context from the user's whole store and the chat so far. Both messages are stored once the reply is
 * complete, and candidates are extracted in the background after that; a turn that fails or is abandoned by the client
 * stores nothing.
 * @throws Failure `not_found`, `limit_exceeded`, `rate_limited`, `model_unavailable`; `unauthorized` if the session ends
 * meanwhile.
 */
function runTurn(
  ctx: Ctx<UserActor, GatewayPorts>,
  chatId: string,
  userMessage: string,
): AsyncGenerator<Delta, TurnResult> {
  return whileSignedIn(ctx, (ctx) => generateTurn(ctx, chatId, userMessage))
}

async function* generateTurn(
  ctx: Ctx<UserActor, GatewayPorts>,
  chatId: string,
  userMessage: string,
): AsyncGenerator<Delta, TurnResult> {
  const { app } = await findChat(ctx, chatId)
  // Its app can read the conversation, and the person's own words here are not for it.
  if (app)
    throw new Failure('conflict', {
      reason: 'An app sent this conversation: it can be read and deleted, not continued.',
    })
  requireModel(ctx)
  await checkChatBytes(ctx)
  await countTurn(ctx)
  const askedAt = ctx.clock()
  const history = recentMessages(await newestMessages(ctx, chatId, AFTER_ALL_IDS, HISTORY_MESSAGES_MAX))
  const [{ identity, selected }, profile] = await Promise.all([
    selectContext(ctx, userMessage, MEMORIES_MAX),
    readProfile(ctx),
  ])
  const setting = await settingOf(ctx, profile, selected)
  const usage = new TurnUsage(ctx)
  const parts = { identity, setting, purpose: PURPOSE, memories: selected, history, userMessage }
  const reply = yield* replyTo(ctx, chatPrompt(parts, newFence()), usage)
  if (ctx.signal.aborted) throw new Failure('unavailable')
  const turn = { userMessage, setting, bundled: reply.extraction }
  const known = turn.bundled ? await newCandidates(ctx, turn, usage) : []
  const message = await storeTurn(ctx, { chatId, askedAt, userMessage, reply: reply.text, candidates: known })
  const result = { message, usage: usage.total() }
  if (turn.bundled) return result
  const later = ctx.background.run('propose candidates', ownerOf(ctx.actor), async (signal) => {
    const after = { ...ctx, signal, idempotency: undefined }
    return proposeAfter(after, chatId, message.id, await newCandidates(after, turn, new TurnUsage(ctx)))
  })
  return { ...result, later }
}

// Before the model is asked; the turn that reaches the limit is still stored.
async function checkChatBytes(ctx: Ctx<UserActor>): Promise<void> {
  const used = await readChatBytes(ctx)
  if (used >= CHAT_BYTES_MAX)
    throw new Failure('limit_exceeded', { limit: 'chat_bytes', used, max: CHAT_BYTES_MAX, plan: ctx.actor.userPlan })
}

/** Extracts the candidates of a turn that are neither on record nor waiting. */
async function newCandidates(
  ctx: Ctx<UserActor, GatewayPorts>,
  turn: Parameters<typeof extract>[1],
  usage: TurnUsage,
): Promise<Candidate[]> {
  const extracted = await extract(ctx, turn, usage)
  return extracted?.length ? withoutDuplicates(ctx, extracted, await pendingContents(ctx)) : []
}

/** The last messages within the length limit, in the order of time, from a message of the user on. */
function recentMessages(newest: readonly ChatMessage[]): { role: ChatMessage['role']; content: string }[] {
  let chars = 0
  const fitting = newest.filter(({ content }) => (chars += content.length) <= HISTORY_CHARS_MAX).reverse()
  const from = fitting.findIndex(({ role }) => role === 'user')
  return from < 0 ? [] : fitting.slice(from).map(({ role, content }) => ({ role, content }))
}

interface CompletedTurn {
  chatId: string
  askedAt: Date
  userMessage: string
  reply: string
  candidates: readonly Candidate[]
}

/** Stores both messages, the candidates, and the response of a request with an idempotency key. */
function storeTurn(
  ctx: Ctx<UserActor>,
  { chatId, askedAt, userMessage, reply, candidates }: CompletedTurn,
): Promise<ChatMessage> {
  const { userId } = ctx.actor
  return inTransaction(ctx, async (ctx) => {
    const now = ctx.clock()
    const createdAt = now.toISOString()
    const [questionId, replyId] = [newId('msg', now.getTime()), newId('msg', now.getTime())]
    const found = await ctx.db.count(sql`
      update chats set updated_at = ${createdAt}, title = coalesce(title, ${titleOf(userMessage)})
      where user_id = ${userId} and id = ${chatId}`)
    // The chat or the account was deleted during the model calls.
    if (!found) throw new Failure('not_found')
    await ctx.db.count(sql`
      insert into chat_messages (user_id, chat_id, id, role, content, created_at)
      values (${userId}, ${chatId}, ${questionId}, 'user', ${userMessage}, ${askedAt.toISOString()}),
        (${userId}, ${chatId}, ${replyId}, 'assistant', ${reply}, ${createdAt})`)
    await addChatBytes(ctx, Buffer.byteLength(userMessage) + Buffer.byteLength(reply))
    const pending = await propose(ctx, chatId, replyId, createdAt, candidates)
    const message = { id: replyId, role: 'assistant' as const, content: reply, createdAt, candidates: pending }
    await storeResponse(ctx, message)
    return message
  })
}

/** Stores the candidates of a turn that is stored already; none if the chat was deleted meanwhile. */
function proposeAfter(
  ctx: Ctx<UserActor>,
  chatId: string,
  messageId: string,
  candidates: readonly Candidate[],
): Promise<ReviewedCandidate[]> {
  if (!candidates.length) return Promise.resolve([])
  return inTransaction(ctx, async (ctx) => {
    // Locked, so that the chat is not deleted before the candidates are inserted.
    const chat = await ctx.db.maybe(sql`
      select id from chats where user_id = ${ctx.actor.userId} and id = ${chatId} for key share`)
    return chat ? propose(ctx, chatId, messageId, ctx.clock().toISOString(), candidates) : []
  })
}

async function propose(
  ctx: Ctx<UserActor>,
  chatId: string,
  messageId: string,
  at: string,
  candidates: readonly Candidate[],
): Promise<ReviewedCandidate[]> {
  const ids = await proposeCandidates(ctx, candidates, { chatId, messageId, at })
  return candidates.map((candidate, i) => ({
    id: ids[i] as string,
    status: 'pending',
    app: null,
    source: null,
    replaces: null,
    chatId,
    candidate,
    memoryId: null,
    at,
  }))
}

/** The first words of a message, as the title of a chat without one. */
export function titleOf(message: string): string {
  const line = message.replace(/\s+/g, ' ')
  if (line.length <= TITLE_CHARS_MAX) return line
  const start = line.slice(0, TITLE_CHARS_MAX - 1).replace(/\p{Surrogate}$/u, '')
  return `${start.replace(/ \S*$/, '')}…`
}
