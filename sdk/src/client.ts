import { framesOf } from './frames.ts'
import { refuseBrowsers } from './guard.ts'
import { type CallOptions, callOf, Http, type HttpOptions, keyed, segment, type WriteOptions } from './http.ts'
import { collect, List, type PageFunction } from './pages.ts'
import { Schedule } from './schedule.ts'
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
  MemoryInput,
  MemoryPage,
  MemoryPatch,
  Quota,
  RecalledMemory,
  Remembered,
  ScopeList,
  SignalAccepted,
} from './types.ts'

const CHAT_TIMEOUT_MS = 120_000
const PAGE_MAX = 100

/** What a client is made of. */
export interface MemoryServiceOptions extends HttpOptions {
  /** The connection token, `mst_…`: one person's consent to one app. A secret of your server. */
  token: string
}

/**
 * One person's memory, as far as they granted it to your app.
 *
 * Every call is sent again after network failures, 429 and 5xx, three times in all, and never does anything twice.
 * What goes wrong is thrown as a `MemoryServiceError`.
 *
 * @example
 * const memory = new MemoryService({ baseUrl: 'https://memory.example', token })
 * await memory.remember({ scope: 'fitness', content: 'Runs along the river every Tuesday.' })
 * const { memories } = await memory.recall('On which day does she go running?')
 */
export class MemoryService {
  readonly #http: Http
  /**
   * Wakes your app at a time, by a `schedule.fired` webhook.
   * @example await memory.schedule.create({ fireAt: new Date('2026-12-24T17:00Z'), kind: 'checkin' })
   */
  readonly schedule: Schedule

  /** @throws MemoryServiceError `secret_in_browser`, `invalid_argument` */
  constructor({ token, ...options }: MemoryServiceOptions) {
    refuseBrowsers('The connection token')
    this.#http = new Http(options, token ?? '')
    this.schedule = new Schedule(this.#http)
  }

  /**
   * Keeps one memory, or up to 100 at once. What lies outside the write grants is dropped in silence: `memoryIds` lists
   * what was kept.
   * @throws MemoryServiceError `unknown_scope`, `scope_denied`, `limit_exceeded` (then nothing was kept)
   * @example
   * const { memoryIds } = await memory.remember({ scope: 'fitness', kind: 'goal', content: 'Wants to run a marathon.' })
   */
  remember(memories: MemoryInput | readonly MemoryInput[], options: WriteOptions = {}): Promise<Remembered> {
    return this.#post('/v1/memories', { memories: [memories].flat() }, options)
  }

  /**
   * Searches by what is meant. Awaited it is the best results; iterated it goes on to those behind them, up to 200.
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
   * All pages as one array, of 1000 items at most unless `cap` says otherwise. Takes the filters of `list`, with `query`
   * also those of `recall`, or a function that asks for the page a cursor leads to.
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
   * One memory.
   * @throws MemoryServiceError `not_found`, `scope_denied`
   * @example const { content } = await memory.get('mem_01kb5dd9v2000m4h2n8y7tq3wz')
   */
  async get(id: string, options: CallOptions = {}): Promise<Memory> {
    return this.#get(`/v1/memories/${segment(id)}`, options)
  }

  /**
   * A memory and what it hangs together with.
   * @example const { nodes, edges } = await memory.graph('mem_01kb5dd9v2000m4h2n8y7tq3wz')
   */
  async graph(id: string, options: CallOptions = {}): Promise<Graph> {
    return this.#get(`/v1/memories/${segment(id)}/graph`, options)
  }

  /**
   * Changes what is given; the rest stays.
   * @throws MemoryServiceError `not_found`, `scope_denied`, `unknown_scope`
   * @example await memory.update('mem_01kb5dd9v2000m4h2n8y7tq3wz', { pinned: true })
   */
  async update(id: string, changes: MemoryPatch, options: CallOptions = {}): Promise<EditedMemory> {
    const path = `/v1/memories/${segment(id)}`
    // It sets values, so once more is as good as once.
    return this.#http.json({ ...callOf(options), method: 'PATCH', path, body: changes, repeatable: 'always' })
  }

  /**
   * Forgets one memory, or up to 100 at once, for good: all of those that are there, or none when one lies outside the
   * write grants.
   * @throws MemoryServiceError `scope_denied`
   * @example const { deleted, missing } = await memory.forget('mem_01kb5dd9v2000m4h2n8y7tq3wz')
   */
  forget(ids: string | readonly string[], options: WriteOptions = {}): Promise<Forgotten> {
    return this.#post('/v1/memories/delete', { ids: [ids].flat() }, options)
  }

  /**
   * Everything to put before a model for an intent, in one call.
   * @throws MemoryServiceError `scope_denied`
   * @example const { memories, suggestions } = await memory.context('coach', { query: 'plan the weekend run' })
   */
  context(intent: string, options: ContextQuery & CallOptions = {}): Promise<ContextBundle> {
    const { query, limit } = options
    return this.#get('/v1/context', options, { intent, query, limit })
  }

  /**
   * The assistant in one paragraph, ready for a prompt. Kept by the service for five minutes.
   * @example const { brief, ai_name } = await memory.brief()
   */
  brief(options: CallOptions = {}): Promise<IdentityBrief> {
    return this.#get('/v1/identity/brief', options)
  }

  /**
   * Tells other apps of this person that something happened. It is stored nowhere.
   * @example await memory.signal('workout.completed', { activity: 'run', distanceKm: 10 })
   */
  signal(type: string, payload?: Record<string, unknown>, options: WriteOptions = {}): Promise<SignalAccepted> {
    return this.#post('/v1/signals', { type, payload }, options)
  }

  /**
   * One turn with the hosted model, the person's memory in front of it. An attempt may take two minutes.
   * @throws MemoryServiceError `model_unavailable`, `rate_limited`
   * @example const { reply } = await memory.chat({ intent: 'coach', userMessage: 'How do I begin?' })
   */
  chat(turn: ChatInput, options: WriteOptions = {}): Promise<ChatReply> {
    return this.#post('/v1/gateway/chat', turn, { timeoutMs: CHAT_TIMEOUT_MS, ...options })
  }

  /**
   * The same turn, told as the model speaks. Leaving the loop ends the turn. It is sent again only where the service
   * refused to begin; what fails midway is an `error` frame, or thrown when the line breaks.
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
    yield* framesOf<ChatFrame>(stream, ({ type }) => type === 'done' || type === 'error', options.signal)
  }

  /**
   * What the token stands for: the person's identity, your app, the scopes that were granted.
   * @example const { scopes, ai } = await memory.connection()
   */
  connection(options: CallOptions = {}): Promise<Connection> {
    return this.#get('/v1/connection', options)
  }

  /**
   * What your plan holds this month, and what is left of it.
   * @example const { api_calls } = await memory.quota()
   */
  quota(options: CallOptions = {}): Promise<Quota> {
    return this.#get('/v1/quota', options)
  }

  /**
   * The scopes that hold memories, of those your app may read.
   * @example const { scopes } = await memory.scopes()
   */
  scopes(options: CallOptions = {}): Promise<ScopeList> {
    return this.#get('/v1/scopes', options)
  }

  /**
   * The shared vocabulary: kinds, scopes, intents, events; with `view: 'ecosystem'` also what apps have declared.
   * @example const { standardScopes } = await memory.catalog()
   */
  catalog(options: { view?: 'ecosystem' } & CallOptions = {}): Promise<Catalog> {
    return this.#get('/v1/catalog', options, { view: options.view })
  }

  #find(what: MemoryFilters & CallOptions & { query?: string }): List<RecalledMemory, MemoryPage> {
    return new List((cursor = what.cursor) => this.#findPage({ ...what, cursor }))
  }

  #findPage(what: MemoryFilters & CallOptions & { query?: string }): Promise<MemoryPage> {
    const { signal, timeoutMs, retry, ...query } = what
    return this.#get('/v1/memories', what, query)
  }

  #get<T>(path: string, options: CallOptions, query: object = {}): Promise<T> {
    return this.#http.json({ ...callOf(options), method: 'GET', path, query, repeatable: 'always' })
  }

  #post<T>(path: string, body: unknown, options: WriteOptions): Promise<T> {
    return this.#http.json(keyed(path, body, options))
  }
}
