// The targets of bench/recall.mjs, and the output of a run.

import { round, table } from './report.mjs'
import { TARGETS, targetTable } from './verdicts.mjs'

const OVER_MEM0 = { 500: 10, 10000: 50, 100000: 100 }

/** The ratio of two durations. */
const times = (theirs, ours) => theirs && ours && round(theirs / ours)

/** Every target, and whether it was met. */
export function recallVerdicts({ reports, mem0 }) {
  const list = []
  const check = (engine, what, value, target, atLeast = false) => {
    if (value === undefined || target === undefined) return
    const ok = atLeast ? value >= target : value <= target
    list.push({ engine, what, value, target: `${atLeast ? '≥' : '≤'} ${target}`, ok })
  }
  for (const { engine, modes } of reports)
    for (const { mode, rows, flat, healthMs } of modes) {
      for (const { size, fresh, cached } of rows) {
        check(engine, `${mode}, ${size}: p50 ms`, fresh.p50, TARGETS.recallP50Ms[size])
        check(engine, `${mode}, ${size}, query cached: p50 ms`, cached?.p50, TARGETS.recallP50Ms[size])
      }
      for (const { size, coldMs } of rows)
        check(engine, `${mode}, ${size}: first recall, cold, ms`, coldMs, TARGETS.coldMs[size])
      check(engine, `${mode}: p50 as others' rows grow tenfold`, flat.ratio, TARGETS.flat)
      check(engine, `${mode}: /healthz p99 while the largest index is built, ms`, healthMs.p99, TARGETS.healthP99Ms)
      if (mode !== 'scripted') continue
      for (const { size, p50 } of mem0)
        check(engine, `${size}: mem0's p50 over ours`, overOurs(p50, rows, size), OVER_MEM0[size], true)
    }
  return list
}

function overOurs(p50, rows, size) {
  return times(p50, rows.find((row) => row.size === size)?.fresh.p50)
}

/** Prints a table per engine with the comparisons, then the targets. */
export function showRecall({ reports, mem0, others, targets }) {
  for (const { engine, modes, naive, facts } of reports) {
    console.log(`\n### ${engine}: recall over HTTP, one client, among ${others} rows of other users; milliseconds\n`)
    const columns = ['', 'memories', 'p50', 'p95', 'query cached: p50', 'p95 ', 'cold', 'naive SQL: p50', 'mem0: p50']
    const lines = modes.flatMap(({ mode, rows }) =>
      rows.map(({ size, fresh, cached, coldMs }) => {
        const sql = naive.find((row) => row.size === size)?.p50
        const theirs = mem0.find((row) => row.size === size)?.p50
        return {
          '': mode,
          memories: size,
          p50: fresh.p50,
          p95: fresh.p95,
          'query cached: p50': cached?.p50,
          'p95 ': cached?.p95,
          cold: coldMs,
          'naive SQL: p50': sql && `${sql} (${times(sql, fresh.p50)}x)`,
          'mem0: p50': theirs && `${theirs} (${times(theirs, fresh.p50)}x)`,
        }
      }),
    )
    console.log(table(columns, lines))
    console.log(`\nwritten: ${facts.writtenPerSecond} memories/s in batches of 100, one client`)
    for (const { mode, embeddedPerSecond, memoryMb, flat, healthMs, queries } of modes) {
      const vectors = embeddedPerSecond ? `${embeddedPerSecond} memories/s embedded; ` : ''
      const missed = queries.nowhere ? `${queries.nowhere} queries without a vector in time; ` : ''
      console.log(
        `${mode}: ${vectors}${missed}resident ${memoryMb.rest} MB at rest, ${memoryMb.after} MB with all indexes; ` +
          `p50 ${flat.before} ms before other users' rows grew tenfold, ${flat.after} after; ` +
          `/healthz p99 ${healthMs.p99} ms, max ${healthMs.max} while the largest index was built`,
      )
    }
  }
  console.log('\n### mem0, in process, one store per size\n')
  const rows = mem0.map(({ size, loadMs, skipped, ...row }) => ({
    memories: size,
    'load: ms per memory': loadMs,
    ...(skipped ? { p50: skipped } : row),
  }))
  console.log(table(['memories', 'load: ms per memory', 'p50', 'p95', 'searches', 'found'], rows))
  console.log('\n### Targets\n')
  console.log(targetTable(targets))
}
