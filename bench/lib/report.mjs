// Statistics and tables.

import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The median of each figure over several rounds. */
export function medianOf(rounds) {
  const figure = (name) => round(median(rounds.map((each) => each[name])))
  return { perSecond: figure('perSecond'), p50: figure('p50'), p95: figure('p95'), p99: figure('p99') }
}

/** Rounds to three significant digits. */
export function round(value) {
  return value === undefined ? undefined : Number(value.toPrecision(3))
}

/** A Markdown table; each row is an object with these columns as keys. */
export function table(columns, rows) {
  const cells = rows.map((row) => columns.map((column) => String(row[column] ?? '')))
  const widths = columns.map((column, at) => Math.max(column.length, ...cells.map((row) => row[at].length)))
  const line = (row) =>
    `| ${row.map((cell, at) => (at ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join(' | ')} |`
  const rule = `|${widths.map((width, at) => (at ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`
  return [line(columns), rule, ...cells.map(line)].join('\n')
}

/** The machine, commit and time, which are needed to interpret absolute figures. */
export function machine() {
  const commit = (() => {
    try {
      return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim()
    } catch {
      return null
    }
  })()
  return {
    at: new Date().toISOString(),
    commit,
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    loadBefore: loadavg().map(round),
  }
}
