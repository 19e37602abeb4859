import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCollector } from '../../../test/collector.ts'
import { digestId, newId, newIdFor, requestSuffix } from '../ids.ts'
import { runInSpan, startChildSpan } from './trace.ts'
import { openOtlp } from './trace-otlp.ts'

type Collector = Awaited<ReturnType<typeof openCollector>>

let collector: Collector
beforeEach(async () => {
  collector = await openCollector()
})
afterEach(() => collector.close())

const open = (ratio = 1) => openOtlp({ endpoint: collector.endpoint, ratio, serviceName: 'test' }, '1.2.3')
const THEIRS = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }
const theirs = (flags: string) => `00-${THEIRS.traceId}-${THEIRS.spanId}-${flags}`

test('what a request causes later is part of its trace, on whichever process', async () => {
  const [one, other] = [open(), open()]
  const request = newId('req')
  const event = newIdFor('evt', request)
  const span = one.startSpan('GET things', { kind: 'server', requestSuffix: requestSuffix(request) })
  runInSpan(span, () => startChildSpan('select things', 'client')?.end())
  span?.end()
  other.startSpan('deliver', { kind: 'client', causedBy: requestSuffix(event) })?.end()
  await Promise.all([one.close(), other.close()])
  const of = (name: string) => collector.spans.find((span) => span.name === name)!
  expect(of('select things')).toMatchObject({ traceId: span?.traceId, parentSpanId: of('GET things').spanId })
  expect(of('deliver')).toMatchObject({ traceId: span?.traceId, parentSpanId: of('GET things').spanId })
  expect(of('GET things').parentSpanId ?? '').toBe('')
})

test('a trace that came in goes on, and is linked to the one of what it causes', async () => {
  const trace = open(0)
  const request = newId('req')
  trace
    .startSpan('GET things', { kind: 'server', requestSuffix: requestSuffix(request), traceparent: theirs('01') })
    ?.end()
  await trace.close()
  const other = open(1)
  other.startSpan('deliver', { kind: 'client', causedBy: requestSuffix(newIdFor('evt', request)) })?.end()
  await other.close()
  const [span, later] = collector.spans
  expect(span).toMatchObject({ traceId: THEIRS.traceId, parentSpanId: THEIRS.spanId })
  expect(span!.links.map(({ traceId }) => traceId)).toEqual([later!.traceId])
})

test('the caller’s sampling decision applies; an invalid traceparent is ignored', async () => {
  const trace = open(1)
  expect(trace.startSpan('a', { kind: 'server', traceparent: theirs('00') })).toBeUndefined()
  for (const traceparent of [
    '',
    'nonsense',
    `00-${'0'.repeat(32)}-${THEIRS.spanId}-01`,
    theirs('01').replace(/^00/, 'ff'),
  ])
    expect(trace.startSpan('a', { kind: 'server', traceparent })?.traceId, traceparent).not.toBe(THEIRS.traceId)
  expect(trace.startSpan('a', { kind: 'server', traceparent: `${theirs('01')}-later` })?.traceId).toBe(THEIRS.traceId)
  await trace.close()
})

test('records the configured share of traces, each completely or not at all', async () => {
  const [trace, other] = [open(0.25), open(0.25)]
  let recorded = 0
  for (let i = 0; i < 4_000; i++) {
    const suffix = requestSuffix(digestId('req', 0, createHash('sha256').update(String(i)).digest()))
    const span = trace.startSpan('a', { kind: 'server', requestSuffix: suffix })
    const later = other.startSpan('b', { kind: 'client', causedBy: suffix })
    expect(later?.traceId).toBe(span?.traceId)
    if (span) recorded++
  }
  // The ids are the same in each run.
  expect(recorded).toBeGreaterThan(750)
  expect(recorded).toBeLessThan(1_250)
  await Promise.all([trace.close(), other.close()])
})

test('a collector that never answers costs the spans beyond the queue, and closing ends all the same', async () => {
  const silent = await openCollector({ silent: true })
  const trace = openOtlp({ endpoint: silent.endpoint, ratio: 1, serviceName: 'test' }, '1.2.3')
  for (let i = 0; i < 20_000; i++) trace.startSpan('a', { kind: 'server' })?.end()
  await trace.close()
  expect(trace.stats()).toEqual({ ended: 20_000, exported: 0 })
  expect(silent.spans.length).toBeLessThan(5_000)
  await silent.close()
})
