import { framesOf } from './frames.ts'
import { refuseBrowsers } from './guard.ts'
import { type CallOptions, callOf, Http, type HttpOptions, keyed, segment, type WriteOptions } from './http.ts'
import { collect, List, type PageFunction, searchable } from './pages.ts'
import { Schedule } from './schedule.ts'
import { Turns } from './turns.ts'
import type {
  Catalog,
  ChatFrame,
  ChatInput,
  ChatReply,
  Connection,
  ContextBundle,
  ContextQuery,
  EditedMemory,
  Forgotten,
  Graph,
  IdentityBrief,
  Memory,
  MemoryFilters,
  MemoryHistory,
  MemoryInput,
  MemoryPage,
  MemoryPatch,
  MemoryRevision,
  PageOptions,
  Quota,
  RecalledMemory,
  Remembered,
  RememberOptions,
  ScopeList,
  SignalAccepted,
} from './types.ts'

const CHAT_TIMEOUT_MS = 120_000
const PAGE_MAX = 100

/** The options of a client. */
export interface MemoryServiceOptions extends HttpOptions {
  /** The connection token, `mst_…`: one user's consent to one app. It is a secret of your server. */
  token: string
}

/**
 * The memory of one user, within the scopes granted to your app.
 *
 * Calls are retried after network failures, 429 and 5xx, up to three attempts in total; a retry never repeats an effect.
 * Every error is a `MemoryServiceError`.
 * @example
 * const memory = new MemoryService({ baseUrl: 'https://memory.example', token })
 * await memory.remember({ scope: 'fitness', content: 'Runs along the river every Tuesday.' })
 * const { memories } = await memory.recall('On which day does she go running?')
 */
export class MemoryService {
  readonly #http: Http
  /**
   * Triggers: at a given time, your app receives a `schedule.fired` webhook.
   * @example await memory.schedule.create({ fireAt: new Date('2029-12-24T17:00Z'), kind: 'checkin' })
   */
  readonly schedule: Schedule
  /** Conversations as they are: the service extracts memories from them. */
  readonly turns: Turns

  /** @throws MemoryServiceError `secret_in_browser`, `invalid_argument` */
  constructor({ token, ...options }: MemoryServiceOptions) {
    refuseBrowsers('The connection token')
    this.#http = new Http(options, token ?? '')
    this.schedule = new Schedule(this.#http)
    this.turns = new Turns(this.#http)
  }

  /**
   * Stores one memory, or up to 100. Memories outside the write grants are dropped without an error; `memoryIds` lists
   * those that were stored.
   * @throws MemoryServiceError `unknown_scope`, `scope_denied`, `limit_exceeded` (nothing was stored)
   * @example
   * const { memoryIds } = await memory.remember({ scope: 'fitness', kind: 'goal', content: 'Wants to run a marathon.' })
   */
  remember(
    memories: MemoryInput | readonly MemoryInput[],
    { allowSecrets, ...options }: RememberOptions = {},
  ): Promise<Remembered> {
    return this.#post('/v1/memories', { memories: [memories].flat(), allow_secrets: allowSecrets }, options)
  }

  /**
   * Searches by meaning. `await` returns the best results; iteration continues, up to 200. A blank query is an error.
   * @example const { memories } = await memory.recall('where does she run', { scope: 'fitness.*', limit: 5 })
   */
  recall(query: string, options: MemoryFilters & CallOptions = {}): List<RecalledMemory, MemoryPage> {
    return this.#find({ ...options, query })
  }

  /**
   * Lists memories, newest first.
   * @example for await (const { content } of memory.list({ scope: 'fitness.*' })) console.log(content)
   */
  list(filters: MemoryFilters & CallOptions = {}): List<Memory, MemoryPage> {
    return this.#find(filters)
  }

  /**
   * Collects all pages into one array of at most `cap` items (default 1000). Takes the filters of `list`, with `query` those
   * of `recall`, or a function that fetches the page of a cursor.
   * @example const all = await memory.collect({ scope: 'fitness.*' }, { cap: 5000 })
   */
  collect(what: MemoryFilters & CallOptions & { query?: string }, options?: { cap?: number }): Promise<RecalledMemory[]>
  collect<T>(what: PageFunction<T>, options?: { cap?: number }): Promise<T[]>
  collect<T>(
    what: (MemoryFilters & CallOptions & { query?: string }) | PageFunction<T>,
    { cap }: { cap?: number } = {},
  ): Promise<(T | RecalledMemory)[]> {
    if (typeof what === 'function') return collect(what, cap)
    const limit = cap === undefined ? PAGE_MAX : Math.min(PAGE_MAX, Math.max(1, Math.ceil(cap)))
    return collect<RecalledMemory>((cursor = what.cursor) => this.#findPage({ limit, ...what, cursor }), cap)
  }

  /**
   * Returns one memory.
   * @throws MemoryServiceError `not_found`, `scope_denied`
   * @example const { content } = await memory.get('mem_01kb5dd9v2000m4h2n8y7tq3wz')
   */
  async get(id: string, options: CallOptions = {}): Promise<Memory> {
    return this.#get(`/v1/memories/${segment(id)}`, options)
  }

  /**
   * Returns a memory and the memories related to it.
   * @example const { nodes, edges } = await memory.graph('mem_01kb5dd9v2000m4h2n8y7tq3wz')
   */
  async graph(id: string, options: CallOptions = {}): Promise<Graph> {
    return this.#get(`/v1/memories/${segment(id)}/graph`, options)
  }

  /**
   * Changes the given fields of a memory.
   * @throws MemoryServiceError `not_found`, `scope_denied`, `unknown_scope`
   * @example await memory.update('mem_01kb5dd9v2000m4h2n8y7tq3wz', { pinned: true })
   */
  async update(id: string, changes: MemoryPatch, options: CallOptions = {}): Promise<EditedMemory> {
    const path = `/v1/memories/${segment(id)}`
    // Setting values is idempotent, so a retry is safe.
    return this.#http.json({ ...callOf(options), method: 'PATCH', path, body: changes, repeatable: 'always' })
  }

  /**
   * Lists the states of a memory, the newest first: what it was before each change, and who changed it.
   * @throws MemoryServiceError `not_found`, `scope_denied`
   * @example for await (const { change, memory: before } of memory.history(id)) console.log(change, before.content)
   */
  history(id: string, options: PageOptions & CallOptions = {}): List<MemoryRevision, MemoryHistory> {
    const path = `/v1/memories/${segment(id)}/history`
    return new List((cursor = options.cursor) => this.#get(path, options, { limit: options.limit, cursor }))
  }

  /**
   * Restores an earlier state of a memory, as a new revision.
   * @throws MemoryServiceError `not_found`, `scope_denied`
   * @example await memory.restore(id, 1)
   */
  restore(id: string, revision: number, options: WriteOptions = {}): Promise<EditedMemory> {
    return this.#post(`/v1/memories/${segment(id)}/restore`, { revision }, options)
  }

  /**
   * Ends a memory because another one replaces it. It stays readable with `state: 'all'`. A new memory does the same with
   * its field `supersedes`.
   * @throws MemoryServiceError `not_found`, `scope_denied`, `conflict` if a third memory has replaced it
   * @example await memory.supersede(oldId, { by: newId })
   */
  supersede(id: string, { by }: { by: string }, options: WriteOptions = {}): Promise<EditedMemory> {
    return this.#post(`/v1/memories/${segment(id)}/supersede`, { by }, options)
  }

  /**
   * Takes back that a memory was replaced: it and the one that replaced it are both true.
   * @throws MemoryServiceError `not_found`, `scope_denied`
   * @example await memory.reinstate(oldId)
   */
  reinstate(id: string, options: WriteOptions = {}): Promise<EditedMemory> {
    return this.#post(`/v1/memories/${segment(id)}/reinstate`, {}, options)
  }

  /**
   * Deletes one memory, or up to 100: no app can read it any more, and the user can restore it from the trash. Deletes none if one of them is outside the write grants.
   * @throws MemoryServiceError `scope_denied`
   * @example const { deleted, missing } = await memory.forget('mem_01kb5dd9v2000m4h2n8y7tq3wz')
   */
  forget(ids: string | readonly string[], options: WriteOptions = {}): Promise<Forgotten> {
    return this.#post('/v1/memories/delete', { ids: [ids].flat() }, options)
  }

  /**
   * Returns the context for an intent: identity, memories and suggestions to put into a prompt.
   * @throws MemoryServiceError `scope_denied`
   * @example const { memories, suggestions } = await memory.context('coach', { query: 'plan the weekend run' })
   */
  context(intent: string, options: ContextQuery & CallOptions = {}): Promise<ContextBundle> {
    const { query, limit, validAt, asOf } = options
    return this.#get('/v1/context', options, { intent, query, limit, validAt, asOf })
  }

  /**
   * Returns the assistant's description as one paragraph for a prompt. The service caches it for five minutes.
   * @example const { brief, ai_name } = await memory.brief()
   */
  brief(options: CallOptions = {}): Promise<IdentityBrief> {
    return this.#get('/v1/identity/brief', options)
  }

  /**
   * Sends a signal to the user's other apps. Signals are never stored.
   * @example await memory.signal('workout.completed', { activity: 'run', distanceKm: 10 })
   */
  signal(type: string, payload?: Record<string, unknown>, options: WriteOptions = {}): Promise<SignalAccepted> {
    return this.#post('/v1/signals', { type, payload }, options)
  }

  /**
   * Takes one turn with the hosted model, which sees the user's memories. An attempt may take two minutes. With
   * `awaitCandidates` the reply also holds what was recorded; otherwise that follows the reply.
   * @throws MemoryServiceError `model_unavailable`, `rate_limited`
   * @example const { reply } = await memory.chat({ intent: 'coach', userMessage: 'How do I begin?' })
   */
  chat(turn: ChatInput, options: WriteOptions = {}): Promise<ChatReply> {
    return this.#post('/v1/gateway/chat', turn, { timeoutMs: CHAT_TIMEOUT_MS, ...options })
  }

  /**
   * Takes the same turn and streams the output: `delta` frames, `done`, then a `memory_recorded` frame for each memory that
   * the turn left. Leaving the loop before `done` cancels the turn. It is retried only if the service refused to start; a
   * later failure is an `error` frame, and a connection lost before `done` is thrown.
   * @example
   * for await (const frame of memory.chatStream({ intent: 'coach', userMessage: 'How do I begin?' }))
   *   if (frame.type === 'delta') process.stdout.write(frame.text)
   */
  async *chatStream(turn: ChatInput, options: CallOptions = {}): AsyncGenerator<ChatFrame, void, undefined> {
    const stream = await this.#http.stream({
      timeoutMs: CHAT_TIMEOUT_MS,
      ...callOf(options),
      method: 'POST',
      path: '/v1/gateway/chat/stream',
      body: turn,
      repeatable: 'refused',
    })
    yield* framesOf<ChatFrame>(stream, stageOf, options.signal)
  }

  /**
   * Returns what the token stands for: the user's identity, your app and the granted scopes.
   * @example const { scopes, ai } = await memory.connection()
   */
  connection(options: CallOptions = {}): Promise<Connection> {
    return this.#get('/v1/connection', options)
  }

  /**
   * Returns your plan's limits for this month and what is left of them.
   * @example const { api_calls } = await memory.quota()
   */
  quota(options: CallOptions = {}): Promise<Quota> {
    return this.#get('/v1/quota', options)
  }

  /**
   * Lists the scopes that contain memories, of those your app may read.
   * @example const { scopes } = await memory.scopes()
   */
  scopes(options: CallOptions = {}): Promise<ScopeList> {
    return this.#get('/v1/scopes', options)
  }

  /**
   * Returns the shared vocabulary: kinds, scopes, intents and events; with `view: 'ecosystem'` also those that apps declared.
   * @example const { standardScopes } = await memory.catalog()
   */
  catalog(options: { view?: 'ecosystem' } & CallOptions = {}): Promise<Catalog> {
    return this.#get('/v1/catalog', options, { view: options.view })
  }

  #find(what: MemoryFilters & CallOptions & { query?: string }): List<RecalledMemory, MemoryPage> {
    return new List((cursor = what.cursor) => this.#findPage({ ...what, cursor }))
  }

  async #findPage(what: MemoryFilters & CallOptions & { query?: string }): Promise<MemoryPage> {
    const { signal, timeoutMs, retry, ...query } = what
    return this.#get('/v1/memories', what, searchable(query))
  }

  #get<T>(path: string, options: CallOptions, query: object = {}): Promise<T> {
    return this.#http.json({ ...callOf(options), method: 'GET', path, query, repeatable: 'always' })
  }

  #post<T>(path: string, body: unknown, options: WriteOptions): Promise<T> {
    return this.#http.json(keyed(path, body, options))
  }
}

/** Memories that were recorded may follow `done`. */
const stageOf = ({ type }: ChatFrame) => (type === 'error' ? 'last' : type === 'done' ? 'complete' : undefined)
