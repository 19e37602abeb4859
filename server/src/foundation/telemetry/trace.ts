import { AsyncLocalStorage } from 'node:async_hooks'

/*
 * Tracing interface. Tracing is off unless a collector is configured; while it is off, the OpenTelemetry library is
 * not loaded. `trace-otlp.ts` is the implementation. Spans contain fixed names, numbers and ids, never parameter
 * values, users' content or error messages.
 */

/** Span attributes. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** Span kind: a request received (`server`), a request sent (`client`), or internal work. */
export type SpanKind = 'server' | 'client' | 'internal'

/** A span that has started and not yet ended. */
export interface Span {
  readonly traceId: string
  /** The `traceparent` header for outgoing requests (W3C Trace Context). */
  readonly traceparent: string
  set(attributes: Attributes): void
  /** Marks the span as failed; `word` becomes `error.type`, so it must be an error class or code, not a message. */
  setError(word: string): void
  end(): void
}

/** Options of a span without a parent in this process. */
export interface SpanOrigin {
  kind: SpanKind
  attributes?: Attributes
  /** The request suffix (see `ids.ts`); the trace id is derived from it unless `traceparent` gives one. */
  requestSuffix?: string
  /** The `traceparent` header received. */
  traceparent?: string | undefined
  /** The suffix of the request that caused this later work; the span joins that request's trace. */
  causedBy?: string
}

/** Starts spans and exports them. */
export interface Trace {
  /** Starts a span without a parent in this process; `undefined` when the trace is not sampled. */
  startSpan(name: string, origin: SpanOrigin): Span | undefined
  /** Numbers of spans ended and spans accepted by the collector; the others were dropped or are still queued. */
  stats(): { ended: number; exported: number }
  /** Exports the remaining spans, within a time limit. */
  close(): Promise<void>
}

/** The no-op implementation, used when no collector is configured. */
export const NO_TRACE: Trace = {
  startSpan: () => undefined,
  stats: () => ({ ended: 0, exported: 0 }),
  close: async () => {},
}

/** The internal side of a span; every implementation's spans provide it. */
interface Running extends Span {
  child(name: string, kind: SpanKind, attributes: Attributes | undefined): Running
}

const running = new AsyncLocalStorage<Running | undefined>()

/** Runs work with `span` as the current span; with `undefined` the context stays unchanged. */
export function runInSpan<T>(span: Span | undefined, work: () => T): T {
  return span ? running.run(span as Running, work) : work()
}

/** Runs work without a current span, for work that outlives the request that started it. */
export function runOutsideSpan<T>(work: () => T): T {
  return running.exit(work)
}

/** The current span's `traceparent` header, to be spread into outgoing headers; empty when there is no span. */
export function traceparent(): { traceparent?: string } {
  const span = running.getStore()
  return span ? { traceparent: span.traceparent } : {}
}

/** Starts a child of the current span, to be ended by the caller; `undefined` when there is no current span. */
export function startChildSpan(name: string, kind: SpanKind, attributes?: Attributes): Span | undefined {
  return running.getStore()?.child(name, kind, attributes)
}

/** Runs work in a span and ends the span afterwards; a thrown error is recorded as `wordOf(error)` and rethrown. */
export async function traced<T>(
  span: Span | undefined,
  work: () => Promise<T>,
  wordOf: (error: unknown) => string = nameOf,
): Promise<T> {
  if (!span) return work()
  try {
    return await runInSpan(span, work)
  } catch (error) {
    span.setError(wordOf(error))
    throw error
  } finally {
    span.end()
  }
}

// The error's code or class name; messages may quote users' content.
function nameOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'error'
}
