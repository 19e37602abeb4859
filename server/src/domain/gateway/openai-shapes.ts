import { z } from 'zod'
import { TurnCandidate } from './record.ts'

/*
 * Responses to OpenAI clients, as documents describe them. They come from the upstream and are sent as they are, so each
 * may be any JSON object.
 */

/** A shape that most responses have; others are objects that the upstream decides on. */
const usually = <S extends z.ZodObject>(shape: S) => z.union([shape, z.looseObject({})])

const Candidates = z.array(TurnCandidate).meta({
  deprecated: true,
  description: 'Always empty: candidates are extracted after the response.',
})
const Usage = z.looseObject({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() })
const FinishReason = z.enum(['stop', 'length', 'content_filter', 'tool_calls', 'function_call'])
const head = {
  id: z.string(),
  created: z.int().meta({ description: 'In seconds since 1970.' }),
  model: z.string().meta({ description: 'The model that the upstream used.' }),
}

export const ChatCompletion = usually(
  z.looseObject({
    ...head,
    object: z.literal('chat.completion'),
    choices: z.array(
      usually(
        z.looseObject({
          index: z.int(),
          message: z.looseObject({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
          finish_reason: FinishReason,
          logprobs: z.null(),
        }),
      ),
    ),
    usage: Usage,
    memory_candidates: Candidates,
  }),
).meta({ id: 'ChatCompletion', description: 'The response of the upstream.' })

export const ChatCompletionChunk = usually(
  z.looseObject({
    ...head,
    object: z.literal('chat.completion.chunk'),
    choices: z
      .array(
        usually(
          z.looseObject({
            index: z.int(),
            delta: z.looseObject({ role: z.literal('assistant').optional(), content: z.string().optional() }),
            finish_reason: FinishReason.nullable(),
            logprobs: z.null(),
          }),
        ),
      )
      .meta({ description: 'Empty in the chunk with the usage.' }),
    usage: Usage.nullable().optional().meta({ description: 'If requested.' }),
    memory_candidates: Candidates.optional(),
  }),
).meta({ id: 'ChatCompletionChunk', description: 'A chunk of the upstream, as it came.' })

export const ModelResponse = usually(
  z.looseObject({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.int(),
    status: z.string(),
    model: z.string(),
    output: z.array(z.looseObject({ type: z.string() })),
  }),
).meta({ id: 'OpenAiResponse', description: 'The response of the upstream.' })

export const ModelResponseEvent = usually(z.looseObject({ type: z.string() })).meta({
  id: 'OpenAiResponseEvent',
  description: 'An event of the upstream, as it came.',
})

export const EmbeddingList = usually(
  z.looseObject({
    object: z.literal('list'),
    data: z.array(
      z.looseObject({
        object: z.literal('embedding'),
        index: z.int(),
        embedding: z.union([z.array(z.number()), z.string()]),
      }),
    ),
    model: z.string(),
  }),
).meta({ id: 'OpenAiEmbeddingList', description: 'The response of the upstream.' })

export const Model = z
  .union([
    z.looseObject({
      id: z.string(),
      object: z.literal('model'),
      created: z.int(),
      owned_by: z.string(),
    }),
    z.looseObject({ id: z.string() }),
  ])
  .meta({ id: 'OpenAiModel' })
export const ModelList = z.looseObject({ object: z.literal('list'), data: z.array(Model) }).meta({ id: 'ModelList' })
