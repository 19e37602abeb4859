import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { ErrorFrame } from '../../foundation/frames.ts'
import { insertKept } from '../../foundation/idempotency.ts'
import type { ChatMessage, Generation } from '../../foundation/models/chat.ts'
import { newFence } from '../../foundation/models/fenced.ts'
import { sql } from '../../foundation/sql.ts'
import { Candidate } from '../candidates/candidate.ts'
import { memoryOf, recordCandidates } from '../candidates/keep.ts'
import { onlyNews } from '../candidates/news.ts'
import { Intent } from '../context/bundle.ts'
import { draw, narrowedTo } from '../context/draw.ts'
import { holdStore } from '../memories/insert.ts'
import type { Memory } from '../memories/memory.ts'
import { coversAny, qualifiersFor } from '../vocabulary/scopes.ts'
import { STANDARD_INTENTS } from '../vocabulary/standard.ts'
import { Bill, ChatUsage } from './bill.ts'
import { digestOf, noteExtracted, wasExtracted } from './extracted.ts'
import { takeTurnPlace } from './limits.ts'
import { mendable, modelOf, type PartNames } from './model.ts'
import type { Delta, Reply } from './plain.ts'
import { promptOf } from './prompt.ts'
import { type BroughtUp, lookThrough, speak, whole } from './turn.ts'

const MESSAGE_CHARS_MAX = 8_192
const CONTEXT_BYTES_MAX = 16 * 1024
const CONTEXT_LEVELS_MAX = 16
const MEMORIES_MAX = 30

/** What a person says in a chat. */
export const Message = z.string().trim().min(1).max(MESSAGE_CHARS_MAX)

const AppContext = z
  .record(z.string(), z.unknown())
  .refine((context) => Buffer.byteLength(JSON.stringify(context)) <= CONTEXT_BYTES_MAX, {
    message: 'takes 16 KiB of JSON at most',
  })
  .refine((context) => levelsOf(context) <= CONTEXT_LEVELS_MAX, {
    message: `is nested more than ${CONTEXT_LEVELS_MAX} levels deep`,
  })

export const GatewayChat = z.object({
  intent: Intent,
  userMessage: Message.optional().meta({ description: 'Left out, the model opens the conversation.' }),
  appContext: AppContext.optional().meta({ description: 'What the app knows of the moment; 16 KiB at most.' }),
  ephemeral: z.boolean().default(false).meta({ description: 'Nothing of the turn is recorded.' }),
})
type GatewayChat = z.output<typeof GatewayChat>

export const TurnCandidate = Candidate.extend({
  recorded: z.boolean().meta({ description: 'Whether it was kept as a memory.' }),
  memoryId: z.string().optional(),
}).meta({ id: 'TurnCandidate' })
type TurnCandidate = z.output<typeof TurnCandidate>

export const GatewayChatResponse = z
  .object({
    reply: z.string(),
    toneTags: z.array(z.string()),
    memoryCandidates: z.array(TurnCandidate),
    usage: ChatUsage,
  })
  .meta({ id: 'GatewayChatResponse' })
type GatewayChatResponse = z.output<typeof GatewayChatResponse>

export const DeltaFrame = z.object({ type: z.literal('delta'), text: z.string() })

export const ChatStreamEvent = z
  .discriminatedUnion('type', [
    DeltaFrame,
    z.object({ type: z.literal('memory_recorded'), candidate: TurnCandidate }),
    z.object({ type: z.literal('done'), usage: ChatUsage }),
    ErrorFrame,
  ])
  .meta({ id: 'ChatStreamEvent' })
type ChatStreamEvent = z.output<typeof ChatStreamEvent>

/** One turn, answered whole. */
export function chat(ctx: Ctx<AppActor>, body: GatewayChat): Promise<GatewayChatResponse> {
  return whole(takeTurn(ctx, body, responseOf))
}

/** One turn, told as the model speaks; then what was recorded, then what it cost. */
export async function* chatStream(ctx: Ctx<AppActor>, body: GatewayChat): AsyncGenerator<ChatStreamEvent> {
  const { memoryCandidates, usage } = yield* takeTurn(ctx, body, responseOf)
  for (const candidate of memoryCandidates) if (candidate.recorded) yield { type: 'memory_recorded', candidate }
  yield { type: 'done', usage }
}

/** What a turn is made from, through whichever door it came. */
export interface TurnInput {
  intent: string
  /** Where things stand in what was sent. */
  names?: PartNames & { intent?: string }
  userMessage?: string | undefined
  appContext?: object | undefined
  ephemeral: boolean
  /** What the app itself asks of the model. */
  instructions?: readonly string[]
  /** What was said before. */
  history?: readonly ChatMessage[]
  generation?: Generation
}

/** What came of it. */
export interface Turned {
  reply: Reply
  toneTags: string[]
  memoryCandidates: TurnCandidate[]
  usage: ChatUsage
}

function responseOf({ reply, ...turned }: Turned): GatewayChatResponse {
  return { reply: reply.text, ...turned }
}

/**
 * A reply from what the intent draws on and the app may read; then the turn is looked through, and what is new is
 * recorded where the app may write. No transaction is open while the model speaks. `tell` makes the answer, which is
 * kept with what is recorded when the request came with a key.
 * @throws Failure `validation_failed` for an unknown intent or what the model will not take, `rate_limited`, `model_unavailable`.
 */
export async function* takeTurn<T>(
  ctx: Ctx<AppActor>,
  input: TurnInput,
  tell: (turned: Turned) => T,
): AsyncGenerator<Delta, T> {
  const { intent, names = OWN_NAMES, userMessage, appContext, instructions, history, generation } = input
  const within = await narrowedTo(ctx, intent, names.intent)
  modelOf(ctx)
  await takeTurnPlace(ctx)
  const { identity, chosen } = await draw(within, userMessage?.slice(0, MESSAGE_CHARS_MAX), MEMORIES_MAX)
  ctx.audit.note(ctx, { action: 'gateway.chat', scopes: chosen.map(({ scope }) => scope), count: chosen.length })
  const bill = new Bill(ctx)
  const purpose = purposeOf(ctx.actor, intent)
  const telling = { identity, purpose, memories: chosen, appContext, instructions, history, userMessage }
  let reply: Reply
  try {
    reply = yield* speak(ctx, promptOf(telling, newFence()), bill, generation)
  } catch (error) {
    throw mendable(error, names)
  }
  return finish(ctx, input, { reply, known: chosen, bill }, tell)
}

const OWN_NAMES: NonNullable<TurnInput['names']> = { text: 'userMessage' }

function purposeOf({ app }: AppActor, intent: string): string {
  const standard = STANDARD_INTENTS.find((each) => each.intent === intent)
  return `in the app ${app}, ${intent}.${standard ? ` ${standard.description}` : ''}`
}

interface Spoken {
  reply: Reply
  known: readonly Memory[]
  bill: Bill
}

async function finish<T>(
  ctx: Ctx<AppActor>,
  input: TurnInput,
  spoken: Spoken,
  tell: (turned: Turned) => T,
): Promise<T> {
  const { userMessage, appContext, ephemeral } = input
  const { reply, bill } = spoken
  const digest = ephemeral ? undefined : digestOf(ctx, input)
  const isRepeated = digest !== undefined && (await wasExtracted(ctx, digest))
  const turn = { userMessage, appContext, ...spoken }
  const broughtUp = isRepeated ? undefined : await lookThrough(ctx, turn, bill)
  const { toneTags, candidates } = broughtUp ?? NOTHING
  const answer = (memoryCandidates: TurnCandidate[]) => tell({ reply, toneTags, memoryCandidates, usage: bill.total() })
  const unrecorded = candidates.map((candidate) => ({ ...candidate, recorded: false }))
  if (!broughtUp || !digest) return answer(unrecorded)
  return record(await asGrantedNow(ctx), candidates, digest, answer)
}

const NOTHING: BroughtUp = { toneTags: [], candidates: [] }

/** A model takes its time, and people change their minds: what is recorded is held against the grants of now. */
async function asGrantedNow(ctx: Ctx<AppActor>): Promise<Ctx<AppActor>> {
  const { db, actor, signal } = ctx
  if (signal.aborted) throw new Failure('unavailable')
  const row = await db.maybe<{ scopes: string[] }>(sql`
    select scopes from connections
    where user_id = ${actor.userId} and id = ${actor.connectionId} and status = 'active'`)
  if (!row) throw new Failure('unauthorized')
  const [reads, writes] = [qualifiersFor(row.scopes, 'memory:read'), qualifiersFor(row.scopes, 'memory:write')]
  return { ...ctx, actor: { ...actor, scopes: row.scopes, reads, writes } }
}

/**
 * Records what is new, as far as the store has places. The reply stands either way, and is kept in the same
 * transaction when the request is keyed.
 */
async function record<T>(
  ctx: Ctx<AppActor>,
  candidates: readonly Candidate[],
  digest: Buffer,
  answer: (of: TurnCandidate[]) => T,
): Promise<T> {
  const { actor } = ctx
  const news = await onlyNews(
    ctx,
    candidates.filter(({ scope }) => coversAny(actor.writes, scope)),
  )
  return inTransaction(ctx, async (ctx) => {
    const { used, max } = await holdStore(ctx)
    const isFirst = await noteExtracted(ctx, digest)
    const kept = isFirst ? news.slice(0, Math.max(0, max - used)) : []
    const memories = new Map(kept.map((each, place) => [each, memoryOf(ctx, each, { sourceApp: actor.app, place })]))
    const reply = answer(
      candidates.map((each) => {
        const memory = memories.get(each)
        return memory ? { ...each, recorded: true, memoryId: memory.id } : { ...each, recorded: false }
      }),
    )
    if (memories.size) await recordCandidates(ctx, [...memories.values()], reply)
    else if (ctx.idempotency) await ctx.db.count(insertKept(ctx.idempotency, reply))
    if (ctx.idempotency) ctx.idempotency.kept = true
    ctx.db.afterCommit(() => ctx.meter.count(actor, 'memory_writes', memories.size))
    return reply
  })
}

// Without recursion: what is too deep must not find us without a stack.
function levelsOf(value: unknown): number {
  let level = 0
  for (let open = [value]; open.length; level++)
    open = open.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  return level - 1
}
