import { z } from 'zod'
import { Intent } from '../context/bundle.ts'
import { ANY_MODEL } from './upstream.ts'

/*
 * Requests of OpenAI clients. Only what this service reads is declared; everything else is passed on as it is, and the
 * upstream judges it.
 */

const MODEL_CHARS_MAX = 200
const MESSAGES_MAX = 2_000

const Model = z
  .string()
  .min(1)
  .max(MODEL_CHARS_MAX)
  .optional()
  .meta({ description: `Any model of the upstream; \`${ANY_MODEL}\` or none stands for the configured one.` })

const Metadata = z
  .looseObject({
    intent: Intent.optional().meta({ description: 'The intent of the turn; `assistant` if omitted. Not passed on.' }),
    ephemeral: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: 'If `true`, nothing is recorded. Not passed on.' }),
  })
  .nullish()

const Stream = z.boolean().nullish()

/** Fields that are only passed on, named for the documents. */
function passed<N extends string>(...names: N[]) {
  const shape = Object.fromEntries(names.map((name) => [name, z.unknown().optional()]))
  return shape as Record<N, z.ZodOptional<z.ZodUnknown>>
}

const Message = z.looseObject({
  role: z.string(),
  ...passed('content', 'name', 'refusal', 'tool_calls', 'tool_call_id', 'function_call', 'audio'),
})

export const CompletionRequest = z
  .looseObject({
    model: Model,
    messages: z
      .array(Message)
      .min(1)
      .max(MESSAGES_MAX)
      .meta({
        description:
          'Passed on as they are, with a section about the person: at `<memories/>` in a system or developer message, ' +
          'otherwise as a message of its own before them. Memories are recalled by the last message of the user, and ' +
          'candidates are extracted from it.',
      }),
    stream: Stream,
    metadata: Metadata,
    ...passed(
      'tools',
      'tool_choice',
      'parallel_tool_calls',
      'functions',
      'function_call',
      'response_format',
      'n',
      'seed',
    ),
    ...passed('logprobs', 'top_logprobs', 'logit_bias', 'stop', 'temperature', 'top_p', 'presence_penalty'),
    ...passed('frequency_penalty', 'max_tokens', 'max_completion_tokens', 'stream_options', 'modalities', 'audio'),
    ...passed('web_search_options', 'reasoning_effort', 'store', 'user'),
  })
  .meta({ description: 'Every other field is passed on as it is, also those that are not named here.' })
export type CompletionRequest = z.output<typeof CompletionRequest>

const Item = z.looseObject({ role: z.unknown().optional() })

export const ResponseRequest = z
  .looseObject({
    model: Model,
    input: z
      .union([z.string(), z.array(Item).max(MESSAGES_MAX)])
      .nullish()
      .meta({ description: 'Passed on as it is; memories are recalled by the last message of the user.' }),
    instructions: z
      .unknown()
      .optional()
      .meta({
        description:
          'The section about the person goes to `<memories/>` in the instructions or in a system or developer message; ' +
          'without that, it is the instructions, or if there are any, a message of its own before the input.',
      }),
    stream: Stream,
    metadata: Metadata,
    ...passed('tools', 'tool_choice', 'parallel_tool_calls', 'text', 'reasoning', 'include', 'previous_response_id'),
    ...passed('conversation', 'truncation', 'store', 'temperature', 'top_p', 'max_output_tokens', 'user'),
    background: z.literal(false, 'is not supported here: the response could not be fetched').nullish(),
  })
  .meta({ description: 'Every other field is passed on as it is, also those that are not named here.' })
export type ResponseRequest = z.output<typeof ResponseRequest>

export type TurnRequest = CompletionRequest | ResponseRequest

export const EmbeddingRequest = z
  .looseObject({ model: Model, input: z.unknown(), ...passed('encoding_format', 'dimensions', 'user') })
  .meta({ description: 'Passed on as it is.' })
export type EmbeddingRequest = z.output<typeof EmbeddingRequest>
