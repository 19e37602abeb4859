import type { z } from 'zod'
import type { Actor, ActorOf, Audience } from './actor.ts'
import type { Ctx, Ports } from './ctx.ts'
import type { EventText } from './event-text.ts'
import type { FailureCode } from './failures.ts'

type Shape = z.ZodType
type Read<S> = S extends Shape ? z.output<S> : undefined

/** The validated input of a verb. */
export interface Input<P = unknown, Q = unknown, B = unknown, H = unknown> {
  params: P
  query: Q
  body: B
  headers: H
}

/** A cookie to set, or to clear if the value is null. */
export interface Cookie {
  name: `ms_${'' | 'dev_'}${'session' | 'device' | 'sign_in' | 'openid'}`
  value: string | null
  maxAgeSeconds?: number
}

/** The only streamed request type: JSON Lines, one JSON value per line. */
export const JSON_LINES = 'application/x-ndjson'
export const STREAM_BYTES_MAX = 512 * 1024 * 1024
/** Server-sent events: see {@link eventRoute}. */
export const EVENT_STREAM = 'text/event-stream'
export const PNG = 'image/png'

/** A response with more than a body. */
export class RouteResponse<T> {
  readonly body: T
  readonly cookies: readonly Cookie[]
  readonly headers: Readonly<Record<string, string>> | undefined
  constructor(body: T, extra: { cookie?: Cookie; cookies?: readonly Cookie[]; headers?: Record<string, string> } = {}) {
    this.body = body
    this.cookies = extra.cookies ?? (extra.cookie ? [extra.cookie] : [])
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
  | 'Held memories'
  | 'Webhooks'
  | 'Signals'
  | 'Schedule'
  | 'Context'
  | 'Gateway'
  | 'Chats'

/** An error format that clients of another standard expect. */
export type ErrorFormat = 'oauth' | 'openai'

/** How a route responds with server-sent events on request. */
interface Streaming<
  A extends Audience,
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends Shape | undefined,
  H extends Shape | undefined,
  F extends Shape,
  X,
> {
  /** The body field that requests a stream if it is `true`. */
  when: string
  /** The schema of one frame. */
  frame: F
  /** The data of the last event, where clients expect a terminator. */
  end?: string
  example: z.output<F>
  run: (
    ctx: Ctx<ActorOf<A>, X>,
    input: Input<Read<P>, Read<Q>, Read<B>, Read<H>>,
  ) => AsyncIterable<z.output<F> | EventText>
}

/** Describes a route that is also a tool of the Model Context Protocol. */
export interface Tool {
  /** The identifier that models use. */
  name: string
  /** The display name. */
  title: string
  /** When to use the tool and what it returns, written for the model. */
  description: string
  /** Hints that clients may use to ask the user for confirmation; all default to false. */
  hints: { readOnly?: true; destructive?: true; idempotent?: true }
  /** A stricter query schema, if the tool requires more than the route. */
  query?: Shape
}

/** A route that is also a resource of the Model Context Protocol. */
export interface Resource {
  /** Its URI or URI template; `{name}` is an input of the route. */
  uri: string
  name: string
  title: string
  description: string
  /** Values of `{name}` to list, with descriptions; other values can be read too. */
  known?: readonly { value: string; description: string }[]
}

interface Definition<
  A extends Audience,
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends Shape | undefined,
  H extends Shape | undefined,
  O extends Shape,
  F extends Shape,
  X,
> {
  /** Operation name, used as operationId and in SDKs and metrics. */
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With `:name` for parameters. */
  path: string
  /** The kinds of actors that may call it. */
  for: readonly A[]
  tag: Tag
  summary: string
  description?: string
  /**
   * The consent scope that an app needs, if the input determines it; otherwise the verb checks it. Of several scopes
   * any one is sufficient, and the error names the first.
   */
  needs?: (input: Input<Read<P>, Read<Q>, Read<B>, Read<H>>) => string | readonly [string, ...string[]]
  /** Documents the consent scope if the verb checks it. */
  scope?: string
  params?: P
  query?: Q
  body?: B
  /** Request headers that the verb receives, by their names in lower case. */
  headers?: H
  output: O
  /** Default 200; 302 redirects to `location` with an empty body. */
  status?: 200 | 201 | 302
  /** Failure codes beside those that the properties of the route imply. */
  failures?: readonly FailureCode[]
  /** Shown in the OpenAPI document; a test validates them against the schemas. */
  example: {
    params?: z.input<NonNullable<P>>
    query?: z.input<NonNullable<Q>>
    body?: z.input<NonNullable<B>>
    output: z.output<O>
  }
  /**
   * The verb stores the response of a keyed request in its own single statement; other verbs are wrapped in a
   * transaction.
   */
  storesResponse?: boolean
  /** A POST that only reads: it accepts no `Idempotency-Key`, because it can be repeated without one. */
  readOnly?: boolean
  /** The response only confirms what the caller sent, so a stored one may be repeated after grants were narrowed. */
  acknowledges?: boolean
  /**
   * The work is expensive: a stored response is looked up before it starts, and `ctx.signal` aborts when the client
   * disconnects.
   */
  costly?: boolean
  /** Sets a session cookie for unauthenticated callers, so requests must come from our own pages (CSRF). */
  cookies?: boolean
  /** Pages of any origin may read the responses (CORS). Their requests carry no cookies. */
  cors?: boolean
  /** Also accepts an `application/x-www-form-urlencoded` body, or only that. */
  form?: boolean | 'only'
  /**
   * OAuth clients may authenticate with `Authorization: Basic`: the verb receives the header, and responses are not
   * cacheable.
   */
  basic?: boolean
  /** Accepts only a stream of this type, which the verb reads incrementally. */
  consumes?: typeof JSON_LINES
  /** Responds with a stream of this type, or with a picture. */
  produces?: typeof JSON_LINES | typeof EVENT_STREAM | typeof PNG
  /** Other types of the stream, which the verb sets as the `content-type` header of its response. */
  alsoProduces?: readonly string[]
  /** Responses come from another server, and are sent as they are. */
  passesThrough?: true
  /** Responds with server-sent events if the body requests it; `output` and `run` apply to other calls. */
  streams?: Streaming<A, P, Q, B, H, F, X>
  /** The id of the app whose secret is in a public request; `null` if it is wrong, `undefined` without one. */
  clientOf?: (ctx: Ctx, body: unknown) => Promise<string | null | undefined>
  /** Resolves a `?connect=` token in the URL to an actor, on routes that accept one; `undefined` if it is invalid. */
  link?: (ports: Ports, token: string) => Promise<Actor | undefined>
  /** The response contains a secret or a token, so it is never compressed (see {@link isCompressible}). */
  secret?: true
  /** The response depends only on the release and the declared routes, so it has an ETag. */
  etag?: boolean
  /** Offers the route as an MCP tool too. */
  tool?: Tool
  /** Offers the route as an MCP resource too. */
  resource?: Resource
  /** The failure code for an invalid body, if a standard defines one. */
  invalidBodyCode?: 'invalid_client_metadata'
  /** The error format of the route; our own envelope by default. */
  errorFormat?: ErrorFormat
  run: (
    ctx: Ctx<ActorOf<A>, X>,
    input: Input<Read<P>, Read<Q>, Read<B>, Read<H>>,
  ) => Promise<z.output<O> | RouteResponse<z.output<O>>> | z.output<O> | RouteResponse<z.output<O>>
}

/** A route with the types of its input and output erased. `P` names the ports its verb uses; `never` stands for any. */
// biome-ignore lint/suspicious/noExplicitAny: one list holds routes of every shape.
export type Route<P = never> = Definition<any, any, any, any, any, any, any, P>

/** Returns functions that declare routes whose verbs use the ports `X` beside the base ones. */
export function routesWith<X>() {
  return {
    /** Declares a route; the compiler checks the verb against the schemas. */
    route<
      const A extends Audience,
      O extends Shape,
      P extends Shape | undefined = undefined,
      Q extends Shape | undefined = undefined,
      B extends Shape | undefined = undefined,
      H extends Shape | undefined = undefined,
      F extends Shape = Shape,
    >(definition: Definition<A, P, Q, B, H, O, F, X>): Route<X> {
      return definition
    },

    /**
     * Declares a route that responds with server-sent events: `output` is the shape of one frame, and its verb yields
     * them. An error before the first frame is an ordinary error response; later it becomes a final `error` frame.
     */
    eventRoute<
      const A extends Audience,
      O extends Shape,
      P extends Shape | undefined = undefined,
      Q extends Shape | undefined = undefined,
      B extends Shape | undefined = undefined,
    >(
      definition: Omit<Definition<A, P, Q, B, undefined, O, Shape, X>, 'run' | 'produces' | 'costly' | 'streams'> & {
        run: (ctx: Ctx<ActorOf<A>, X>, input: Input<Read<P>, Read<Q>, Read<B>>) => AsyncIterable<z.output<O>>
      },
    ): Route<X> {
      return { ...definition, produces: EVENT_STREAM, costly: true } as Route<X>
    },
  }
}

/** Declares a route whose verb uses no ports beside the base ones. */
export const { route } = routesWith<unknown>()

/** Whether a call can change data; decides on CSRF checks, quotas and idempotency. */
export function isWrite({ method }: Pick<Route, 'method'>): boolean {
  return method !== 'GET'
}

/** Whether anyone may call a route, without a credential. */
export function isPublic({ for: kinds }: { for: readonly Audience[] }): boolean {
  return kinds.includes('public')
}

/** Whether a call responds with server-sent events: always, or because its body requests it. */
export function isStreamed({ produces, streams }: Route, body: unknown): boolean {
  if (produces === EVENT_STREAM) return true
  return streams !== undefined && (body as Record<string, unknown> | null | undefined)?.[streams.when] === true
}

/** Whether the duration is unbounded: the route waits for a model, or the client determines the amount of data. */
export function isLongRunning({
  costly,
  consumes,
  produces,
}: Pick<Route, 'costly' | 'consumes' | 'produces'>): boolean {
  return Boolean(costly || consumes || (produces && produces !== PNG))
}

/**
 * Whether responses may be compressed. Not if they contain a secret or start a session: the length of a compressed
 * response that also contains input reveals the secret, a character at a time (BREACH). Streams are sent as they are.
 */
export function isCompressible({ secret, cookies, basic, produces }: Route): boolean {
  return !secret && !cookies && !basic && !produces
}

/** Whether a route accepts `Idempotency-Key`: every POST by an app or a user, except streams and reads. */
export function acceptsIdempotencyKey({ method, consumes, produces, readOnly, for: kinds }: Route): boolean {
  return (
    method === 'POST' &&
    !readOnly &&
    !consumes &&
    !produces &&
    kinds.some((kind: Audience) => kind === 'app' || kind === 'user' || kind === 'client')
  )
}
