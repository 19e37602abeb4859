import type { z } from 'zod'
import type { Actor, ActorOf, Audience } from './actor.ts'
import type { Ctx, Ports } from './ctx.ts'
import type { FailureCode } from './errors.ts'

type Shape = z.ZodType
type Read<S> = S extends Shape ? z.output<S> : undefined

/** What a verb gets from a request: parsed, trimmed and bounded. */
export interface Input<P = unknown, Q = unknown, B = unknown> {
  params: P
  query: Q
  body: B
}

/** A cookie to set or, without a value, to take back. */
export interface Cookie {
  name: 'ms_session' | 'ms_dev_session'
  value: string | null
  maxAgeSeconds?: number
}

/** The one type of raw stream that comes in: JSON Lines, a JSON value a line. */
export const JSON_LINES = 'application/x-ndjson'
export const STREAM_BYTES_MAX = 512 * 1024 * 1024
/** Server-sent events: see {@link eventRoute}. */
export const EVENT_STREAM = 'text/event-stream'

/** A reply that carries more than its body. */
export class Answer<T> {
  readonly body: T
  readonly cookie: Cookie | undefined
  readonly headers: Readonly<Record<string, string>> | undefined
  constructor(body: T, extra: { cookie?: Cookie; headers?: Record<string, string> } = {}) {
    this.body = body
    this.cookie = extra.cookie
    this.headers = extra.headers
  }
}

export type Tag =
  | 'Memories'
  | 'Discovery'
  | 'Connections'
  | 'OAuth'
  | 'Account'
  | 'Hub'
  | 'Developer account'
  | 'Developer apps'
  | 'Webhooks'
  | 'Signals'
  | 'Schedule'
  | 'Context'
  | 'Gateway'
  | 'Chats'

/** A way of telling failures that clients of another standard expect. */
export type Dialect = 'oauth' | 'openai'

/** How a route answers with server-sent events where it is asked to. */
interface Streaming<
  A extends Audience,
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends Shape | undefined,
  F extends Shape,
> {
  /** The field of the body that asks for it by being `true`. */
  when: string
  /** The shape of one frame. */
  frame: F
  /** What the last event says after the frames, where clients wait for a word of their own. */
  end?: string
  example: z.output<F>
  run: (ctx: Ctx<ActorOf<A>>, input: Input<Read<P>, Read<Q>, Read<B>>) => AsyncIterable<z.output<F>>
}

/** What models are told of a route that is also a tool of the Model Context Protocol. */
export interface Tool {
  /** What models call it by. */
  name: string
  /** What people read. */
  title: string
  /** When to use it and what to expect, in the words one would say to somebody new. */
  description: string
  /** What clients may rely on before they ask the person; all are false unless said. */
  hints: { readOnly?: true; destructive?: true; idempotent?: true }
  /** A stricter shape for the query, where a tool asks for more than the route. */
  query?: Shape
}

/** A route that is also read as a resource of the Model Context Protocol. */
export interface Resource {
  /** Its address; `{name}` in it stands for an input of the route. */
  uri: string
  name: string
  title: string
  description: string
  /** Values of the one `{name}` that are listed, with what is said of each; others can be read as well. */
  known?: readonly { value: string; description: string }[]
}

interface Definition<
  A extends Audience,
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends Shape | undefined,
  O extends Shape,
  F extends Shape = Shape,
> {
  /** The operation's name everywhere: operationId, SDK, metrics. */
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With `:name` for a parameter. */
  path: string
  /** Who may call it. */
  for: readonly A[]
  tag: Tag
  summary: string
  description?: string
  /**
   * The consent scope an app needs, where the request alone tells; verbs check what only rows can tell. Of several any
   * one will do, and the first is the one that is missed.
   */
  needs?: (input: Input<Read<P>, Read<Q>, Read<B>>) => string | readonly [string, ...string[]]
  /** The consent scope in words, for the document, where the verb itself checks it. */
  scope?: string
  params?: P
  query?: Q
  body?: B
  output: O
  /** 200 unless said; 302 sends the caller on to a `location`, with an empty body. */
  status?: 200 | 201 | 302
  /** Failures of its own, beside those every route of its kind can have. */
  failures?: readonly FailureCode[]
  /** Shown in the document; a test holds them against the shapes. */
  example: {
    params?: z.input<NonNullable<P>>
    query?: z.input<NonNullable<Q>>
    body?: z.input<NonNullable<B>>
    output: z.output<O>
  }
  /** Its verb keeps the reply of a keyed request in its own single statement; others are wrapped in a transaction. */
  keepsReply?: boolean
  /**
   * Its work is dear: a kept reply is looked for before it begins, and `ctx.signal` aborts once nobody waits for it.
   */
  costly?: boolean
  /** Hands out a session cookie to nobody yet signed in, so it must be called from our own pages too. */
  cookies?: boolean
  /** Answers may be read by pages of any origin. Nothing here is done by cookie. */
  cors?: boolean
  /** Also takes an `application/x-www-form-urlencoded` body, or nothing else. */
  form?: boolean | 'only'
  /**
   * Clients of OAuth may prove themselves to it by `Authorization: Basic`: the header is handed on as it is, and its
   * answers are kept by nobody.
   */
  basic?: boolean
  /** Takes a stream of this type and nothing else; its verb reads it piece by piece, however long it is. */
  consumes?: typeof JSON_LINES
  /** Answers with a stream of this type. */
  produces?: typeof JSON_LINES | typeof EVENT_STREAM
  /** Where the body asks for it, the answer is a stream of events instead; `output` and `run` are of the other calls. */
  streams?: Streaming<A, P, Q, B, F>
  /** Who a `?connect=` token in the address stands for, where that opens the route as well. */
  link?: (ports: Ports, token: string) => Promise<Actor | undefined>
  /** The answer depends on nothing but what is deployed and declared: it carries an ETag. */
  etag?: boolean
  /** Offered to models as a tool, besides. */
  tool?: Tool
  /** Offered to their clients as a resource, besides. */
  resource?: Resource
  /** The failure that a body of another shape is, where the standard has a word for it. */
  misshapen?: 'invalid_client_metadata'
  /** Whose clients it is written for: its failures are told the way those read them. Our own envelope unless said. */
  dialect?: Dialect
  run: (
    ctx: Ctx<ActorOf<A>>,
    input: Input<Read<P>, Read<Q>, Read<B>>,
  ) => Promise<z.output<O> | Answer<z.output<O>>> | z.output<O> | Answer<z.output<O>>
}

/** A route as the edge sees it, its types worn off. */
// biome-ignore lint/suspicious/noExplicitAny: routes of every shape stand in one list.
export type Route = Definition<any, any, any, any, any, any>

/** Writes a route down, checking that its verb fits its shapes. */
export function route<
  const A extends Audience,
  O extends Shape,
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
  F extends Shape = Shape,
>(definition: Definition<A, P, Q, B, O, F>): Route {
  return definition
}

/**
 * Writes down a route that answers with server-sent events: `output` is the shape of one frame, and its verb yields
 * them. What it throws before its first frame is an ordinary answer, later it becomes an `error` frame, the last.
 */
export function eventRoute<
  const A extends Audience,
  O extends Shape,
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
>(
  definition: Omit<Definition<A, P, Q, B, O>, 'run' | 'produces' | 'costly' | 'streams'> & {
    run: (ctx: Ctx<ActorOf<A>>, input: Input<Read<P>, Read<Q>, Read<B>>) => AsyncIterable<z.output<O>>
  },
): Route {
  return { ...definition, produces: EVENT_STREAM, costly: true } as Route
}

/** Whether a call can change anything: what CSRF, quotas and idempotency look at. */
export function changes({ method }: Pick<Route, 'method'>): boolean {
  return method !== 'GET'
}

/** Whether this call of a route is answered with events: all of its calls are, or the body asks for them. */
export function isStreamed({ produces, streams }: Route, body: unknown): boolean {
  if (produces === EVENT_STREAM) return true
  return streams !== undefined && (body as Record<string, unknown> | null | undefined)?.[streams.when] === true
}

/** Whether answering takes as long as it takes: it waits for a model, or its length is the caller's choice. */
export function isLong({ costly, consumes, produces }: Pick<Route, 'costly' | 'consumes' | 'produces'>): boolean {
  return Boolean(costly || consumes || produces)
}

/** Whether a route honours `Idempotency-Key`: every POST an app or a person makes, but for streams. */
export function isKeyed({ method, consumes, produces, for: kinds }: Route): boolean {
  return (
    method === 'POST' && !consumes && !produces && kinds.some((kind: Audience) => kind === 'app' || kind === 'user')
  )
}
