import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bagOfWords } from './scripted-vectors.ts'

/*
 * An OpenAI-compatible server that says what a test tells it to, over real HTTP on this machine:
 *
 *   const model = await scriptedModel()
 *   const service = await testService({ MODEL_URL: model.url, EMBEDDINGS: 'http', EMBEDDINGS_URL: model.url })
 *   model.chat('Hello Ada.', { status: 429, headers: { 'retry-after': '2' } })   // the next two replies
 *   model.answer({ json: { candidates: [] } })                                  // the next structured answer
 *   model.goAway() … model.comeBack()
 *
 * Left alone, it embeds by the words of a text, replies with what it was told last, and gives structured answers that
 * are as empty as the schema allows.
 */

/** What is asked of the model: a streamed reply, an answer in one piece (structured ones are), or vectors. */
export type Asked = 'chat' | 'answer' | 'embed'

export interface ModelRequest {
  asked: Asked
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any
  /** `open` until it is answered whole (`done`), or until the client or the server is away (`gone`). */
  state: 'open' | 'done' | 'gone'
}

/** One reply, or how it goes wrong. A plain string is `{ text }`. */
export interface Scripted {
  /** What is said; a list is sent in these pieces, a string word by word. */
  text?: string | readonly string[]
  /** What is said, as JSON. */
  json?: unknown
  /** Said in the field for refusals. */
  refusal?: string
  /** `finish_reason`; `stop` when not given. */
  finish?: string
  /** The count told; `null` tells none. Counted from characters when not given. */
  usage?: { prompt_tokens: number; completion_tokens: number } | null
  /** Awaited before each piece is sent, from piece 0 on: a test holds the stream where it likes. */
  pace?: (piece: number) => unknown
  /** Says nothing more after its pieces, or nothing at all without any, and leaves the connection open. */
  hang?: boolean
  /** After its pieces the reply ends in order without being finished (`end`), or the connection breaks (`break`). */
  cut?: 'end' | 'break'
  /** An error instead. */
  status?: number
  headers?: Record<string, string>
  /** What the error says. */
  message?: string
  /** The body, as it is. */
  raw?: string
  /** The vectors answered, in place of those of the words. */
  vectors?: unknown
}

export type Reply = string | Scripted
/** A reply, or what makes one of each request. */
export type Script = Reply | ((request: ModelRequest) => Reply | Promise<Reply>)

/** What a server may not know; asking for it gets 400, except `stream`, which is passed over in silence. */
export type Lack = 'stream' | 'stream_options' | 'json_schema' | 'json_object'

export interface ScriptedModelOptions {
  /** How long its vectors are; 256 when not given. */
  dimension?: number
  /** Groups of words that mean the same to its vectors. */
  synonyms?: readonly (readonly string[])[]
  /** The key it asks for; without one it takes any. A wrong key is named in the 401, as some servers do. */
  key?: string
}

/** What it calls itself in its replies, whatever name it was asked for under. */
export const SCRIPTED_NAME = 'scripted-1'
const STREAM_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }

export type ScriptedModel = Awaited<ReturnType<typeof scriptedModel>>

/** Opens a scripted model on a free port. `close` it at the end. */
export async function scriptedModel({ dimension = 256, synonyms = [], key }: ScriptedModelOptions = {}) {
  const requests: ModelRequest[] = []
  const lacks = new Set<Lack>()
  const next: Record<Asked, Script[]> = { chat: [], answer: [], embed: [] }
  const otherwise: Record<Asked, Script> = { chat: lastTold, answer: emptiest, embed: {} }
  const waiting = new Set<() => void>()
  let vectorOf = bagOfWords(dimension, synonyms)

  function wakeAll() {
    for (const wake of waiting) wake()
  }

  async function respond(request: ModelRequest, response: ServerResponse, path: string): Promise<void> {
    if (key && request.headers.authorization !== `Bearer ${key}`)
      return sendError(response, 401, `Incorrect API key provided: ${request.headers.authorization ?? 'none'}.`)
    if (!/\/(embeddings|chat\/completions)$/.test(path)) return sendError(response, 404, `There is no ${path}.`)
    const lacking = lackOf(request, lacks)
    if (lacking) return sendError(response, 400, `Unknown parameter: '${lacking}'.`)
    const script = next[request.asked].shift() ?? otherwise[request.asked]
    const made = typeof script === 'function' ? await script(request) : script
    const reply = typeof made === 'string' ? { text: made } : made
    if (reply.status && reply.status >= 300 && reply.raw === undefined)
      return sendError(response, reply.status, reply.message ?? 'As the script says.', reply.headers)
    if (reply.raw !== undefined) {
      const type = request.asked === 'chat' ? STREAM_HEADERS : { 'content-type': 'application/json' }
      response.writeHead(reply.status ?? 200, { ...type, ...reply.headers })
      response.write(reply.raw)
      return reply.hang ? undefined : end(response, reply)
    }
    if (request.asked === 'embed') return embed(request, response, reply)
    if (request.asked === 'chat' && !lacks.has('stream')) return stream(request, response, reply)
    return complete(request, response, reply)
  }

  async function embed({ body }: ModelRequest, response: ServerResponse, reply: Scripted): Promise<void> {
    await reply.pace?.(0)
    if (reply.hang) return
    const vectors = (reply.vectors ?? textsOf(body).map(vectorOf)) as unknown[]
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
    const usage = { prompt_tokens: tokensOf(textsOf(body).join('')), total_tokens: tokensOf(textsOf(body).join('')) }
    sendJson(response, { object: 'list', model: SCRIPTED_NAME, data, usage }, reply)
  }

  async function stream({ body }: ModelRequest, response: ServerResponse, reply: Scripted): Promise<void> {
    const pieces = piecesOf(reply)
    const send = (choices: unknown[], more = {}) =>
      response.write(`data: ${JSON.stringify({ ...envelope('chat.completion.chunk'), choices, ...more })}\n\n`)
    if (pieces.length || !reply.hang) {
      await reply.pace?.(0)
      response.writeHead(200, { ...STREAM_HEADERS, ...reply.headers })
      send([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }])
    }
    for (const [at, piece] of pieces.entries()) {
      if (at) await reply.pace?.(at)
      if (response.destroyed) return
      send([{ index: 0, delta: reply.refusal ? { refusal: piece } : { content: piece }, finish_reason: null }])
    }
    if (reply.hang) return
    if (reply.cut) return end(response, reply)
    send([{ index: 0, delta: {}, finish_reason: reply.finish ?? 'stop' }])
    if (body.stream_options?.include_usage && reply.usage !== null) send([], { usage: usageOf(body, reply) })
    response.end('data: [DONE]\n\n')
  }

  async function complete({ body }: ModelRequest, response: ServerResponse, reply: Scripted): Promise<void> {
    await reply.pace?.(0)
    if (reply.hang) return
    const message = reply.refusal
      ? { role: 'assistant', content: null, refusal: reply.refusal }
      : { role: 'assistant', content: piecesOf(reply).join(''), refusal: null }
    const choices = [{ index: 0, message, finish_reason: reply.finish ?? 'stop' }]
    const usage = reply.usage === null ? {} : { usage: usageOf(body, reply) }
    sendJson(response, { ...envelope('chat.completion'), choices, ...usage }, reply)
  }

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', async () => {
      const path = incoming.url ?? ''
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}')
      const asked = path.endsWith('/embeddings') ? 'embed' : body.stream === true ? 'chat' : 'answer'
      const request: ModelRequest = { asked, headers: incoming.headers, body, state: 'open' }
      response.on('close', () => {
        request.state = response.writableFinished ? 'done' : 'gone'
        wakeAll()
      })
      requests.push(request)
      wakeAll()
      await respond(request, response, path)
    })
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo

  async function goAway(): Promise<void> {
    if (!server.listening) return
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }

  return {
    /** Its base address, for MODEL_URL and EMBEDDINGS_URL. */
    url: `http://127.0.0.1:${port}/v1`,
    /** All requests it got, in order, also those it refused. */
    requests,
    /** The requests of one kind. */
    asked: (asked: Asked) => requests.filter((request) => request.asked === asked),
    /** Every text it was asked to embed, in order. */
    texts: () => requests.filter(({ asked }) => asked === 'embed').flatMap(({ body }) => textsOf(body)),
    /** Scripts the next streamed replies, one for each call. */
    chat: (...scripts: Script[]) => void next.chat.push(...scripts),
    /** Scripts the next answers in one piece. */
    answer: (...scripts: Script[]) => void next.answer.push(...scripts),
    /** Scripts the next calls for vectors. */
    embed: (...scripts: Script[]) => void next.embed.push(...scripts),
    /** What it does whenever nothing is scripted for a call. */
    always(asked: Asked, script: Script) {
      otherwise[asked] = script
    },
    /** What it does not know; add to it or delete from it. */
    lacks,
    /** Becomes another embedding model: other vectors, of another length if wanted. */
    embedAnew(dimensionNow: number, synonymsNow: readonly (readonly string[])[] = synonyms) {
      vectorOf = bagOfWords(dimensionNow, synonymsNow)
    },
    /** Waits until something holds that requests or their ends bring about. */
    async once(holds: () => boolean): Promise<void> {
      while (!holds())
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake)
            resolve()
          }
          waiting.add(wake)
        })
    },
    /** Is not there any more: open connections break, new ones are refused. */
    goAway,
    /** Is there again, at the same address. */
    comeBack: () => listen(port),
    close: goAway,
  }
}

function lackOf({ body }: ModelRequest, lacks: ReadonlySet<Lack>): string | undefined {
  if (lacks.has('stream_options') && body.stream_options) return 'stream_options'
  return lacks.has(body.response_format?.type) ? 'response_format' : undefined
}

const envelope = (object: string) => ({ id: 'chatcmpl-1', object, created: 1_795_000_000, model: SCRIPTED_NAME })
const tokensOf = (text: string) => Math.ceil(text.length / 4)
const textsOf = ({ input }: { input?: string | string[] }): string[] => [input ?? []].flat()

function piecesOf({ text, json, refusal }: Scripted): readonly string[] {
  if (typeof text === 'object') return text
  const whole = refusal ?? text ?? (json === undefined ? '' : JSON.stringify(json))
  return whole.match(/\S*\s*/g)?.filter(Boolean) ?? []
}

function usageOf(body: { messages?: { content: string }[] }, reply: Scripted) {
  const prompt = tokensOf((body.messages ?? []).map(({ content }) => content).join(''))
  const counted = reply.usage ?? { prompt_tokens: prompt, completion_tokens: tokensOf(piecesOf(reply).join('')) }
  return { ...counted, total_tokens: counted.prompt_tokens + counted.completion_tokens }
}

function sendJson(response: ServerResponse, value: unknown, reply: Scripted): void {
  const text = JSON.stringify(value)
  response.writeHead(200, { 'content-type': 'application/json', ...reply.headers })
  response.write(reply.cut ? text.slice(0, text.length / 2) : text)
  end(response, reply)
}

function sendError(response: ServerResponse, status: number, message: string, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error: { message, type: 'scripted', param: null, code: null } }))
}

// A break waits until what was written is on its way, or the client would never see it.
function end(response: ServerResponse, { cut }: Scripted): void {
  if (cut === 'break') response.write('', () => response.destroy())
  else response.end()
}

function lastTold({ body }: ModelRequest): string {
  return `You said: ${body.messages?.at(-1)?.content ?? 'nothing'}`
}

function emptiest({ body }: ModelRequest): Reply {
  const schema = body.response_format?.json_schema?.schema
  return schema ? { json: emptyOf(schema) } : lastTold({ body } as ModelRequest)
}

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  enum?: unknown[]
  anyOf?: Schema[]
  minimum?: number
}

/** The smallest value of a JSON schema, as far as structured answers need it. */
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
