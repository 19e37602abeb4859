// What was to be reached, and how a run is shown beside it.

import { median, round, table } from './report.mjs'

/** The bars: ratios are of requests per second, the rest says its unit. */
export const TO_REACH = {
  write: 0.6,
  read: 0.6,
  list: 0.6,
  recallP50Ms: { 500: 1.5, 10000: 3, 100000: 12 },
  coldMs: { 500: 60, 10000: 400, 100000: 2_000 },
  overInProcess: 1.3,
  flat: 1.2,
  healthP99Ms: 20,
  idleWriteP95Ms: 10,
  restMb: 600,
}

/** What was to be reached, and whether it was; only PostgreSQL has bars for throughput. */
export function verdicts({ engine, processes, rows, facts }) {
  const among = processes === 1 ? engine : `${engine}, ${processes} processes`
  const list = []
  const hold = (what, value, most, atLeast = false) =>
    value !== undefined &&
    list.push({
      engine: among,
      what,
      value,
      bar: `${atLeast ? '≥' : '≤'} ${most}`,
      ok: atLeast ? value >= most : value <= most,
    })
  for (const { what, clients, ratio, service } of rows) {
    const bar = { write: TO_REACH.write, read: TO_REACH.read, list: TO_REACH.list }[what.split(/[ ,]/)[0]]
    if (bar && engine === 'postgres') hold(`${what}, ${clients} clients: ratio`, ratio, bar, true)
    const size = /^recall of (\d+)/.exec(what)?.[1]
    if (size && clients === 1) hold(`${what}: p50 ms`, service.p50, TO_REACH.recallP50Ms[size])
  }
  for (const [size, ms] of Object.entries(facts.coldMs ?? {}))
    hold(`first recall of ${size}, cold: ms`, ms, TO_REACH.coldMs[size])
  for (const [size, { ratio }] of Object.entries(facts.overInProcess ?? {}))
    hold(`recall of ${size}: HTTP over in process`, ratio, TO_REACH.overInProcess)
  hold("recall of 10000 as others' rows grow tenfold", facts.flat?.ratio, TO_REACH.flat)
  hold(
    '/healthz p99 while the largest index is built: ms',
    facts.healthMs && round(median(facts.healthMs.map(({ p99 }) => p99))),
    TO_REACH.healthP99Ms,
  )
  if (engine === 'postgres')
    hold('one write on an idle machine: p95 ms', facts.idleWriteMs?.p95, TO_REACH.idleWriteP95Ms)
  if (engine === 'embedded') {
    hold('resident at rest: MB', facts.restMb, TO_REACH.restMb)
    hold('resident after 1000 writes: MB', facts.restAfterWritesMb, TO_REACH.restMb)
  }
  return list
}

/** The figures as they are read: a table for each engine, then the bars. */
export function show(reports) {
  const columns = ['', 'clients', 'req/s', 'p50', 'p95', 'p99', 'baseline', 'req/s ', 'p50 ', 'p95 ', 'p99 ', 'ratio']
  for (const { engine, processes, rows } of reports) {
    console.log(`\n### ${engine}, processes: ${processes}; requests per second, and milliseconds\n`)
    const lines = rows.map(({ what, clients, against, service, baseline, ratio }) => ({
      '': what,
      clients,
      'req/s': service.perSecond,
      p50: service.p50,
      p95: service.p95,
      p99: service.p99,
      ...(baseline && {
        baseline: against,
        'req/s ': baseline.perSecond,
        'p50 ': baseline.p50,
        'p95 ': baseline.p95,
        'p99 ': baseline.p99,
        ratio,
      }),
    }))
    console.log(table(columns, lines))
  }
  console.log('\n### To reach\n')
  console.log(toReachTable(reports.flatMap(verdicts)))
}

/** Bars and whether they were reached, as a table. */
export function toReachTable(list) {
  const lines = list.map(({ ok, what, ...rest }) => ({ ...rest, '': what, reached: ok ? 'yes' : 'NO' }))
  return table(['', 'engine', 'value', 'bar', 'reached'], lines)
}
