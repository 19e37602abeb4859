import { z } from 'zod'
import { Intent } from '../context/bundle.ts'
import type { TurnInput } from './chat.ts'

/*
 * Requests of OpenAI clients. Fields that would change the meaning of the response and are not supported are rejected;
 * fields that only tune it, or concern OpenAI's own platform, are ignored.
 */

const MESSAGES_MAX = 200
const PARTS_MAX = 100
const CONVERSATION_CHARS_MAX = 256_000
const MODEL_CHARS_MAX = 200
const TOKENS_MAX = 1_000_000
const STOPS_MAX = 4
const STOP_CHARS_MAX = 200
const TEMPERATURE_MAX = 2
const DEFAULT_INTENT = 'assistant'

const UNSUPPORTED = 'not supported here'
const noList = z.array(z.unknown(), UNSUPPORTED).max(0, UNSUPPORTED).nullish()
const nothing = z.null(UNSUPPORTED).optional()
const noChoice = z.enum(['none', 'auto'], UNSUPPORTED).nullish()

const Part = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
])
const Content = z.union(
  [z.string(), z.array(Part).max(PARTS_MAX)],
  'must be a text or a list of text parts; images, audio and files are not supported',
)

const Message = z
  .object({
    role: z.enum(['system', 'developer', 'user', 'assistant'], 'must be system, developer, user or assistant'),
    content: Content.nullish(),
    refusal: z.string().nullish().meta({ description: 'The text of the assistant if it has no `content`.' }),
    tool_calls: noList,
    function_call: nothing,
    audio: nothing,
  })
  .refine(({ role, content, refusal }) => (content ?? (role === 'assistant' ? refusal : undefined)) != null, {
    path: ['content'],
    message: 'is missing',
  })
type Message = z.output<typeof Message>

export const CompletionRequest = z.object({
  model: z.string().min(1).max(MODEL_CHARS_MAX).meta({ description: 'Any name; the configured model responds.' }),
  messages: z
    .array(Message)
    .min(1)
    .max(MESSAGES_MAX)
    .superRefine(checkConversation)
    .meta({
      description:
        'The last one, apart from system and developer messages, must be the user’s: memories are recalled by it, and ' +
        'candidates are extracted from it. System and developer messages are the app’s instructions to the model. ' +
        `At most ${CONVERSATION_CHARS_MAX} characters in total.`,
    }),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  temperature: z.number().min(0).max(TEMPERATURE_MAX).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_tokens: z.int().min(1).max(TOKENS_MAX).nullish(),
  max_completion_tokens: z.int().min(1).max(TOKENS_MAX).nullish(),
  stop: z
    .union([z.string().max(STOP_CHARS_MAX), z.array(z.string().max(STOP_CHARS_MAX)).max(STOPS_MAX)], {
      error: `must be a text or at most ${STOPS_MAX} texts, each of at most ${STOP_CHARS_MAX} characters`,
    })
    .nullish(),
  metadata: z
    .object({
      intent: Intent.optional().meta({ description: `The intent of the turn; ${DEFAULT_INTENT} if omitted.` }),
      ephemeral: z.enum(['true', 'false']).optional().meta({ description: 'If `true`, nothing is recorded.' }),
    })
    .nullish(),
  n: z.literal(1, UNSUPPORTED).nullish(),
  tools: noList,
  tool_choice: noChoice,
  functions: noList,
  function_call: noChoice,
  response_format: z.object({ type: z.literal('text', UNSUPPORTED) }, UNSUPPORTED).nullish(),
  modalities: z.array(z.literal('text', UNSUPPORTED), UNSUPPORTED).nullish(),
  audio: nothing,
  web_search_options: nothing,
  logprobs: z.literal(false, UNSUPPORTED).nullish(),
  top_logprobs: z.literal(0, UNSUPPORTED).nullish(),
  logit_bias: z.record(z.string(), z.never(UNSUPPORTED), UNSUPPORTED).nullish(),
})
export type CompletionRequest = z.output<typeof CompletionRequest>

const NAMES = {
  intent: 'metadata.intent',
  temperature: 'temperature',
  topP: 'top_p',
  stop: 'stop',
  text: 'messages',
} as const

/** Translates a request into the input of a turn. */
export function turnOf(body: CompletionRequest): TurnInput {
  const { messages, metadata, temperature, top_p, max_tokens, max_completion_tokens, stop } = body
  const texts = messages.map((message) => ({ role: message.role, content: textOf(message) }))
  const last = texts.findLast(({ role }) => !isInstruction(role))
  const instructions: string[] = []
  const history: { role: 'user' | 'assistant'; content: string }[] = []
  for (const message of texts) {
    const { role, content } = message
    if (!content.trim() || message === last) continue
    if (isInstruction(role)) instructions.push(content)
    else history.push({ role, content })
  }
  return {
    intent: metadata?.intent ?? DEFAULT_INTENT,
    names: {
      ...NAMES,
      maxTokens: max_completion_tokens == null ? 'max_tokens' : 'max_completion_tokens',
    },
    ephemeral: metadata?.ephemeral === 'true',
    userMessage: last?.content,
    instructions,
    history,
    generation: {
      temperature: temperature ?? undefined,
      topP: top_p ?? undefined,
      maxTokens: max_completion_tokens ?? max_tokens ?? undefined,
      stop: [stop ?? []].flat().filter(Boolean),
    },
  }
}

function textOf({ content, refusal }: Message): string {
  if (typeof content === 'string') return content
  return content ? content.map((part) => (part.type === 'text' ? part.text : part.refusal)).join('\n') : (refusal ?? '')
}

function isInstruction(role: Message['role']): role is 'system' | 'developer' {
  return role === 'system' || role === 'developer'
}

function checkConversation(messages: readonly Message[], ctx: z.RefinementCtx): void {
  // Some clients append instructions after the user's message.
  const at = messages.findLastIndex(({ role }) => !isInstruction(role))
  const last = messages[at]
  const addIssue = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message })
  if (last?.role !== 'user') addIssue([Math.max(at, 0), 'role'], 'must be user in the last message')
  else if (!textOf(last).trim()) addIssue([at, 'content'], 'must not be empty in the last message')
  const chars = messages.reduce((sum, message) => sum + textOf(message).length, 0)
  if (chars > CONVERSATION_CHARS_MAX) addIssue([], `must have at most ${CONVERSATION_CHARS_MAX} characters in total`)
}
