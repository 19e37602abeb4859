import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { ErrorFrame } from '../../foundation/frames.ts'
import { insertKept } from '../../foundation/idempotency.ts'
import { newId } from '../../foundation/ids.ts'
import { newFence } from '../../foundation/models/fenced.ts'
import { ABOVE_ALL } from '../../foundation/page.ts'
import { sql } from '../../foundation/sql.ts'
import type { Candidate } from '../candidates/candidate.ts'
import { proposeCandidates } from '../candidates/keep.ts'
import { onlyNews } from '../candidates/news.ts'
import { pendingContents, type ReviewedCandidate } from '../candidates/review.ts'
import { draw } from '../context/draw.ts'
import { Bill, ChatUsage } from '../gateway/bill.ts'
import { DeltaFrame, Message } from '../gateway/chat.ts'
import { takeTurnPlace } from '../gateway/limits.ts'
import { modelOf } from '../gateway/model.ts'
import type { Delta } from '../gateway/plain.ts'
import { promptOf } from '../gateway/prompt.ts'
import { lookThrough, speak, whole } from '../gateway/turn.ts'
import { ChatMessage, findChat, newestMessages } from './chats.ts'

const MEMORIES_MAX = 30
const HISTORY_MESSAGES_MAX = 20
const HISTORY_CHARS_MAX = 16_000
const TITLE_CHARS_MAX = 60
const PURPOSE = 'a private conversation with the person, about whatever they bring up.'

export const MessageInput = z.object({ content: Message })

export const HubStreamEvent = z
  .discriminatedUnion('type', [
    DeltaFrame,
    z.object({ type: z.literal('done'), usage: ChatUsage, message: ChatMessage }),
    ErrorFrame,
  ])
  .meta({ id: 'HubStreamEvent' })

/** One turn of a chat, answered whole. */
export async function sendMessage(ctx: Ctx<UserActor>, chatId: string, content: string): Promise<ChatMessage> {
  return (await whole(takeTurn(ctx, chatId, content))).message
}

/** One turn of a chat, told as the model speaks; at the end the whole message with what it brought up. */
export async function* streamMessage(
  ctx: Ctx<UserActor>,
  chatId: string,
  content: string,
): AsyncGenerator<z.output<typeof HubStreamEvent>> {
  yield { type: 'done', ...(yield* takeTurn(ctx, chatId, content)) }
}

interface Turned {
  message: ChatMessage
  usage: z.output<typeof ChatUsage>
}

/**
 * A reply from the person's whole store and the chat so far. Both messages are kept once the reply is whole; a turn
 * that fails, or that nobody waits for, leaves nothing. What is worth remembering waits for the person's word.
 * @throws Failure `not_found`, `rate_limited`, `model_unavailable`
 */
async function* takeTurn(ctx: Ctx<UserActor>, chatId: string, userMessage: string): AsyncGenerator<Delta, Turned> {
  await findChat(ctx, chatId)
  modelOf(ctx)
  await takeTurnPlace(ctx)
  const askedAt = ctx.clock()
  const history = lately(await newestMessages(ctx, chatId, ABOVE_ALL, HISTORY_MESSAGES_MAX))
  const { identity, chosen } = await draw(ctx, userMessage, MEMORIES_MAX)
  const bill = new Bill(ctx)
  const telling = { identity, purpose: PURPOSE, memories: chosen, history, userMessage }
  const reply = yield* speak(ctx, promptOf(telling, newFence()), bill)
  const broughtUp = await lookThrough(ctx, { userMessage, reply, known: chosen }, bill)
  const news = await onlyNews(ctx, broughtUp?.candidates ?? [], await pendingContents(ctx))
  if (ctx.signal.aborted) throw new Failure('unavailable')
  const message = await keep(ctx, { chatId, askedAt, userMessage, reply: reply.text, candidates: news })
  return { message, usage: bill.total() }
}

/** The last messages within bounds, oldest first, from a word of the person on. */
function lately(newest: readonly ChatMessage[]): { role: ChatMessage['role']; content: string }[] {
  let chars = 0
  const fitting = newest.filter(({ content }) => (chars += content.length) <= HISTORY_CHARS_MAX).reverse()
  const from = fitting.findIndex(({ role }) => role === 'user')
  return from < 0 ? [] : fitting.slice(from).map(({ role, content }) => ({ role, content }))
}

interface Kept {
  chatId: string
  askedAt: Date
  userMessage: string
  reply: string
  candidates: readonly Candidate[]
}

/** Keeps both messages and the candidates, and the answer of a keyed request with them. */
function keep(ctx: Ctx<UserActor>, { chatId, askedAt, userMessage, reply, candidates }: Kept): Promise<ChatMessage> {
  const { userId } = ctx.actor
  return inTransaction(ctx, async (ctx) => {
    const now = ctx.clock()
    const createdAt = now.toISOString()
    const [asked, answered] = [newId('msg', now.getTime()), newId('msg', now.getTime())]
    const found = await ctx.db.count(sql`
      update chats set updated_at = ${createdAt}, title = coalesce(title, ${titleOf(userMessage)})
      where user_id = ${userId} and id = ${chatId}`)
    // Deleted while the model spoke, alone or with the account.
    if (!found) throw new Failure('not_found')
    await ctx.db.count(sql`
      insert into chat_messages (user_id, chat_id, id, role, content, created_at)
      values (${userId}, ${chatId}, ${asked}, 'user', ${userMessage}, ${askedAt.toISOString()}),
        (${userId}, ${chatId}, ${answered}, 'assistant', ${reply}, ${createdAt})`)
    const ids = await proposeCandidates(ctx, candidates, { chatId, messageId: answered, at: createdAt })
    const waiting = candidates.map(
      (candidate, i): ReviewedCandidate => ({
        id: ids[i] as string,
        status: 'pending',
        app: null,
        chatId,
        candidate,
        memoryId: null,
        at: createdAt,
      }),
    )
    const message = { id: answered, role: 'assistant' as const, content: reply, createdAt, candidates: waiting }
    if (ctx.idempotency) {
      await ctx.db.count(insertKept(ctx.idempotency, message))
      ctx.idempotency.kept = true
    }
    return message
  })
}

/** The first words of a message, for a chat that nobody has named. */
function titleOf(message: string): string {
  const line = message.replace(/\s+/g, ' ')
  if (line.length <= TITLE_CHARS_MAX) return line
  const start = line.slice(0, TITLE_CHARS_MAX - 1).replace(/\p{Surrogate}$/u, '')
  return `${start.replace(/ \S*$/, '')}…`
}
