import { AsyncLocalStorage } from 'node:async_hooks'

/*
 * Traces: which parts of the work took how long, for one request at a time. Off unless a collector is named, and then
 * nothing of the library is loaded; `trace-otlp.ts` is what stands behind this when it is on. What a span says is
 * names, numbers and ids of ours: never a value of a statement, a text of a person or what an error was told with.
 */

/** What a span says beside its name and times. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** What a span is of: a request of ours to answer, one to somebody else, or work inside. */
export type SpanKind = 'server' | 'client' | 'internal'

/** One piece of work under way. */
export interface Span {
  readonly traceId: string
  /** What tells another service which trace it works for (W3C Trace Context). */
  readonly traceparent: string
  set(attributes: Attributes): void
  /** Notes that it went wrong, in one word of ours. */
  failed(word: string): void
  end(): void
}

/** What a trace begins with. */
export interface Origin {
  kind: SpanKind
  attributes?: Attributes
  /** The mark of the request (see `ids.ts`): it decides the trace's id, where nobody else has. */
  mark?: string
  /** The `traceparent` that came in. */
  from?: string | undefined
  /** The mark of the request that caused this later work: it becomes part of that request's trace. */
  causedBy?: string
}

/** Where spans go. */
export interface Trace {
  /** Begins what no other span of this process holds; `undefined` when it is not sampled, and nothing inside it is. */
  begin(name: string, origin: Origin): Span | undefined
  /** Spans handed over and spans the collector took; the rest were lost, or are on their way. */
  stats(): { ended: number; exported: number }
  /** Sends what is left, within a bound. */
  close(): Promise<void>
}

/** No traces: what there is unless a collector is named. */
export const NO_TRACE: Trace = {
  begin: () => undefined,
  stats: () => ({ ended: 0, exported: 0 }),
  close: async () => {},
}

/** What stands behind a running span; made by who made the span. */
interface Running extends Span {
  child(name: string, kind: SpanKind, attributes: Attributes | undefined): Running
}

declare module './ctx.ts' {
  interface Ports {
    trace: Trace
  }
}

const running = new AsyncLocalStorage<Running | undefined>()

/** Runs work as part of a span; without one it just runs. */
export function within<T>(span: Span | undefined, work: () => T): T {
  return span ? running.run(span as Running, work) : work()
}

/** Runs work as part of nothing: what outlives whoever happened to set it off. */
export function detached<T>(work: () => T): T {
  return running.exit(work)
}

/** The `traceparent` to send along, where the work at hand is traced. */
export function traceparent(): { traceparent?: string } {
  const span = running.getStore()
  return span ? { traceparent: span.traceparent } : {}
}

/** Begins a part of the work at hand, to be ended by the caller; `undefined` where that is not traced. */
export function part(name: string, kind: SpanKind, attributes?: Attributes): Span | undefined {
  return running.getStore()?.child(name, kind, attributes)
}

/** Runs work as a span, ends it with the work and notes a failure under `wordOf` it. */
export async function spanned<T>(
  span: Span | undefined,
  work: () => Promise<T>,
  wordOf: (error: unknown) => string = nameOf,
): Promise<T> {
  if (!span) return work()
  try {
    return await within(span, work)
  } catch (error) {
    span.failed(wordOf(error))
    throw error
  } finally {
    span.end()
  }
}

// A class of errors, or PostgreSQL's code; messages may quote what a person said.
function nameOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'error'
}
