import { MemoryService } from '../client.ts'
import type { ServiceErrorCode } from '../errors.ts'
import type { MemoryDeleted, MemoryUpdated, WebhookEvent } from '../generated/events.ts'
import type { Fetch } from '../http.ts'
import type { ConsentScope } from '../scopes.ts'
import type { Connection, IdentityBrief, Memory, MemoryInput, MemoryRevision, Trigger } from '../types.ts'
import { failure } from './failure.ts'
import type { Identity } from './read.ts'
import { respond } from './routes.ts'
import { FakeStore, mayRead } from './store.ts'
import { FakeTurns } from './turns.ts'

const BASE_URL = 'http://memory.fake'
const MEMORIES_MAX = 500
const PERSON = { app: null, scopes: ['memory:read:*', 'memory:write:*'] }

/** The person of a fake. */
export interface FakePersonOptions {
  /** The person's name. */
  name?: string
  /** The assistant's name; default `Assistant`. */
  assistant?: string
  /** One line on the assistant's tone. */
  tone?: string
  /** The most memories of the person's plan; default 500. */
  memoriesMax?: number
}

/** What a person grants an app. */
export interface FakeConsent {
  /** The slug of the app; default `app`. */
  app?: string
  scopes: readonly ConsentScope[]
  /** The types of signals that the app receives. */
  signals?: readonly string[]
}

/**
 * The Memory Service in memory, for unit tests: people, their consents and the real client. Nothing is sent or stored.
 *
 * @example
 * const service = new FakeService()
 * const { memory } = service.person().connect({ scopes: ['memory:read:fitness.*', 'memory:write:fitness.*'] })
 * await memory.remember({ scope: 'fitness', content: 'Runs along the river every Tuesday.' })
 */
export class FakeService {
  /** The address for a client of your own, with `fetch`. */
  readonly baseUrl: string = BASE_URL
  /** Answers the requests of all connections, by their tokens. */
  readonly fetch: Fetch = async (url, init) => respond(this, url, init)
  readonly #connections = new Map<string, FakeConnection>()
  readonly #failures: ServiceErrorCode[] = []
  /** Top-level scopes that connected apps declare. */
  readonly customScopes: Set<string> = new Set()
  #ids = 0
  #offsetMs = 0

  /** A new person with an empty store. */
  person(options: FakePersonOptions = {}): FakePerson {
    return new FakePerson(this, options)
  }

  /** Moves the clock forward; triggers that come due fire. */
  advance(ms: number): void {
    this.#offsetMs += ms
    for (const connection of this.#connections.values()) connection.fireDue()
  }

  /** Makes the next requests fail with this code. The client repeats requests after `rate_limited` and `unavailable`. */
  failNext(code: ServiceErrorCode, times = 1): void {
    this.#failures.push(...Array<ServiceErrorCode>(times).fill(code))
  }

  /** @internal */
  nextFailure(): ServiceErrorCode | undefined {
    return this.#failures.shift()
  }

  /** @internal */
  now(): string {
    return new Date(Date.now() + this.#offsetMs).toISOString()
  }

  /** @internal */
  newId(prefix: string): string {
    return `${prefix}_${String(++this.#ids).padStart(26, '0')}`
  }

  /** @internal */
  add(connection: FakeConnection): void {
    this.#connections.set(connection.token, connection)
  }

  /** @internal */
  connectionOf(token: string): FakeConnection | undefined {
    return this.#connections.get(token)
  }
}

/** A person of a fake: their store, and the apps they connected. */
export class FakePerson {
  /** @internal */
  readonly store: FakeStore
  /** @internal */
  readonly identity: Identity
  /** @internal */
  readonly id: string
  readonly #service: FakeService
  readonly #connections: FakeConnection[] = []

  constructor(service: FakeService, { name, assistant = 'Assistant', tone, memoriesMax }: FakePersonOptions) {
    this.#service = service
    this.id = service.newId('usr')
    this.identity = { aiId: service.newId('ai'), name: assistant, toneNote: tone, personName: name }
    this.store = new FakeStore({
      now: () => service.now(),
      newId: (prefix) => service.newId(prefix),
      custom: service.customScopes,
      memoriesMax: memoriesMax ?? MEMORIES_MAX,
      changed: (state, before) => this.#notify(state, before),
    })
  }

  /** Connects an app, or replaces what an app that is connected may do; that keeps its token. */
  connect({ app = 'app', scopes, signals = [] }: FakeConsent): FakeConnection {
    for (const scope of scopes) {
      const [verb, , qualifier = ''] = scope.split(':')
      const [top = ''] = qualifier.split('.')
      if (verb === 'memory' && top !== '*') this.#service.customScopes.add(top)
    }
    const connected = this.#connections.find((each) => each.app === app && !each.revokedAt)
    if (connected) {
      connected.grant(scopes, signals)
      return connected
    }
    const connection = new FakeConnection(this.#service, this, { app, scopes, signals })
    this.#connections.push(connection)
    this.#service.add(connection)
    return connection
  }

  /** Writes a memory as the person, in the Hub; returns its id. */
  remember(memory: MemoryInput): string {
    return this.store.remember(PERSON, [memory]).memoryIds[0] as string
  }

  /** All current memories, the newest first, as the person sees them. */
  memories(): Memory[] {
    return this.store.readable(PERSON)
  }

  /** Deletes a memory as the person. */
  forget(id: string): void {
    this.store.forget(PERSON, [id])
  }

  /** @internal */
  signal(type: string, payload: Record<string, unknown> | null, sourceApp: string, id: string): void {
    for (const each of this.#connections)
      if (each.signals.includes(type)) each.deliver('signal.created', { signal: { type, payload, sourceApp } }, id)
  }

  #notify({ change, memory }: MemoryRevision, before = memory.scope): void {
    const { id, type, scope, importance, occurredAt, sourceApp, revision } = memory
    for (const each of this.#connections) {
      const [could, may] = [mayRead(each, before), mayRead(each, scope)]
      const facts = { id, type, scope, importance, occurredAt, sourceApp }
      if (change === 'created' && may) each.deliver('memory.created', { memory: facts })
      else if (change === 'deleted' ? may : could && !may)
        each.deliver('memory.deleted', { memory: { id, scope: before, sourceApp } } satisfies Data<MemoryDeleted>)
      else if (may)
        each.deliver('memory.updated', {
          ...{ change: change as MemoryUpdated['data']['change'], memory: { ...facts, revision } },
        } satisfies Data<MemoryUpdated>)
    }
  }
}

type Data<E extends WebhookEvent> = Omit<E['data'], 'connection_id' | 'ai_id'>

/** One person's consent to one app. */
export class FakeConnection {
  /** The client that your code gets. */
  readonly memory: MemoryService
  /** The connection token, for a client of your own. */
  readonly token: string
  readonly id: string
  /** The slug of the app. */
  readonly app: string
  /** The events that the app would receive as webhooks, the oldest first. */
  readonly events: WebhookEvent[] = []
  /** @internal */
  readonly person: FakePerson
  /** @internal */
  scopes: readonly string[]
  /** @internal */
  signals: readonly string[]
  /** @internal */
  readonly triggers: Trigger[] = []
  /** @internal */
  readonly turns: FakeTurns
  /** @internal */
  brief: IdentityBrief | undefined
  /** @internal */
  readonly replies: Map<string, { request: string; body: unknown }> = new Map()
  /** @internal */
  revokedAt: string | null = null
  readonly #service: FakeService
  readonly #appId: string
  readonly #connectedAt: string
  #pausedAt: string | null = null

  constructor(service: FakeService, person: FakePerson, { app, scopes, signals }: Required<FakeConsent>) {
    this.#service = service
    this.person = person
    this.app = app
    this.scopes = [...scopes]
    this.signals = [...signals]
    this.id = service.newId('con')
    this.token = service.newId('mst')
    this.#appId = service.newId('app')
    this.#connectedAt = service.now()
    this.turns = new FakeTurns(service, () => this.scopes)
    const { baseUrl, fetch } = service
    this.memory = new MemoryService({ baseUrl, fetch, token: this.token, retry: { sleep: async () => {} } })
  }

  /** The person ends the connection: calls fail with `connection_revoked`, and pending triggers are cancelled. */
  revoke(): void {
    if (this.revokedAt) return
    this.revokedAt = this.#service.now()
    for (const trigger of this.triggers) if (trigger.status === 'pending') trigger.status = 'cancelled'
    this.deliver('connection.revoked', {})
  }

  /** The person pauses the app: calls fail with `connection_paused` until `resume`. */
  pause(): void {
    this.#pausedAt ??= this.#service.now()
    this.#updated('paused')
  }

  /** The person resumes a paused app. */
  resume(): void {
    this.#pausedAt = null
    this.#updated('resumed')
  }

  /** The person changes what the app may do. */
  grant(scopes: readonly ConsentScope[], signals: readonly string[] = this.signals): void {
    const widens = scopes.some((scope) => !this.scopes.includes(scope))
    const narrows = this.scopes.some((scope) => !scopes.includes(scope as ConsentScope))
    this.scopes = [...scopes]
    this.signals = [...signals]
    this.#updated(...(widens ? ['widened' as const] : []), ...(narrows ? ['narrowed' as const] : []))
  }

  /** @internal */
  check(): void {
    if (this.revokedAt) throw failure('connection_revoked')
    if (this.#pausedAt) throw failure('connection_paused')
  }

  /** @internal */
  described(): Connection {
    const { aiId, name, toneNote } = this.person.identity
    const personality = toneNote ? { description: toneNote } : {}
    const slug = this.app
    return {
      ...{ id: this.id, userId: this.person.id, aiId, appId: this.#appId, scopes: [...this.scopes] },
      ...{ signals: [...this.signals], status: 'active', connectedAt: this.#connectedAt, expiresAt: null },
      ...{ pausedAt: this.#pausedAt, revokedAt: this.revokedAt, lastUsedAt: this.#service.now(), test: false },
      ai: { id: aiId, name, personality },
      app: { id: this.#appId, name: slug, slug, iconUrl: null, icon: null, homepageUrl: null, verified: false },
    }
  }

  /** @internal */
  fireDue(): void {
    for (const trigger of this.triggers)
      if (trigger.status === 'pending' && !this.#pausedAt && trigger.fireAt <= this.#service.now()) {
        trigger.status = 'fired'
        this.deliver('schedule.fired', { trigger: { ...trigger } })
      }
  }

  /** @internal */
  deliver(type: WebhookEvent['type'], data: object, id: string = this.#service.newId('evt')): void {
    const isAboutAccess = type.startsWith('connection.')
    if (!isAboutAccess && (this.revokedAt || this.#pausedAt)) return
    const about = { connection_id: this.id, ai_id: this.person.identity.aiId }
    this.events.push({ id, type, created_at: this.#service.now(), data: { ...about, ...data } } as WebhookEvent)
  }

  #updated(...changes: ('widened' | 'narrowed' | 'paused' | 'resumed')[]): void {
    if (!changes.length) return
    const { scopes, signals } = this
    this.deliver('connection.updated', { changes, scopes, signals, expiresAt: null, pausedAt: this.#pausedAt })
  }
}
