import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import type { FinishReason } from '../../foundation/models/chat.ts'
import { runTurn, type TurnResult } from './chat.ts'
import { type ChatModelPorts, type GatewayPorts, requireModel } from './model.ts'
import { type CompletionRequest, turnOf } from './openai-request.ts'
import { TurnCandidate } from './record.ts'
import { resultOf } from './turn.ts'

/* The gateway for OpenAI clients: the requests are in `openai-request.ts`, the responses here. */

/** Replaced by the prefix that OpenAI clients expect. */
const REQUEST_PREFIX = /^req_/
const CREATED_UNKNOWN = 0
const OWNER = 'memory-service'

const FinishReasons = z.enum(['stop', 'length', 'content_filter'] satisfies FinishReason[])
const Candidates = z.array(TurnCandidate).meta({
  description:
    'Not part of the OpenAI API: the candidates that the model sent along with the reply, and which of them were ' +
    'recorded. Usually empty, since candidates are extracted after the response.',
})
const Usage = z
  .object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() })
  .meta({ description: 'Of the reply.' })
const head = {
  id: z.string(),
  created: z.int().meta({ description: 'In seconds since 1970.' }),
  model: z.string().meta({ description: 'The configured model, regardless of the request.' }),
}

export const ChatCompletion = z
  .object({
    ...head,
    object: z.literal('chat.completion'),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
        finish_reason: FinishReasons,
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
          finish_reason: FinishReasons.nullable(),
          logprobs: z.null(),
        }),
      )
      .meta({ description: 'Empty in the chunk with the usage.' }),
    usage: Usage.nullable().optional().meta({ description: 'If requested: in the last chunk, null in the others.' }),
    memory_candidates: Candidates.optional().meta({ description: 'In the chunk with the `finish_reason`.' }),
  })
  .meta({ id: 'ChatCompletionChunk' })
type ChatCompletionChunk = z.output<typeof ChatCompletionChunk>
type Choice = ChatCompletionChunk['choices'][number]

export const Model = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    created: z.int().meta({ description: 'Always 0, because it is unknown.' }),
    owned_by: z.string(),
  })
  .meta({ id: 'OpenAiModel' })
export const ModelList = z.object({ object: z.literal('list'), data: z.array(Model) }).meta({ id: 'ModelList' })

/** Lists the configured model; empty if there is none. */
export function listModels({ chat }: ChatModelPorts): z.output<typeof ModelList> {
  const model = (id: string) => ({ id, object: 'model' as const, created: CREATED_UNKNOWN, owned_by: OWNER })
  return { object: 'list', data: chat ? [model(chat.name)] : [] }
}

/** Returns the configured model. @throws Failure `not_found` for any other name. */
export function readModel(ports: ChatModelPorts, name: string): z.output<typeof Model> {
  const model = listModels(ports).data.find(({ id }) => id === name)
  if (!model) throw new Failure('not_found')
  return model
}

/** Runs one turn; returns the complete response. */
export async function complete(ctx: Ctx<AppActor, GatewayPorts>, body: CompletionRequest): Promise<ChatCompletion> {
  const head = headOf(ctx)
  const completionOf = ({ reply, usage, memoryCandidates }: TurnResult): ChatCompletion => ({
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
  return (await resultOf(runTurn(ctx, turnOf(body), completionOf))).response
}

/** Runs one turn and streams it in chunks. */
export async function* completeStream(
  ctx: Ctx<AppActor, GatewayPorts>,
  body: CompletionRequest,
): AsyncGenerator<ChatCompletionChunk> {
  const head = headOf(ctx)
  const includesUsage = body.stream_options?.include_usage === true
  const chunk = (choices: Choice[], more: Partial<ChatCompletionChunk> = {}): ChatCompletionChunk => ({
    ...head,
    object: 'chat.completion.chunk',
    choices,
    ...(includesUsage ? { usage: null } : {}),
    ...more,
  })
  const choice = (delta: Choice['delta'], finish: FinishReason | null = null): Choice[] => [
    { index: 0, delta, finish_reason: finish, logprobs: null },
  ]
  let result!: TurnResult
  let hasBegun = false
  for await (const { text } of runTurn(ctx, turnOf(body), (of) => void (result = of))) {
    if (!hasBegun) yield chunk(choice({ role: 'assistant', content: '' }))
    hasBegun = true
    yield chunk(choice({ content: text }))
  }
  const { reply, memoryCandidates, usage } = result
  yield chunk(choice({}, reply.finish), { memory_candidates: memoryCandidates })
  if (includesUsage) yield chunk([], { usage: usageOf(usage) })
}

function headOf(ctx: Ctx<AppActor, GatewayPorts>) {
  return {
    id: ctx.requestId.replace(REQUEST_PREFIX, 'chatcmpl-'),
    created: Math.floor(ctx.clock().getTime() / 1_000),
    model: requireModel(ctx).name,
  }
}

function usageOf({ tokensIn, tokensOut }: TurnResult['usage']): z.output<typeof Usage> {
  return { prompt_tokens: tokensIn, completion_tokens: tokensOut, total_tokens: tokensIn + tokensOut }
}
