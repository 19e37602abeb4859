import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { ErrorFrame } from '../../foundation/error-frame.ts'
import { newFence } from '../../foundation/models/fence.ts'
import { Intent } from '../context/bundle.ts'
import { narrowToIntent, selectContext } from '../context/select.ts'
import { readProfile } from '../users/profile.ts'
import { STANDARD_INTENTS } from '../vocabulary/standard.ts'
import { countTurn } from './limits.ts'
import { type GatewayPorts, ownerOf, requestFailure, requireModel } from './model.ts'
import { chatPrompt } from './prompt.ts'
import { type RepliedTurn, recordTurn, TurnCandidate } from './record.ts'
import { extract, replyTo, resultOf, settingOf, toneOf } from './turn.ts'
import type { Delta, Reply } from './unwrap.ts'
import { ChatUsage, TurnUsage } from './usage.ts'
import { whileGranted } from './watch.ts'

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
  ephemeral: z.boolean().default(false).meta({
    description: 'If true, nothing of the turn is recorded, and no candidates are extracted.',
  }),
  awaitCandidates: z
    .boolean()
    .default(false)
    .meta({
      description:
        'If true, the response waits for a second model call and holds the candidates of the turn. Otherwise the call ' +
        'follows the response, which holds only candidates that the model sent along with the reply.',
    }),
})
type GatewayChat = z.output<typeof GatewayChat>

export const GatewayChatResponse = z
  .object({
    reply: z.string(),
    toneTags: z.array(z.string()).meta({ description: 'The tone of the reply: at most five words or phrases.' }),
    memoryCandidates: z
      .array(TurnCandidate)
      .meta({ description: 'With `awaitCandidates`; otherwise usually empty, since they are extracted afterwards.' }),
    usage: ChatUsage.meta({ description: 'Of the model calls that the response waited for.' }),
  })
  .meta({ id: 'GatewayChatResponse' })
type GatewayChatResponse = z.output<typeof GatewayChatResponse>

export const DeltaFrame = z.object({ type: z.literal('delta'), text: z.string() }).meta({ id: 'DeltaFrame' })

export const ChatStreamEvent = z
  .discriminatedUnion('type', [
    DeltaFrame,
    z.object({ type: z.literal('memory_recorded'), candidate: TurnCandidate }).meta({ id: 'MemoryRecordedFrame' }),
    z.object({ type: z.literal('done'), usage: ChatUsage }).meta({ id: 'DoneFrame' }),
    ErrorFrame,
  ])
  .meta({ id: 'ChatStreamEvent' })
type ChatStreamEvent = z.output<typeof ChatStreamEvent>

/** Runs one turn; returns the complete response. */
export async function chat(ctx: Ctx<AppActor, GatewayPorts>, body: GatewayChat): Promise<GatewayChatResponse> {
  return (await resultOf(runTurn(ctx, body, responseOf))).response
}

/**
 * Runs one turn and streams it: the reply in pieces, the usage, then each memory recorded. A client that leaves after
 * `done` changes nothing about what is recorded.
 */
export async function* chatStream(
  ctx: Ctx<AppActor, GatewayPorts>,
  body: GatewayChat,
): AsyncGenerator<ChatStreamEvent> {
  const { response, later } = yield* runTurn(ctx, body, responseOf)
  yield { type: 'done', usage: response.usage }
  for (const candidate of [...response.memoryCandidates, ...((await later) ?? [])])
    if (candidate.recorded) yield { type: 'memory_recorded', candidate }
}

/** The input of a turn. */
interface TurnInput {
  intent: string
  userMessage?: string | undefined
  appContext?: object | undefined
  ephemeral: boolean
  /** Whether the response waits for the candidates. */
  awaitCandidates?: boolean
}

interface TurnResult {
  reply: Reply
  toneTags: string[]
  memoryCandidates: TurnCandidate[]
  usage: ChatUsage
}

function responseOf({ reply, ...rest }: TurnResult): GatewayChatResponse {
  return { reply: reply.text, ...rest }
}

/** The response to a turn, and the candidates that are extracted after it, if any; undefined if that fails. */
interface Answered<T> {
  response: T
  later?: Promise<TurnCandidate[] | undefined>
}

/**
 * Runs one turn: streams a reply with context that the intent draws on and the app may read. Candidates are extracted
 * and recorded in the background once the reply is complete, unless the turn is ephemeral. No transaction is open
 * during model calls.
 * @param toResponse builds the response. If it waits for the candidates, it is stored with them in one transaction if
 * the request has an idempotency key.
 * @throws Failure `validation_failed` for an unknown intent or a part that the model refuses; `rate_limited`;
 * `model_unavailable`; `connection_revoked`, `connection_paused` or `scope_denied` if a grant is lost meanwhile.
 */
function runTurn<T>(
  ctx: Ctx<AppActor, GatewayPorts>,
  input: TurnInput,
  toResponse: (result: TurnResult) => T,
): AsyncGenerator<Delta, Answered<T>> {
  return whileGranted(ctx, (ctx) => generateTurn(ctx, input, toResponse))
}

async function* generateTurn<T>(
  ctx: Ctx<AppActor, GatewayPorts>,
  input: TurnInput,
  toResponse: (result: TurnResult) => T,
): AsyncGenerator<Delta, Answered<T>> {
  const { intent, userMessage, appContext } = input
  const within = await narrowToIntent(ctx, intent)
  requireModel(ctx)
  await countTurn(ctx)
  const [{ identity, selected }, profile] = await Promise.all([
    selectContext(within, userMessage, MEMORIES_MAX),
    readProfile(ctx),
  ])
  ctx.audit.noteRead(ctx, 'gateway.chat', selected)
  const setting = await settingOf(ctx, profile, selected)
  const usage = new TurnUsage(ctx)
  const purpose = purposeOf(ctx.actor, intent)
  const parts = { identity, setting, purpose, memories: selected, appContext, userMessage }
  let reply: Reply
  try {
    reply = yield* replyTo(ctx, chatPrompt(parts, newFence()), usage)
  } catch (error) {
    throw requestFailure(error, 'userMessage')
  }
  const toneTags = toneOf(reply, identity.toneNote)
  const respond = (memoryCandidates: TurnCandidate[]) =>
    toResponse({ reply, toneTags, memoryCandidates, usage: usage.total() })
  const { extraction } = reply
  const turn = { userMessage, appContext, setting, extraction, sawQuoted: extraction !== undefined, quoted: selected }
  return finishTurn(ctx, input, turn, usage, respond)
}

function purposeOf({ app }: AppActor, intent: string): string {
  const standard = STANDARD_INTENTS.find((each) => each.intent === intent)
  return `in the app ${app}, ${intent}.${standard ? ` ${standard.description}` : ''}`
}

/** Answers a turn whose reply is complete, and extracts its candidates before or after that. */
async function finishTurn<T>(
  ctx: Ctx<AppActor, GatewayPorts>,
  { ephemeral, awaitCandidates }: TurnInput,
  turn: RepliedTurn,
  usage: TurnUsage,
  respond: (candidates: TurnCandidate[]) => T,
): Promise<Answered<T>> {
  const { extraction } = turn
  if (ephemeral) {
    const proposed = extraction ? ((await extract(ctx, { ...turn, bundled: extraction }, usage)) ?? []) : []
    return { response: respond(proposed.map((candidate) => ({ ...candidate, recorded: false }))) }
  }
  if (awaitCandidates || extraction) return { response: await recordTurn(ctx, turn, usage, respond) }
  const later = ctx.background.run('record candidates', ownerOf(ctx.actor), (signal) => {
    const after = { ...ctx, signal, idempotency: undefined }
    return recordTurn(after, turn, new TurnUsage(ctx), (candidates) => candidates)
  })
  return { response: respond([]), later }
}

// Not recursive, so that deep nesting cannot overflow the stack.
function levelsOf(value: unknown): number {
  let level = 0
  for (let open = [value]; open.length; level++)
    open = open.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  return level - 1
}
