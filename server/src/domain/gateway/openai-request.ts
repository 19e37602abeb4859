import { z } from 'zod'
import { Intent } from '../context/bundle.ts'
import type { TurnInput } from './chat.ts'

/*
 * What a client of OpenAI sends. What would change the meaning of an answer and is not to be had here is refused by
 * name; what only tunes it, or is for OpenAI's own house, is passed over.
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
  'takes a text or a list of text parts; images, audio and files are not supported here',
)

const Message = z
  .object({
    role: z.enum(['system', 'developer', 'user', 'assistant'], 'takes system, developer, user or assistant'),
    content: Content.nullish(),
    refusal: z.string().nullish().meta({ description: 'What the assistant said instead of `content`.' }),
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
  model: z.string().min(1).max(MODEL_CHARS_MAX).meta({ description: 'A name only: the configured model answers.' }),
  messages: z
    .array(Message)
    .min(1)
    .max(MESSAGES_MAX)
    .superRefine(checkConversation)
    .meta({
      description:
        'The last one, apart from system and developer messages, is the person’s: memory is recalled by it, and it is ' +
        'looked through. What system and developer messages say is given to the model as the instructions of the app. ' +
        `${CONVERSATION_CHARS_MAX} characters at most.`,
    }),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  temperature: z.number().min(0).max(TEMPERATURE_MAX).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_tokens: z.int().min(1).max(TOKENS_MAX).nullish(),
  max_completion_tokens: z.int().min(1).max(TOKENS_MAX).nullish(),
  stop: z
    .union([z.string().max(STOP_CHARS_MAX), z.array(z.string().max(STOP_CHARS_MAX)).max(STOPS_MAX)], {
      error: `takes a text or ${STOPS_MAX} of them at most, of ${STOP_CHARS_MAX} characters at most`,
    })
    .nullish(),
  metadata: z
    .object({
      intent: Intent.optional().meta({ description: `What the turn is for; ${DEFAULT_INTENT} when left out.` }),
      ephemeral: z.enum(['true', 'false']).optional().meta({ description: 'With `true` nothing is recorded.' }),
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

/** The turn that a request asks for. */
export function turnOf(body: CompletionRequest): TurnInput {
  const { messages, metadata, temperature, top_p, max_tokens, max_completion_tokens, stop } = body
  const said = messages.map((message) => ({ role: message.role, content: textOf(message) }))
  const spoken = said.findLast(({ role }) => !isInstruction(role))
  const instructions: string[] = []
  const history: { role: 'user' | 'assistant'; content: string }[] = []
  for (const message of said) {
    const { role, content } = message
    if (!content.trim() || message === spoken) continue
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
    userMessage: spoken?.content,
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
  // Some clients remind the model of their wishes after what the person said.
  const at = messages.findLastIndex(({ role }) => !isInstruction(role))
  const last = messages[at]
  const complain = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message })
  if (last?.role !== 'user') complain([Math.max(at, 0), 'role'], 'must be user in the last message')
  else if (!textOf(last).trim()) complain([at, 'content'], 'must not be empty in the last message')
  const chars = messages.reduce((sum, message) => sum + textOf(message).length, 0)
  if (chars > CONVERSATION_CHARS_MAX)
    complain([], `must hold ${CONVERSATION_CHARS_MAX} characters at most, all together`)
}
