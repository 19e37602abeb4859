// The targets of bench/http.mjs, and the output of a run.

import { median, round, table } from './report.mjs'

/** The targets. Ratios are of requests per second; other names contain their unit. */
export const TARGETS = {
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

/** Compares a report with the targets; only PostgreSQL has targets for throughput. */
export function verdicts({ engine, processes, rows, facts }) {
  const setup = processes === 1 ? engine : `${engine}, ${processes} processes`
  const list = []
  const check = (what, value, limit, atLeast = false) =>
    value !== undefined &&
    list.push({
      engine: setup,
      what,
      value,
      target: `${atLeast ? '≥' : '≤'} ${limit}`,
      ok: atLeast ? value >= limit : value <= limit,
    })
  for (const { what, clients, ratio, service } of rows) {
    const target = { write: TARGETS.write, read: TARGETS.read, list: TARGETS.list }[what.split(/[ ,]/)[0]]
    if (target && engine === 'postgres') check(`${what}, ${clients} clients: ratio`, ratio, target, true)
    const size = /^recall of (\d+)/.exec(what)?.[1]
    if (size && clients === 1) check(`${what}: p50 ms`, service.p50, TARGETS.recallP50Ms[size])
  }
  for (const [size, ms] of Object.entries(facts.coldMs ?? {}))
    check(`first recall of ${size}, cold: ms`, ms, TARGETS.coldMs[size])
  for (const [size, { ratio }] of Object.entries(facts.overInProcess ?? {}))
    check(`recall of ${size}: HTTP over in process`, ratio, TARGETS.overInProcess)
  check("recall of 10000 as others' rows grow tenfold", facts.flat?.ratio, TARGETS.flat)
  check(
    '/healthz p99 while the largest index is built: ms',
    facts.healthMs && round(median(facts.healthMs.map(({ p99 }) => p99))),
    TARGETS.healthP99Ms,
  )
  if (engine === 'postgres')
    check('one write on an idle machine: p95 ms', facts.idleWriteMs?.p95, TARGETS.idleWriteP95Ms)
  if (engine === 'embedded') {
    check('resident at rest: MB', facts.restMb, TARGETS.restMb)
    check('resident after 1000 writes: MB', facts.restAfterWritesMb, TARGETS.restMb)
  }
  return list
}

/** Prints a table per engine, then the targets. */
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
  console.log('\n### Targets\n')
  console.log(targetTable(reports.flatMap(verdicts)))
}

/** A table of targets and whether they were met. */
export function targetTable(list) {
  const lines = list.map(({ ok, what, ...rest }) => ({ ...rest, '': what, met: ok ? 'yes' : 'NO' }))
  return table(['', 'engine', 'value', 'target', 'met'], lines)
}
