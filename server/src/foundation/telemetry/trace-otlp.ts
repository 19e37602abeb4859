import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as otel from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingConfig } from '../config.ts'
import type { Attributes, Span, SpanKind, SpanOrigin, Trace } from './trace.ts'

/*
 * Exports spans to an OTLP collector in batches, in the background. When the collector is unreachable, spans that do
 * not fit in the queue are dropped; requests are not affected.
 *
 * The trace id and the request's span id are derived from the request suffix. Later work caused by the request carries
 * the suffix in its own id, so any process can derive its trace and the sampling decision, even days later. A trace
 * started by the client keeps the client's id; the request's span then links to the derived trace of the later work.
 */

const QUEUE_SPANS_MAX = 4_096
const BATCH_SPANS_MAX = 512
const BATCH_MS = 2_000
const EXPORT_MS = 5_000
const CLOSE_MS = 3_000
const VALUE_CHARS_MAX = 200
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/
const KINDS = {
  server: otel.SpanKind.SERVER,
  client: otel.SpanKind.CLIENT,
  internal: otel.SpanKind.INTERNAL,
} as const satisfies Record<SpanKind, otel.SpanKind>

/** Opens an exporter to the collector at `endpoint`; `version` is the spans' `service.version`. */
export function openOtlp({ endpoint, ratio, serviceName }: TracingConfig, version: string): Trace {
  const counts = { ended: 0, exported: 0 }
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS })
  const counted: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code === 0) counts.exported += spans.length
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
  const ids = new Ids()
  const provider = new TracerProvider({
    idGenerator: ids,
    // Sampling is decided in `startSpan`, before a span is created.
    sampler: new AlwaysOnSampler(),
    spanLimits: { attributeValueLengthLimit: VALUE_CHARS_MAX },
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'service.instance.id': randomUUID(),
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: counted,
        maxQueueSize: QUEUE_SPANS_MAX,
        maxExportBatchSize: BATCH_SPANS_MAX,
        scheduledDelayMillis: BATCH_MS,
        exportTimeoutMillis: EXPORT_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('memory-service')
  const sampler = new TraceIdRatioBasedSampler(ratio)
  const isTaken = (traceId: string) =>
    sampler.shouldSample(otel.ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED

  function wrap(span: otel.Span) {
    const context = otel.trace.setSpan(otel.ROOT_CONTEXT, span)
    const { traceId, spanId } = span.spanContext()
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-01`,
      set: (attributes: Attributes) => void span.setAttributes(attributes),
      setError(word: string) {
        span.setAttribute('error.type', word)
        span.setStatus({ code: otel.SpanStatusCode.ERROR })
      },
      end() {
        counts.ended++
        span.end()
      },
      child: (name: string, kind: SpanKind, attributes: Attributes = {}) =>
        wrap(tracer.startSpan(name, { kind: KINDS[kind], attributes }, context)),
    }
  }

  return {
    startSpan(
      name: string,
      { kind, attributes = {}, requestSuffix, traceparent, causedBy }: SpanOrigin,
    ): Span | undefined {
      const marked = causedBy ?? requestSuffix
      const ours = marked ? idsOf(marked) : { traceId: ids.generateTraceId(), spanId: ids.generateSpanId() }
      const parent = remote(traceparent) ?? (causedBy && isTaken(ours.traceId) ? sampled(ours) : undefined)
      if (parent ? !(parent.traceFlags & otel.TraceFlags.SAMPLED) : !isTaken(ours.traceId)) return undefined
      const links = parent && requestSuffix ? [{ context: sampled(ours) }] : []
      const context = parent ? otel.trace.setSpanContext(otel.ROOT_CONTEXT, parent) : otel.ROOT_CONTEXT
      if (!parent) ids.next = ours
      return wrap(tracer.startSpan(name, { kind: KINDS[kind], attributes, links }, context))
    },
    stats: () => ({ ...counts }),
    async close() {
      await Promise.race([provider.shutdown().catch(() => {}), sleep(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

interface SpanIds {
  traceId: string
  spanId: string
}

/** Generates random span ids, except for the next root span when `next` is set. */
class Ids implements IdGenerator {
  next: SpanIds | undefined
  readonly #random = new RandomIdGenerator()

  generateSpanId(): string {
    return this.next?.spanId ?? this.#random.generateSpanId()
  }

  // The SDK calls this after generateSpanId, and only for a span without a parent, so `next` is consumed here.
  generateTraceId(): string {
    const given = this.next?.traceId
    this.next = undefined
    return given ?? this.#random.generateTraceId()
  }
}

/** Derives the trace id and span id from a request suffix. */
function idsOf(mark: string): SpanIds {
  const digest = createHash('sha256').update(mark).digest('hex')
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) }
}

function sampled(ids: SpanIds): otel.SpanContext {
  return { ...ids, traceFlags: otel.TraceFlags.SAMPLED, isRemote: true }
}

/** Parses a `traceparent` header (W3C Trace Context, 3.2); `undefined` when it is missing or invalid. */
function remote(header: string | undefined): otel.SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(header ?? '') ?? []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}
