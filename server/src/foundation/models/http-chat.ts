import { Stream } from 'openai/streaming'
import { z } from 'zod'
import type { EgressClient } from '../net/egress.ts'
import type { Call } from './call.ts'
import type { ChatChunk, ChatMessage, ChatModel, Usage } from './chat.ts'
import { GarbledOutput, ModelFailure } from './failure.ts'
import { type HttpLimits, openHttpClient } from './http-client.ts'
import { clean, type JsonSchema, jsonSchemaOf, parseOutput, strictSchema } from './structured.ts'
import { isBadRequest, textRefusal } from './text-refusal.ts'

const OUTPUT_CHARS_MAX = 64_000
const MODEL_CHARS_MAX = 200
const TOKENS_MAX = 100_000_000
const CHARS_PER_TOKEN = 4
const LIMITS: HttpChatLimits = { firstByteMs: 30_000, silenceMs: 20_000, callMs: 120_000 }
// Ways to request structured output, the most reliable first; `prompt` only describes the schema in a message.
const FORMATS = ['json_schema', 'json_object', 'prompt'] as const

const Tokens = z.int().nonnegative().max(TOKENS_MAX)
const Message = z.object({ content: z.string().nullish(), refusal: z.string().nullish() })
const Chunk = z.object({
  model: z.string().nullish(),
  choices: z.array(
    z.object({ delta: Message.nullish(), message: Message.nullish(), finish_reason: z.string().nullish() }),
  ),
  usage: z.object({ prompt_tokens: Tokens, completion_tokens: Tokens }).nullish().catch(null),
})

interface HttpChatLimits extends HttpLimits {
  /** Until a stream begins. Responses in one piece only have the limit of the whole call. */
  firstByteMs: number
}

export interface HttpChatOptions {
  /** Base URL of an OpenAI-compatible API; `/chat/completions` is below it. */
  url: string
  /** The model name to request. */
  name: string
  apiKey?: string | undefined
  limits?: Partial<HttpChatLimits>
  /** Sends the requests, for a URL that comes from outside. */
  egress?: EgressClient
}

/**
 * A chat model behind an OpenAI-compatible API. Features that a server turns out not to support (usage of streams,
 * response schemas) are not requested again. Other failures are not retried here; callers decide that.
 */
export function openHttpChat({ url, name, apiKey, limits, egress }: HttpChatOptions): ChatModel {
  const times = { ...LIMITS, ...limits }
  const client = openHttpClient(url, apiKey, times, egress)
  let streamsUsage = true
  let format = 0
  // A server may accept a schema and ignore it. After its first invalid output, prompts describe the schema as well.
  let promptsSchema = false

  async function request(messages: readonly ChatMessage[], more: object, { controller }: Call): Promise<Response> {
    const body = { model: name, messages: [...messages], ...more }
    const { chat } = await client.api()
    return chat.completions.create(body, { signal: controller.signal }).asResponse()
  }

  async function requestStream(messages: readonly ChatMessage[], call: Call): Promise<Response> {
    const withoutUsage = () => request(messages, { stream: true }, call)
    try {
      if (!streamsUsage) return await withoutUsage()
      return await request(messages, { stream: true, stream_options: { include_usage: true } }, call)
    } catch (error) {
      if (!isBadRequest(error)) throw error
      const refusedText = textRefusal(error)
      if (refusedText) throw new ModelFailure('refused', 'The model refused the text of the request.', { refusedText })
      if (!streamsUsage) throw error
      const response = await withoutUsage()
      streamsUsage = false
      return response
    }
  }

  async function requestStructured(messages: readonly ChatMessage[], shape: string, schema: JsonSchema, call: Call) {
    for (let at = format; ; at++) {
      try {
        const prompt = promptsSchema || at > 0 ? withSchema(messages, schema) : messages
        const response = await request(prompt, responseFormat(at, shape, schema), call)
        format = Math.max(format, at)
        return response
      } catch (error) {
        if (!isBadRequest(error) || at >= FORMATS.length - 1) throw error
      }
    }
  }

  return {
    name,
    async *stream(messages, signal) {
      const call = client.begin(signal)
      try {
        const response = await call.within(times.firstByteMs, requestStream(messages, call))
        yield* readChunks(chunksOf(response, call), { messages, name, refusal: 'text' })
      } catch (error) {
        throw client.failureOf(error, call)
      } finally {
        call.end()
      }
    },
    async structuredOutput(messages, shape, signal) {
      return client.call(signal, async (call) => {
        const schema = jsonSchemaOf(shape.schema)
        const response = await requestStructured(messages, shape.name, strictSchema(schema), call)
        let text = ''
        let usage: Usage | undefined
        for await (const chunk of readChunks(chunksOf(response, call), { messages, name, refusal: 'fail' })) {
          if (chunk.kind === 'text') text += chunk.text
          else usage = chunk.usage
        }
        if (!usage) throw new ModelFailure('garbled', 'The model did not finish its output.')
        const parsed = parseOutput(text, shape.schema, schema)
        if (parsed) return { value: parsed.value, usage }
        promptsSchema = true
        throw new GarbledOutput('The output of the model does not have the requested shape.', usage)
      })
    },
  }

  /** The chunks of a response. A server that does not stream sends one JSON document, read as one chunk. */
  async function* chunksOf(response: Response, { controller }: Call): AsyncGenerator<unknown> {
    if (response.headers.get('content-type')?.includes('text/event-stream'))
      return yield* Stream.fromSSEResponse(response, controller, await client.api())
    const whole = Chunk.safeParse(JSON.parse(await response.text()))
    if (!whole.success) throw new ModelFailure('garbled', 'The model sent something other than a completion.')
    const choices = whole.data.choices.map((choice) => ({ ...choice, finish_reason: choice.finish_reason || 'stop' }))
    yield { ...whole.data, choices }
  }
}

interface ReadOptions {
  messages: readonly ChatMessage[]
  name: string
  /** Whether a refusal of the model is returned as text or fails the call. */
  refusal: 'text' | 'fail'
}

/** Reads the text of a completion, up to OUTPUT_CHARS_MAX, and yields its usage at the end. */
async function* readChunks(
  chunks: AsyncIterable<unknown>,
  { messages, name, refusal }: ReadOptions,
): AsyncGenerator<ChatChunk> {
  let finished: string | undefined
  let tokens: z.output<typeof Chunk>['usage']
  let model = name
  let chars = 0
  // The high surrogate of a character whose low surrogate arrives with the next chunk.
  let half = ''
  try {
    for await (const raw of chunks) {
      const chunk = Chunk.safeParse(raw)
      if (!chunk.success) throw new ModelFailure('garbled', 'The model sent something other than completion chunks.')
      model = chunk.data.model?.slice(0, MODEL_CHARS_MAX) || model
      tokens = chunk.data.usage ?? tokens
      const [choice] = chunk.data.choices
      const message = choice?.delta ?? choice?.message
      if (message?.refusal && refusal === 'fail') throw new ModelFailure('refused', 'The model refused the request.')
      const received = half + (message?.content || message?.refusal || '')
      half = /[\ud800-\udbff]$/.exec(received)?.[0] ?? ''
      const text = clean(received.slice(0, received.length - half.length).slice(0, OUTPUT_CHARS_MAX - chars))
      chars += text.length
      if (text) yield { kind: 'text', text }
      finished = choice?.finish_reason || finished
      if (chars >= OUTPUT_CHARS_MAX) {
        finished ??= 'length'
        break
      }
    }
  } catch (error) {
    // After the finish reason only the usage is missing, which can be estimated.
    if (!finished) throw error
  }
  if (!finished) throw new ModelFailure('garbled', 'The stream of the model ended before the completion was finished.')
  const usage = usageOf(tokens, messages, chars, model)
  if (!chars && finished === 'content_filter') throw new ModelFailure('refused', 'The model refused the request.')
  if (!chars) throw new GarbledOutput('The completion of the model is empty.', usage)
  yield { kind: 'end', usage }
}

function usageOf(
  tokens: z.output<typeof Chunk>['usage'],
  messages: readonly ChatMessage[],
  chars: number,
  model: string,
): Usage {
  if (tokens?.prompt_tokens || tokens?.completion_tokens)
    return { tokensIn: tokens.prompt_tokens, tokensOut: tokens.completion_tokens, model, estimated: false }
  const promptChars = messages.reduce((sum, { content }) => sum + content.length, 0)
  const estimate = (length: number) => Math.ceil(length / CHARS_PER_TOKEN)
  return { tokensIn: estimate(promptChars), tokensOut: estimate(chars), model, estimated: true }
}

function responseFormat(at: number, name: string, schema: JsonSchema): object {
  if (FORMATS[at] === 'json_schema')
    return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } }
  return FORMATS[at] === 'json_object' ? { response_format: { type: 'json_object' } } : {}
}

// Appended to an existing system message: many models support only one, as the first message.
function withSchema(messages: readonly ChatMessage[], schema: JsonSchema): ChatMessage[] {
  const instruction = `Answer with one JSON object and nothing else. It fits this JSON schema:\n${JSON.stringify(schema)}`
  const [first, ...others] = messages
  if (first?.role !== 'system') return [{ role: 'system', content: instruction }, ...messages]
  return [{ role: 'system', content: `${first.content}\n\n${instruction}` }, ...others]
}
