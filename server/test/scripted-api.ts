import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/*
 * What the scripted model answers to requests that are passed on to it: both APIs of OpenAI for turns, streamed and in one
 * piece, embeddings and the list of models, in their real format. A test scripts the messages of the assistant.
 */

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape.
type Json = any

/** A request that was passed on. */
interface PassedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Json
  /** `done` after a complete response, `closed` if the connection ended before. */
  state: 'open' | 'done' | 'closed'
}

interface ToolCall {
  name: string
  arguments: object
}

/** One answer: a message of the assistant, or anything else. A plain string stands for its text. */
export interface Answer {
  text?: string
  calls?: readonly ToolCall[]
  finish?: string
  /** `null` sends no usage. */
  usage?: null
  /** Fields of the choice, such as `logprobs`. */
  choice?: object
  /** How many choices it has. */
  n?: number
  /** The status, with the body `json`. */
  status?: number
  json?: unknown
  headers?: Record<string, string>
  /** The body, verbatim. */
  raw?: string | Uint8Array
  /** Keeps the connection open after the first half of the answer. */
  hang?: boolean
  /** Ends the response after the first half of the answer. */
  cut?: boolean
  /** Awaited before each event. */
  pace?: (at: number) => unknown
}
type PassedScript = string | Answer | ((request: PassedRequest) => string | Answer | Promise<string | Answer>)

const PASSED_NAME = 'scripted-1'
const USAGE = { prompt_tokens: 40, completion_tokens: 4, total_tokens: 44 }
const USAGE_OF_RESPONSE = { input_tokens: 40, output_tokens: 4, total_tokens: 44 }
const HEAD = { created: 1_795_000_000, model: PASSED_NAME, system_fingerprint: 'fp_1' }
const MODELS = ['scripted-1', 'gpt-4.1-mini'].map((id) => ({ id, object: 'model', created: 7, owned_by: 'upstream' }))

/** Whether a request was passed on: only then the service asks for one of these types. */
export const isPassed = ({ headers }: IncomingMessage) => /json|event-stream/.test(headers.accept ?? '')

/** Records and answers requests that are passed on; `wake` is called when one arrives or ends. */
export function passedRequests(wake: () => void) {
  const passed: PassedRequest[] = []
  const scripts: PassedScript[] = []
  return {
    /** All requests of OpenAI clients that were passed on, in order of arrival. */
    passed,
    /** Scripts the next answers to them; without a script, the assistant says hello. */
    answers: (...next: PassedScript[]) => void scripts.push(...next),
    async answer({ method = '', url = '', headers }: IncomingMessage, body: Json, response: ServerResponse) {
      const request: PassedRequest = { method, path: url.replace('/v1', ''), headers, body, state: 'open' }
      passed.push(request)
      response.on('close', () => {
        request.state = response.writableFinished ? 'done' : 'closed'
        wake()
      })
      wake()
      await answer(request, response, scripts.shift())
    },
  }
}

async function answer(request: PassedRequest, response: ServerResponse, script: PassedScript | undefined) {
  const scripted = typeof script === 'function' ? await script(request) : script
  const answer: Answer = typeof scripted === 'string' ? { text: scripted } : (scripted ?? { text: 'Hello.' })
  const { raw, status = 200, json, headers = {}, hang } = answer
  if (raw !== undefined) {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.write(raw)
    return hang ? undefined : response.end()
  }
  if (json !== undefined) return sendJson(response, status, json, headers)
  if (request.path === '/models') return sendJson(response, 200, { object: 'list', data: MODELS }, headers)
  if (request.path === '/embeddings') return sendJson(response, 200, embeddingsOf(request.body), headers)
  const isResponses = request.path === '/responses'
  if (request.body.stream !== true) {
    if (hang) return undefined
    return sendJson(response, 200, isResponses ? responseOf(answer) : completionOf(answer), headers)
  }
  const events = isResponses ? responseEvents(answer) : completionEvents(answer, request.body)
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', ...headers })
  response.flushHeaders()
  const sent = answer.hang || answer.cut ? events.slice(0, events.length / 2) : events
  for (const [at, event] of sent.entries()) {
    await answer.pace?.(at)
    if (response.destroyed) return undefined
    const name = isResponses ? `event: ${(event as { type: string }).type}\n` : ''
    response.write(`${name}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
  }
  return hang ? undefined : response.end()
}

function sendJson(response: ServerResponse, status: number, json: unknown, headers: object): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(json))
}

// Frameworks replace a message by another one with the same id.
const headOf = ({ text, calls }: Answer) => ({ id: `chatcmpl-${calls ? 'calls' : ''}${text?.length ?? ''}`, ...HEAD })

function embeddingsOf({ input, encoding_format }: Json): object {
  const vector = new Float32Array([0.25, -0.5])
  const embedding = encoding_format === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector]
  const data = [input].flat().map((_: string, index: number) => ({ object: 'embedding', index, embedding }))
  return { object: 'list', model: PASSED_NAME, data, usage: { prompt_tokens: 9, total_tokens: 9 } }
}

const callsOf = ({ calls = [] }: Answer) =>
  calls.map(({ name, arguments: given }, at) => ({
    id: `call_${at}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  }))

/** A completion in one piece. */
export function completionOf(answer: Answer): object {
  const calls = callsOf(answer)
  const message = {
    role: 'assistant',
    content: answer.text ?? null,
    refusal: null,
    ...(calls.length ? { tool_calls: calls } : {}),
  }
  const finish_reason = answer.finish ?? (calls.length ? 'tool_calls' : 'stop')
  const choices = Array.from({ length: answer.n ?? 1 }, (_, index) => ({
    ...{ index, message, logprobs: null, finish_reason },
    ...answer.choice,
  }))
  return { ...headOf(answer), object: 'chat.completion', choices, ...(answer.usage === null ? {} : { usage: USAGE }) }
}

/** The data of the events of a completion. */
function completionEvents(answer: Answer, { stream_options }: Json): (object | string)[] {
  const withUsage = stream_options?.include_usage === true
  const calls = callsOf(answer)
  const deltas: object[] = [{ role: 'assistant', content: answer.calls ? null : '', refusal: null }]
  for (const content of answer.text?.match(/\S*\s*/g)?.filter(Boolean) ?? []) deltas.push({ content })
  for (const [index, call] of calls.entries()) {
    const { name, arguments: given } = call.function
    deltas.push({ tool_calls: [{ index, ...call, function: { name, arguments: '' } }] })
    for (const piece of given.match(/.{1,8}/gs) ?? [])
      deltas.push({ tool_calls: [{ index, function: { arguments: piece } }] })
  }
  const finish = answer.finish ?? (calls.length ? 'tool_calls' : 'stop')
  const chunk = (choices: object[], more: object = {}) => ({
    ...{ ...headOf(answer), object: 'chat.completion.chunk', choices },
    ...(withUsage ? { usage: null } : {}),
    ...more,
  })
  const choice = (delta: object, finish_reason: string | null = null) => ({
    index: 0,
    delta,
    logprobs: null,
    finish_reason,
    ...answer.choice,
  })
  return [
    ...deltas.map((delta) => chunk([choice(delta)])),
    chunk([choice({}, finish)]),
    ...(withUsage && answer.usage !== null ? [chunk([], { usage: USAGE })] : []),
    '[DONE]',
  ]
}

const itemsOf = (answer: Answer): Json[] => [
  ...(answer.text === undefined
    ? []
    : [
        {
          ...{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' },
          content: [{ type: 'output_text', text: answer.text, annotations: [], logprobs: [] }],
        },
      ]),
  ...callsOf(answer).map(({ id, function: { name, arguments: given } }, at) => ({
    ...{ id: `fc_${at}`, type: 'function_call', status: 'completed', call_id: id, name, arguments: given },
  })),
]

/** A response of the Responses API. */
export function responseOf(answer: Answer, status = 'completed', output = itemsOf(answer)): object {
  return {
    ...{ id: 'resp_up1', object: 'response', created_at: 1_795_000_000, status, model: PASSED_NAME, output },
    ...{ error: null, incomplete_details: null, instructions: null, metadata: {}, parallel_tool_calls: true },
    ...{ tool_choice: 'auto', tools: [], temperature: 1, top_p: 1, previous_response_id: null },
    ...(status === 'completed' && answer.usage !== null ? { usage: USAGE_OF_RESPONSE } : { usage: null }),
  }
}

function responseEvents(answer: Answer): object[] {
  const events: object[] = [
    { type: 'response.created', response: responseOf(answer, 'in_progress', []) },
    { type: 'response.in_progress', response: responseOf(answer, 'in_progress', []) },
  ]
  for (const [output_index, item] of itemsOf(answer).entries()) {
    const at = { output_index, item_id: item.id }
    const begun = { ...item, status: 'in_progress', ...(item.content ? { content: [] } : { arguments: '' }) }
    events.push({ type: 'response.output_item.added', output_index, item: begun })
    if (item.content) {
      const place = { ...at, content_index: 0 }
      const [part] = item.content
      events.push({ type: 'response.content_part.added', ...place, part: { ...part, text: '' } })
      for (const delta of part.text.match(/\S*\s*/g)?.filter(Boolean) ?? [])
        events.push({ type: 'response.output_text.delta', ...place, delta, logprobs: [] })
      events.push({ type: 'response.output_text.done', ...place, text: part.text, logprobs: [] })
      events.push({ type: 'response.content_part.done', ...place, part })
    } else {
      for (const delta of item.arguments.match(/.{1,8}/gs) ?? [])
        events.push({ type: 'response.function_call_arguments.delta', ...at, delta })
      events.push({ type: 'response.function_call_arguments.done', ...at, name: item.name, arguments: item.arguments })
    }
    events.push({ type: 'response.output_item.done', output_index, item })
  }
  events.push({ type: 'response.completed', response: responseOf(answer) })
  return events.map((event, sequence_number) => ({ ...event, sequence_number }))
}
