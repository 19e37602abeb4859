// What recall was to reach, and how a run of bench/recall.mjs is shown.

import { round, table } from './report.mjs'
import { TO_REACH, toReachTable } from './verdicts.mjs'

const OVER_MEM0 = { 500: 10, 10000: 50, 100000: 100 }

/** How many times as long `theirs` took. */
const times = (theirs, ours) => theirs && ours && round(theirs / ours)

/** Every bar, and whether it was reached. */
export function recallVerdicts({ reports, mem0 }) {
  const list = []
  const hold = (engine, what, value, bar, atLeast = false) => {
    if (value === undefined || bar === undefined) return
    const ok = atLeast ? value >= bar : value <= bar
    list.push({ engine, what, value, bar: `${atLeast ? '≥' : '≤'} ${bar}`, ok })
  }
  for (const { engine, modes } of reports)
    for (const { mode, rows, flat, healthMs } of modes) {
      for (const { size, fresh, cached } of rows) {
        hold(engine, `${mode}, ${size}: p50 ms`, fresh.p50, TO_REACH.recallP50Ms[size])
        hold(engine, `${mode}, ${size}, query cached: p50 ms`, cached?.p50, TO_REACH.recallP50Ms[size])
      }
      for (const { size, coldMs } of rows)
        hold(engine, `${mode}, ${size}: first recall, cold, ms`, coldMs, TO_REACH.coldMs[size])
      hold(engine, `${mode}: p50 as others' rows grow tenfold`, flat.ratio, TO_REACH.flat)
      hold(engine, `${mode}: /healthz p99 while the largest index is built, ms`, healthMs.p99, TO_REACH.healthP99Ms)
      if (mode !== 'scripted') continue
      for (const { size, p50 } of mem0)
        hold(engine, `${size}: mem0's p50 over ours`, overOurs(p50, rows, size), OVER_MEM0[size], true)
    }
  return list
}

function overOurs(p50, rows, size) {
  return times(p50, rows.find((row) => row.size === size)?.fresh.p50)
}

/** The figures as they are read: a table for each engine, others beside us, then the bars. */
export function showRecall({ reports, mem0, others, toReach }) {
  for (const { engine, modes, naive, facts } of reports) {
    console.log(`\n### ${engine}: recall over HTTP, one client, among ${others} rows of others; milliseconds\n`)
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
    console.log(`\nwritten: ${facts.writtenPerSecond} memories/s, a hundred a call, one client`)
    for (const { mode, embeddedPerSecond, memoryMb, flat, healthMs, queries } of modes) {
      const vectors = embeddedPerSecond ? `${embeddedPerSecond} memories/s embedded; ` : ''
      const missed = queries.nowhere ? `${queries.nowhere} queries got no vector in time; ` : ''
      console.log(
        `${mode}: ${vectors}${missed}resident ${memoryMb.rest} MB at rest, ${memoryMb.after} MB with all indexes; ` +
          `p50 ${flat.before} ms before others' rows grew tenfold, ${flat.after} after; ` +
          `/healthz p99 ${healthMs.p99} ms, max ${healthMs.max} while the largest index was built`,
      )
    }
  }
  console.log('\n### mem0, in process, one store for each size\n')
  const rows = mem0.map(({ size, loadMs, skipped, ...row }) => ({
    memories: size,
    'load: ms a memory': loadMs,
    ...(skipped ? { p50: skipped } : row),
  }))
  console.log(table(['memories', 'load: ms a memory', 'p50', 'p95', 'searches', 'found'], rows))
  console.log('\n### To reach\n')
  console.log(toReachTable(toReach))
}
