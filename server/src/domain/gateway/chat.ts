import { coversAny, qualifiersFor } from '@memory-service/scopes'
import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { ErrorFrame } from '../../foundation/error-frame.ts'
import { Failure } from '../../foundation/errors.ts'
import { insertResponse } from '../../foundation/idempotency.ts'
import type { ChatMessage, Generation } from '../../foundation/models/chat.ts'
import { newFence } from '../../foundation/models/fence.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { Candidate } from '../candidates/candidate.ts'
import { withoutDuplicates } from '../candidates/deduplicate.ts'
import { memoriesOf, recordCandidates } from '../candidates/record.ts'
import { Intent } from '../context/bundle.ts'
import { narrowToIntent, selectContext } from '../context/select.ts'
import type { NewMemory } from '../memories/insert.ts'
import type { Memory } from '../memories/memory.ts'
import { lockStore } from '../memories/store.ts'
import { STANDARD_INTENTS } from '../vocabulary/standard.ts'
import { digestOf, recordExtracted, wasExtracted } from './extracted.ts'
import { countTurn } from './limits.ts'
import { type GatewayPorts, type PartNames, requestFailure, requireModel } from './model.ts'
import { chatPrompt } from './prompt.ts'
import { type Extracted, extract, replyTo, resultOf } from './turn.ts'
import type { Delta, Reply } from './unwrap.ts'
import { ChatUsage, TurnUsage } from './usage.ts'

const MESSAGE_CHARS_MAX = 8_192
const CONTEXT_BYTES_MAX = 16 * 1024
const CONTEXT_LEVELS_MAX = 16
const MEMORIES_MAX = 30

/** A message of the user. */
export const Message = z.string().trim().min(1).max(MESSAGE_CHARS_MAX)

const AppContext = z
  .record(z.string(), z.unknown())
  .refine((context) => Buffer.byteLength(JSON.stringify(context)) <= CONTEXT_BYTES_MAX, {
    message: 'must be at most 16 KiB of JSON',
  })
  .refine((context) => levelsOf(context) <= CONTEXT_LEVELS_MAX, {
    message: `must be nested at most ${CONTEXT_LEVELS_MAX} levels deep`,
  })

export const GatewayChat = z.object({
  intent: Intent,
  userMessage: Message.optional().meta({ description: 'If omitted, the model opens the conversation.' }),
  appContext: AppContext.optional().meta({
    description: 'What the app knows about the current situation; at most 16 KiB.',
  }),
  ephemeral: z.boolean().default(false).meta({ description: 'If true, nothing of the turn is recorded.' }),
})
type GatewayChat = z.output<typeof GatewayChat>

export const TurnCandidate = Candidate.extend({
  recorded: z.boolean().meta({ description: 'Whether it was stored as a memory.' }),
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

/** Runs one turn; returns the complete response. */
export function chat(ctx: Ctx<AppActor, GatewayPorts>, body: GatewayChat): Promise<GatewayChatResponse> {
  return resultOf(runTurn(ctx, body, responseOf))
}

/** Runs one turn and streams it: the reply in pieces, the recorded memories, the usage. */
export async function* chatStream(
  ctx: Ctx<AppActor, GatewayPorts>,
  body: GatewayChat,
): AsyncGenerator<ChatStreamEvent> {
  const { memoryCandidates, usage } = yield* runTurn(ctx, body, responseOf)
  for (const candidate of memoryCandidates) if (candidate.recorded) yield { type: 'memory_recorded', candidate }
  yield { type: 'done', usage }
}

/** The input of a turn, from the gateway or an OpenAI client. */
export interface TurnInput {
  intent: string
  /** Paths of the parts in the request, for errors. */
  names?: PartNames & { intent?: string }
  userMessage?: string | undefined
  appContext?: object | undefined
  ephemeral: boolean
  /** The app's own instructions to the model. */
  instructions?: readonly string[]
  /** Earlier messages of the conversation. */
  history?: readonly ChatMessage[]
  generation?: Generation
}

export interface TurnResult {
  reply: Reply
  toneTags: string[]
  memoryCandidates: TurnCandidate[]
  usage: ChatUsage
}

function responseOf({ reply, ...rest }: TurnResult): GatewayChatResponse {
  return { reply: reply.text, ...rest }
}

/**
 * Runs one turn: streams a reply with context that the intent draws on and the app may read, then extracts candidates
 * and records the new ones where the app may write. No transaction is open during model calls.
 * @param toResponse builds the response, which is stored in the same transaction if the request has an idempotency key.
 * @throws Failure `validation_failed` for an unknown intent or a part that the model refuses; `rate_limited`;
 * `model_unavailable`.
 */
export async function* runTurn<T>(
  ctx: Ctx<AppActor, GatewayPorts>,
  input: TurnInput,
  toResponse: (result: TurnResult) => T,
): AsyncGenerator<Delta, T> {
  const { intent, names = OWN_NAMES, userMessage, appContext, instructions, history, generation } = input
  const within = await narrowToIntent(ctx, intent, names.intent)
  requireModel(ctx)
  await countTurn(ctx)
  const { identity, selected } = await selectContext(within, userMessage?.slice(0, MESSAGE_CHARS_MAX), MEMORIES_MAX)
  ctx.audit.note(ctx, { action: 'gateway.chat', scopes: selected.map(({ scope }) => scope), count: selected.length })
  const usage = new TurnUsage(ctx)
  const purpose = purposeOf(ctx.actor, intent)
  const parts = { identity, purpose, memories: selected, appContext, instructions, history, userMessage }
  let reply: Reply
  try {
    reply = yield* replyTo(ctx, chatPrompt(parts, newFence()), usage, generation)
  } catch (error) {
    throw requestFailure(error, names)
  }
  return finishTurn(ctx, input, { reply, known: selected, usage }, toResponse)
}

const OWN_NAMES: NonNullable<TurnInput['names']> = { text: 'userMessage' }

function purposeOf({ app }: AppActor, intent: string): string {
  const standard = STANDARD_INTENTS.find((each) => each.intent === intent)
  return `in the app ${app}, ${intent}.${standard ? ` ${standard.description}` : ''}`
}

interface Replied {
  reply: Reply
  known: readonly Memory[]
  usage: TurnUsage
}

/** Extracts candidates from a turn, records the new ones and builds the response. */
async function finishTurn<T>(
  ctx: Ctx<AppActor, GatewayPorts>,
  input: TurnInput,
  replied: Replied,
  toResponse: (result: TurnResult) => T,
): Promise<T> {
  const { userMessage, appContext, ephemeral } = input
  const { reply, usage } = replied
  const digest = ephemeral ? undefined : digestOf(ctx, input)
  const isRepeated = digest !== undefined && (await wasExtracted(ctx, digest))
  const turn = { userMessage, appContext, ...replied }
  const extracted = isRepeated ? undefined : await extract(ctx, turn, usage)
  const { toneTags, candidates } = extracted ?? NOTHING
  const respond = (memoryCandidates: TurnCandidate[]) =>
    toResponse({ reply, toneTags, memoryCandidates, usage: usage.total() })
  const unrecorded = candidates.map((candidate) => ({ ...candidate, recorded: false }))
  if (!extracted || !digest) return respond(unrecorded)
  return record(await withCurrentGrants(ctx), candidates, digest, respond)
}

const NOTHING: Extracted = { toneTags: [], candidates: [] }

/** Reads the grants again: they may have changed during the model calls. */
async function withCurrentGrants<P>(ctx: Ctx<AppActor, P>): Promise<Ctx<AppActor, P>> {
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
 * Records new candidates as memories, as many as the plan allows. The response does not depend on it, and is stored in
 * the same transaction if the request has an idempotency key.
 */
async function record<T>(
  ctx: Ctx<AppActor, GatewayPorts>,
  candidates: readonly Candidate[],
  digest: Buffer,
  respond: (candidates: TurnCandidate[]) => T,
): Promise<T> {
  const { actor } = ctx
  const fresh = await withoutDuplicates(
    ctx,
    candidates.filter(({ scope }) => coversAny(actor.writes, scope)),
  )
  return inTransaction(ctx, async (ctx) => {
    const { used, max } = await lockStore(ctx)
    const isFirst = await recordExtracted(ctx, digest)
    const recorded = isFirst ? fresh.slice(0, Math.max(0, max - used)) : []
    const built = memoriesOf(ctx, recorded, actor.app)
    const memories = new Map(recorded.map((each, position) => [each, built[position] as NewMemory]))
    const response = respond(
      candidates.map((each) => {
        const memory = memories.get(each)
        return memory ? { ...each, recorded: true, memoryId: memory.id } : { ...each, recorded: false }
      }),
    )
    if (memories.size) await recordCandidates(ctx, [...memories.values()], response)
    else if (ctx.idempotency) await ctx.db.count(insertResponse(ctx.idempotency, response))
    if (ctx.idempotency) ctx.idempotency.stored = true
    ctx.db.afterCommit(() => ctx.meter.count(actor, 'memory_writes', memories.size))
    return response
  })
}

// Not recursive, so that deep nesting cannot overflow the stack.
function levelsOf(value: unknown): number {
  let level = 0
  for (let open = [value]; open.length; level++)
    open = open.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  return level - 1
}
