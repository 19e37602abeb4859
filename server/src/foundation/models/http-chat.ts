import { Stream } from 'openai/streaming'
import { z } from 'zod'
import {
  type ChatMessage,
  type ChatModel,
  type ChatPiece,
  type Finish,
  type Generation,
  maySayNothing,
  type Usage,
} from './chat.ts'
import { GarbledAnswer, ModelFailure } from './failure.ts'
import { type Call, type HttpLimits, openHttpClient } from './http-client.ts'
import { isBadRequest, refusedPart } from './refused-part.ts'
import { clean, type JsonSchema, readAnswer, schemaOf, strict } from './structured.ts'

const REPLY_CHARS_MAX = 64_000
const MODEL_CHARS_MAX = 200
const TOKENS_MAX = 100_000_000
const CHARS_PER_TOKEN = 4
const LIMITS: HttpChatLimits = { firstByteMs: 30_000, silenceMs: 20_000, callMs: 120_000 }
// How a structured answer is asked for, the surest way first.
const FORMATS = ['json_schema', 'json_object', 'words'] as const

const FINISHES: readonly Finish[] = ['stop', 'length', 'content_filter']

const Tokens = z.int().nonnegative().max(TOKENS_MAX)
const Said = z.object({ content: z.string().nullish(), refusal: z.string().nullish() })
const Chunk = z.object({
  model: z.string().nullish(),
  choices: z.array(z.object({ delta: Said.nullish(), message: Said.nullish(), finish_reason: z.string().nullish() })),
  usage: z.object({ prompt_tokens: Tokens, completion_tokens: Tokens }).nullish().catch(null),
})

interface HttpChatLimits extends HttpLimits {
  /** Until a reply begins. An answer in one piece begins when it is whole, so it has the time of the whole call. */
  firstByteMs: number
}

export interface HttpChatOptions {
  /** Base address of an OpenAI-compatible API; `/chat/completions` is below it. */
  url: string
  /** The model to ask for. */
  name: string
  apiKey?: string | undefined
  limits?: Partial<HttpChatLimits>
}

/**
 * A chat model behind an OpenAI-compatible API. What a server turns out not to know (usage of streams, schemas for
 * answers, the elder name of the longest reply) is left out from then on. Beyond that no call is repeated here: callers have the budget.
 */
export function openHttpChat({ url, name, apiKey, limits }: HttpChatOptions): ChatModel {
  const times = { ...LIMITS, ...limits }
  const client = openHttpClient(url, apiKey, times)
  let tellsUsage = true
  let longest: 'max_tokens' | 'max_completion_tokens' = 'max_tokens'
  let format = 0
  // A server may take a schema and pass over it: from its first nonsense on it is told in words too.
  let inWords = false

  function ask(messages: readonly ChatMessage[], more: object, { controller }: Call): Promise<Response> {
    const body = { model: name, messages: [...messages], ...more }
    return client.api.chat.completions.create(body, { signal: controller.signal }).asResponse()
  }

  async function askForStream(messages: readonly ChatMessage[], how: Generation, call: Call): Promise<Response> {
    const { temperature, topP: top_p, maxTokens, stop } = how
    const limit = maxTokens === undefined ? {} : { [longest]: maxTokens }
    const options = { stream: true, temperature, top_p, ...limit, ...(stop?.length ? { stop } : {}) }
    const plain = () => ask(messages, options, call)
    try {
      return await (tellsUsage ? ask(messages, { ...options, stream_options: { include_usage: true } }, call) : plain())
    } catch (error) {
      if (!isBadRequest(error)) throw error
      if (maxTokens !== undefined && longest === 'max_tokens' && error.param === 'max_tokens') {
        longest = 'max_completion_tokens'
        try {
          return await askForStream(messages, how, call)
        } catch (other) {
          // It was about the number, then, and not about its name.
          longest = 'max_tokens'
          if (!(other instanceof ModelFailure)) throw other
        }
      }
      const refused = refusedPart(error, how, apiKey)
      if (refused) throw new ModelFailure('refused', 'The model refused a part of the request.', { refused })
      if (!tellsUsage) throw error
      const response = await plain()
      tellsUsage = false
      return response
    }
  }

  async function askForAnswer(messages: readonly ChatMessage[], shape: string, schema: JsonSchema, call: Call) {
    for (let at = format; ; at++) {
      try {
        const words = inWords || at > 0 ? told(messages, schema) : messages
        const response = await ask(words, formatted(at, shape, schema), call)
        format = Math.max(format, at)
        return response
      } catch (error) {
        if (!isBadRequest(error) || at >= FORMATS.length - 1) throw error
      }
    }
  }

  return {
    name,
    async *reply(messages, signal, generation = {}) {
      const call = client.begin(signal)
      try {
        const response = await call.within(times.firstByteMs, askForStream(messages, generation, call))
        yield* listen(chunksOf(response, call), {
          messages,
          name,
          refusals: 'speak',
          silence: maySayNothing(generation),
        })
      } catch (error) {
        throw client.failureOf(error, call)
      } finally {
        call.end()
      }
    },
    async answer(messages, shape, signal) {
      return client.call(signal, async (call) => {
        const schema = schemaOf(shape.schema)
        const response = await askForAnswer(messages, shape.name, strict(schema), call)
        let text = ''
        let usage: Usage | undefined
        for await (const piece of listen(chunksOf(response, call), {
          messages,
          name,
          refusals: 'fail',
          silence: false,
        })) {
          if (piece.kind === 'text') text += piece.text
          else usage = piece.usage
        }
        if (!usage) throw new ModelFailure('garbled', 'The model did not finish its answer.')
        const read = readAnswer(text, shape.schema, schema)
        if (read) return { value: read.value, usage }
        inWords = true
        throw new GarbledAnswer('The model gave an answer of another shape than asked for.', usage)
      })
    },
  }

  /** A stream as it comes. Servers that do not stream send one JSON document, which is a stream of one chunk. */
  async function* chunksOf(response: Response, { controller }: Call): AsyncGenerator<unknown> {
    if (response.headers.get('content-type')?.includes('text/event-stream'))
      return yield* Stream.fromSSEResponse(response, controller, client.api)
    const whole = Chunk.safeParse(JSON.parse(await response.text()))
    if (!whole.success) throw new ModelFailure('garbled', 'The model answered with something else than a reply.')
    const choices = whole.data.choices.map((choice) => ({ ...choice, finish_reason: choice.finish_reason || 'stop' }))
    yield { ...whole.data, choices }
  }
}

interface Listening {
  messages: readonly ChatMessage[]
  name: string
  /** Whether a refusal is what the model says, or a failure. */
  refusals: 'speak' | 'fail'
  /** Whether saying nothing is an answer. */
  silence: boolean
}

/** Reads what a model says out of the chunks of a completion, up to the longest reply, then tells what it cost. */
async function* listen(
  chunks: AsyncIterable<unknown>,
  { messages, name, refusals, silence }: Listening,
): AsyncGenerator<ChatPiece> {
  let finished: string | undefined
  let tokens: z.output<typeof Chunk>['usage']
  let model = name
  let chars = 0
  // The first half of a character whose second half comes with the next piece.
  let half = ''
  try {
    for await (const raw of chunks) {
      const chunk = Chunk.safeParse(raw)
      if (!chunk.success) throw new ModelFailure('garbled', 'The model sent something else than pieces of a reply.')
      model = chunk.data.model?.slice(0, MODEL_CHARS_MAX) || model
      tokens = chunk.data.usage ?? tokens
      const [choice] = chunk.data.choices
      const said = choice?.delta ?? choice?.message
      if (said?.refusal && refusals === 'fail') throw new ModelFailure('refused', 'The model refused to answer.')
      const heard = half + (said?.content || said?.refusal || '')
      half = /[\ud800-\udbff]$/.exec(heard)?.[0] ?? ''
      const text = clean(heard.slice(0, heard.length - half.length).slice(0, REPLY_CHARS_MAX - chars))
      chars += text.length
      if (text) yield { kind: 'text', text }
      finished = choice?.finish_reason || finished
      if (chars >= REPLY_CHARS_MAX) {
        finished ??= 'length'
        break
      }
    }
  } catch (error) {
    // All was said: what breaks now costs only the count.
    if (!finished) throw error
  }
  if (!finished) throw new ModelFailure('garbled', 'The reply of the model ended before it was finished.')
  const usage = usageOf(tokens, messages, chars, model)
  if (!chars && finished === 'content_filter') throw new ModelFailure('refused', 'The model refused to answer.')
  if (!chars && !silence) throw new GarbledAnswer('The model said nothing.', usage)
  yield { kind: 'end', usage, finish: FINISHES.find((each) => each === finished) ?? 'stop' }
}

function usageOf(
  tokens: z.output<typeof Chunk>['usage'],
  messages: readonly ChatMessage[],
  chars: number,
  model: string,
): Usage {
  if (tokens?.prompt_tokens || tokens?.completion_tokens)
    return { tokensIn: tokens.prompt_tokens, tokensOut: tokens.completion_tokens, model, estimated: false }
  const asked = messages.reduce((sum, { content }) => sum + content.length, 0)
  const count = (length: number) => Math.ceil(length / CHARS_PER_TOKEN)
  return { tokensIn: count(asked), tokensOut: count(chars), model, estimated: true }
}

function formatted(at: number, name: string, schema: JsonSchema): object {
  if (FORMATS[at] === 'json_schema')
    return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } }
  return FORMATS[at] === 'json_object' ? { response_format: { type: 'json_object' } } : {}
}

// Joined to the system message where there is one: many models know only one, and only as the first.
function told(messages: readonly ChatMessage[], schema: JsonSchema): ChatMessage[] {
  const words = `Answer with one JSON object and nothing else. It fits this JSON schema:\n${JSON.stringify(schema)}`
  const [first, ...others] = messages
  if (first?.role !== 'system') return [{ role: 'system', content: words }, ...messages]
  return [{ role: 'system', content: `${first.content}\n\n${words}` }, ...others]
}
