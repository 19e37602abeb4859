import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import type { Finish } from '../../foundation/models/chat.ts'
import { TurnCandidate, type Turned, takeTurn } from './chat.ts'
import { modelOf } from './model.ts'
import { type CompletionRequest, turnOf } from './openai-request.ts'
import { whole } from './turn.ts'

/* The gateway as clients of OpenAI know such a thing: what they send is in `openai-request`, what they get is here. */

/** The prefix of our request ids gives way to the one clients of OpenAI expect. */
const REQUEST_PREFIX = /^req_/
/** When a model came to be is not ours to know. */
const CREATED_UNKNOWN = 0
const OWNER = 'memory-service'

const FinishReason = z.enum(['stop', 'length', 'content_filter'] satisfies Finish[])
const Candidates = z.array(TurnCandidate).meta({
  description: 'Not of OpenAI: what of the turn is worth remembering, and what of it was recorded.',
})
const Usage = z
  .object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() })
  .meta({ description: 'Of both calls of the model, the reply and what it brought up.' })
const head = {
  id: z.string(),
  created: z.int().meta({ description: 'In seconds since 1970.' }),
  model: z.string().meta({ description: 'The model that spoke, whatever was asked for.' }),
}

export const ChatCompletion = z
  .object({
    ...head,
    object: z.literal('chat.completion'),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
        finish_reason: FinishReason,
        logprobs: z.null(),
      }),
    ),
    usage: Usage,
    memory_candidates: Candidates,
  })
  .meta({ id: 'ChatCompletion' })
type ChatCompletion = z.output<typeof ChatCompletion>

export const ChatCompletionChunk = z
  .object({
    ...head,
    object: z.literal('chat.completion.chunk'),
    choices: z
      .array(
        z.object({
          index: z.int(),
          delta: z.object({ role: z.literal('assistant').optional(), content: z.string().optional() }),
          finish_reason: FinishReason.nullable(),
          logprobs: z.null(),
        }),
      )
      .meta({ description: 'Empty in the chunk that tells the usage.' }),
    usage: Usage.nullable().optional().meta({ description: 'Where asked for: in the last chunk, null in the others.' }),
    memory_candidates: Candidates.optional().meta({ description: 'In the chunk with the `finish_reason`.' }),
  })
  .meta({ id: 'ChatCompletionChunk' })
type ChatCompletionChunk = z.output<typeof ChatCompletionChunk>
type Choice = ChatCompletionChunk['choices'][number]

export const Model = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    created: z.int().meta({ description: 'Always 0: it is not known.' }),
    owned_by: z.string(),
  })
  .meta({ id: 'OpenAiModel' })
export const ModelList = z.object({ object: z.literal('list'), data: z.array(Model) }).meta({ id: 'ModelList' })

/** The model that is configured; none where none is. */
export function listModels({ chat }: Pick<Ctx, 'chat'>): z.output<typeof ModelList> {
  const model = (id: string) => ({ id, object: 'model' as const, created: CREATED_UNKNOWN, owned_by: OWNER })
  return { object: 'list', data: chat ? [model(chat.name)] : [] }
}

/** @throws Failure `not_found` for any name but that of the model that is configured */
export function readModel(ports: Pick<Ctx, 'chat'>, name: string): z.output<typeof Model> {
  const model = listModels(ports).data.find(({ id }) => id === name)
  if (!model) throw new Failure('not_found')
  return model
}

/** One turn, answered whole. */
export async function complete(ctx: Ctx<AppActor>, body: CompletionRequest): Promise<ChatCompletion> {
  const head = headOf(ctx)
  const completionOf = ({ reply, usage, memoryCandidates }: Turned): ChatCompletion => ({
    ...head,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: reply.text, refusal: null },
        finish_reason: reply.finish,
        logprobs: null,
      },
    ],
    usage: usageOf(usage),
    memory_candidates: memoryCandidates,
  })
  return whole(takeTurn(ctx, turnOf(body), completionOf))
}

/** The same turn in chunks, as the model speaks; the last ones once it was looked through. */
export async function* completeStream(
  ctx: Ctx<AppActor>,
  body: CompletionRequest,
): AsyncGenerator<ChatCompletionChunk> {
  const head = headOf(ctx)
  const tellsUsage = body.stream_options?.include_usage === true
  const chunk = (choices: Choice[], more: Partial<ChatCompletionChunk> = {}): ChatCompletionChunk => ({
    ...head,
    object: 'chat.completion.chunk',
    choices,
    ...(tellsUsage ? { usage: null } : {}),
    ...more,
  })
  const choice = (delta: Choice['delta'], finish: Finish | null = null): Choice[] => [
    { index: 0, delta, finish_reason: finish, logprobs: null },
  ]
  let turned!: Turned
  let hasBegun = false
  for await (const { text } of takeTurn(ctx, turnOf(body), (of) => void (turned = of))) {
    if (!hasBegun) yield chunk(choice({ role: 'assistant', content: '' }))
    hasBegun = true
    yield chunk(choice({ content: text }))
  }
  const { reply, memoryCandidates, usage } = turned
  yield chunk(choice({}, reply.finish), { memory_candidates: memoryCandidates })
  if (tellsUsage) yield chunk([], { usage: usageOf(usage) })
}

function headOf(ctx: Ctx<AppActor>) {
  return {
    id: ctx.requestId.replace(REQUEST_PREFIX, 'chatcmpl-'),
    created: Math.floor(ctx.clock().getTime() / 1_000),
    model: modelOf(ctx).name,
  }
}

function usageOf({ tokensIn, tokensOut }: Turned['usage']): z.output<typeof Usage> {
  return { prompt_tokens: tokensIn, completion_tokens: tokensOut, total_tokens: tokensIn + tokensOut }
}
