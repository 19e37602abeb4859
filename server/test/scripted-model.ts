import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QUALITY_TEXTS } from '../src/domain/derived/vectors/quality.ts'
import { isPassed, passedRequests } from './scripted-api.ts'
import { bagOfWords } from './scripted-vectors.ts'

/*
 * An OpenAI-compatible server on loopback whose responses a test scripts:
 *
 *   const model = await scriptedModel()
 *   const service = await testService({ MODEL_URL: model.url, EMBEDDINGS: 'http', EMBEDDINGS_URL: model.url })
 *   model.chat('Hello Ada.', { status: 429, headers: { 'retry-after': '2' } })   // the next two streamed completions
 *   model.structured({ json: { candidates: [] } })                              // the next structured output
 *   model.goOffline() … model.goOnline()
 *
 * Without a script, it embeds texts by their words, echoes the last message, and returns structured outputs that are as
 * empty as the schema allows.
 */

/** A streamed completion (`chat`), a completion in one piece, as structured outputs are, or vectors (`embed`). */
export type RequestKind = 'chat' | 'structured' | 'embed'

export interface ModelRequest {
  kind: RequestKind
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape.
  body: any
  /** `done` after a complete response, `closed` if the connection ended before. */
  state: 'open' | 'done' | 'closed'
}

/** One scripted response or error. A plain string stands for `{ text }`. */
export interface Scripted {
  /** The text of the completion; a list is sent in these chunks, a string word by word. */
  text?: string | readonly string[]
  /** The text of the completion, as JSON. */
  json?: unknown
  /** Text in the `refusal` field. */
  refusal?: string
  /** `finish_reason`; `stop` by default. */
  finish?: string
  /** The usage; `null` sends none. Estimated from characters by default. */
  usage?: { prompt_tokens: number; completion_tokens: number } | null
  /** Awaited before each chunk, from chunk 0 on, so that a test can pause the stream. */
  pace?: (chunk: number) => unknown
  /** Keeps the connection open after the chunks, or without any response at all if there are none. */
  hang?: boolean
  /** After the chunks, ends the response without a finish reason (`end`) or breaks the connection (`break`). */
  cut?: 'end' | 'break'
  /** The status of an error response. */
  status?: number
  headers?: Record<string, string>
  /** The message of an error response. */
  message?: string
  /** The response body, verbatim. */
  raw?: string
  /** Vectors to return instead of those of the texts. */
  vectors?: unknown
}

export type ScriptedResponse = string | Scripted
/** A response, or a function that makes one for each request. */
export type Script = ScriptedResponse | ((request: ModelRequest) => ScriptedResponse | Promise<ScriptedResponse>)

/** Features a server may not support; using one returns 400, except `stream`, which is ignored. */
export type Feature = 'stream' | 'stream_options' | 'json_schema' | 'json_object'

export interface ScriptedModelOptions {
  /** The dimension of its vectors; 256 by default. */
  dimension?: number
  /** Groups of words that its vectors treat as one word. */
  synonyms?: readonly (readonly string[])[]
  /** The key it requires; without one it accepts any. Like some servers, its 401 quotes a wrong key. */
  key?: string
}

/** The model name in its responses, regardless of the name requested. */
export const SCRIPTED_NAME = 'scripted-1'
const STREAM_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }

export type ScriptedModel = Awaited<ReturnType<typeof scriptedModel>>

/** Opens a scripted model on a free port; the test must `close` it. */
export async function scriptedModel({ dimension = 256, synonyms = [], key }: ScriptedModelOptions = {}) {
  const requests: ModelRequest[] = []
  const unsupported = new Set<Feature>()
  const next: Record<RequestKind, Script[]> = { chat: [], structured: [], embed: [] }
  const fallback: Record<RequestKind, Script> = { chat: echo, structured: emptyOutput, embed: {} }
  const waiting = new Set<() => void>()
  const wakeAll = () => void [...waiting].map((wake) => wake())
  const { answer, ...passed } = passedRequests(wakeAll)
  let vectorOf = bagOfWords(dimension, synonyms)

  async function respond(request: ModelRequest, response: ServerResponse, path: string): Promise<void> {
    if (key && request.headers.authorization !== `Bearer ${key}`)
      return sendError(response, 401, `Incorrect API key provided: ${request.headers.authorization ?? 'none'}.`)
    if (!/\/(embeddings|chat\/completions)$/.test(path)) return sendError(response, 404, `There is no ${path}.`)
    const parameter = unsupportedParameter(request, unsupported)
    if (parameter) return sendError(response, 400, `Unknown parameter: '${parameter}'.`)
    const script = next[request.kind].shift() ?? fallback[request.kind]
    const output = typeof script === 'function' ? await script(request) : script
    const scripted = typeof output === 'string' ? { text: output } : output
    if (scripted.status && scripted.status >= 300 && scripted.raw === undefined)
      return sendError(response, scripted.status, scripted.message ?? 'A scripted error.', scripted.headers)
    if (scripted.raw !== undefined) {
      const type = request.kind === 'chat' ? STREAM_HEADERS : { 'content-type': 'application/json' }
      response.writeHead(scripted.status ?? 200, { ...type, ...scripted.headers })
      response.write(scripted.raw)
      return scripted.hang ? undefined : end(response, scripted)
    }
    if (request.kind === 'embed') return embed(request, response, scripted)
    if (request.kind === 'chat' && !unsupported.has('stream')) return stream(request, response, scripted)
    return complete(request, response, scripted)
  }

  async function embed({ body }: ModelRequest, response: ServerResponse, scripted: Scripted): Promise<void> {
    await scripted.pace?.(0)
    if (scripted.hang) return
    const vectors = (scripted.vectors ?? textsOf(body).map(vectorOf)) as unknown[]
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
    const tokens = tokensOf(textsOf(body).join(''))
    const usage = { prompt_tokens: tokens, total_tokens: tokens }
    return sendJson(response, { object: 'list', model: SCRIPTED_NAME, data, usage }, scripted)
  }

  async function stream({ body }: ModelRequest, response: ServerResponse, scripted: Scripted): Promise<void> {
    const chunks = chunksOf(scripted)
    const send = (choices: unknown[], more = {}) =>
      response.write(`data: ${JSON.stringify({ ...envelope('chat.completion.chunk'), choices, ...more })}\n\n`)
    if (chunks.length || !scripted.hang) {
      await scripted.pace?.(0)
      response.writeHead(200, { ...STREAM_HEADERS, ...scripted.headers })
      send([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }])
    }
    for (const [at, chunk] of chunks.entries()) {
      if (at) await scripted.pace?.(at)
      if (response.destroyed) return
      send([{ index: 0, delta: scripted.refusal ? { refusal: chunk } : { content: chunk }, finish_reason: null }])
    }
    if (scripted.hang) return
    if (scripted.cut) return end(response, scripted)
    send([{ index: 0, delta: {}, finish_reason: scripted.finish ?? 'stop' }])
    if (body.stream_options?.include_usage && scripted.usage !== null) send([], { usage: usageOf(body, scripted) })
    response.end('data: [DONE]\n\n')
  }

  async function complete({ body }: ModelRequest, response: ServerResponse, scripted: Scripted): Promise<void> {
    await scripted.pace?.(0)
    if (scripted.hang) return
    const message = scripted.refusal
      ? { role: 'assistant', content: null, refusal: scripted.refusal }
      : { role: 'assistant', content: chunksOf(scripted).join(''), refusal: null }
    const choices = [{ index: 0, message, finish_reason: scripted.finish ?? 'stop' }]
    const usage = scripted.usage === null ? {} : { usage: usageOf(body, scripted) }
    sendJson(response, { ...envelope('chat.completion'), choices, ...usage }, scripted)
  }

  const server = createServer((incoming, response) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', async () => {
      const path = incoming.url ?? ''
      const body = JSON.parse(Buffer.concat(parts).toString() || '{}')
      if (isPassed(incoming)) return answer(incoming, body, response)
      const kind = path.endsWith('/embeddings') ? 'embed' : body.stream === true ? 'chat' : 'structured'
      const request: ModelRequest = { kind, headers: incoming.headers, body, state: 'open' }
      response.on('close', () => {
        request.state = response.writableFinished ? 'done' : 'closed'
        wakeAll()
      })
      // Not scripted and not recorded, since a model is measured beside its work, at any time.
      if (kind === 'embed' && textsOf(body)[0] === QUALITY_TEXTS[0]) return embed(request, response, {})
      requests.push(request)
      wakeAll()
      await respond(request, response, path)
    })
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo

  async function goOffline(): Promise<void> {
    if (!server.listening) return
    const closed = new Promise((resolve) => server.close(resolve))
    await Promise.all([server.closeAllConnections(), closed])
  }

  return {
    /** Its base address, for MODEL_URL and EMBEDDINGS_URL. */
    url: `http://127.0.0.1:${port}/v1`,
    /** All requests in order of arrival, including those that were rejected. */
    requests,
    requestsOf: (kind: RequestKind) => requests.filter((request) => request.kind === kind),
    ...passed,
    /** All texts sent for embedding, in order. */
    texts: () => requests.filter(({ kind }) => kind === 'embed').flatMap(({ body }) => textsOf(body)),
    /** Scripts the next streamed completions, one per request. */
    chat: (...scripts: Script[]) => void next.chat.push(...scripts),
    /** Scripts the next completions in one piece. */
    structured: (...scripts: Script[]) => void next.structured.push(...scripts),
    /** Scripts the next embedding requests. */
    embed: (...scripts: Script[]) => void next.embed.push(...scripts),
    /** Sets the script for requests of a kind that have no other. */
    always(kind: RequestKind, script: Script) {
      fallback[kind] = script
    },
    /** The features it does not support; tests add and delete them. */
    unsupported,
    /** Replaces the embedding model by one with other vectors of this dimension. */
    switchEmbeddings(newDimension: number, newSynonyms: readonly (readonly string[])[] = synonyms) {
      vectorOf = bagOfWords(newDimension, newSynonyms)
    },
    /** Waits for a condition, which is checked whenever a request arrives or ends. */
    async until(condition: () => boolean): Promise<void> {
      while (!condition())
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake)
            resolve()
          }
          waiting.add(wake)
        })
    },
    /** Breaks open connections and refuses new ones. */
    goOffline,
    /** Listens again at the same address. */
    goOnline: () => listen(port),
    close: goOffline,
  }
}

function unsupportedParameter({ body }: ModelRequest, unsupported: ReadonlySet<Feature>): string | undefined {
  const isRefused = unsupported.has('stream_options') && body.stream_options
  return isRefused ? 'stream_options' : unsupported.has(body.response_format?.type) ? 'response_format' : undefined
}

const envelope = (object: string) => ({ id: 'chatcmpl-1', object, created: 1_795_000_000, model: SCRIPTED_NAME })
const tokensOf = (text: string) => Math.ceil(text.length / 4)
const textsOf = ({ input }: { input?: string | string[] }): string[] => [input ?? []].flat()

function chunksOf({ text, json, refusal }: Scripted): readonly string[] {
  if (typeof text === 'object') return text
  const whole = refusal ?? text ?? (json === undefined ? '' : JSON.stringify(json))
  return whole.match(/\S*\s*/g)?.filter(Boolean) ?? []
}

function usageOf(body: { messages?: { content: string }[] }, scripted: Scripted) {
  const prompt = tokensOf((body.messages ?? []).map(({ content }) => content).join(''))
  const counted = scripted.usage ?? { prompt_tokens: prompt, completion_tokens: tokensOf(chunksOf(scripted).join('')) }
  return { ...counted, total_tokens: counted.prompt_tokens + counted.completion_tokens }
}

function sendJson(response: ServerResponse, value: unknown, scripted: Scripted): void {
  const text = JSON.stringify(value)
  response.writeHead(200, { 'content-type': 'application/json', ...scripted.headers })
  response.write(scripted.cut ? text.slice(0, text.length / 2) : text)
  end(response, scripted)
}

function sendError(response: ServerResponse, status: number, message: string, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error: { message, type: 'scripted', param: null, code: null } }))
}

// The connection is broken after the pending data was sent, so that the client receives it.
function end(response: ServerResponse, { cut }: Scripted): void {
  if (cut === 'break') response.write('', () => response.destroy())
  else response.end()
}

function echo({ body }: ModelRequest): string {
  return `You said: ${body.messages?.at(-1)?.content ?? 'nothing'}`
}

function emptyOutput({ body }: ModelRequest): ScriptedResponse {
  const schema = body.response_format?.json_schema?.schema
  return schema ? { json: emptyOf(schema) } : echo({ body } as ModelRequest)
}

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  enum?: unknown[]
  anyOf?: Schema[]
  minimum?: number
}

/** The smallest value of a JSON schema; supports the keywords that structured outputs use. */
function emptyOf(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return emptyOf(schema.anyOf.at(-1) ?? {})
  const type = [schema.type].flat()[0]
  if (type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, emptyOf(part)]))
  if (type === 'array') return []
  if (type === 'string') return ''
  if (type === 'boolean') return false
  return type === 'null' ? null : Math.max(0, schema.minimum ?? 0)
}
