import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/*
 * Reads the plans of executed statements: PostgreSQL's auto_explain writes them to the server log after partition
 * pruning.
 */

/** An executed statement, with the partitions its plan contains after pruning. */
export interface ExplainedStatement {
  text: string
  /** The partition numbers by table. */
  touched: Map<string, Set<number>>
  /** Pages that it read, from memory or disk; 0 unless they are counted. */
  pages: number
  /** The kinds of its scans with their table or index, such as `Seq Scan on users`. */
  scans: string[]
}

/**
 * Turns on auto_explain for the later sessions of a database; returns a function that reads the statements executed since.
 * Counting pages makes statements slower.
 */
export async function explainAll(url: string, { pages = false } = {}): Promise<() => Promise<ExplainedStatement[]>> {
  const name = pg.escapeIdentifier(new URL(url).pathname.slice(1))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const setting of [
    `session_preload_libraries = 'auto_explain'`,
    'auto_explain.log_min_duration = 0',
    `auto_explain.log_format = 'json'`,
    ...(pages
      ? ['auto_explain.log_analyze = on', 'auto_explain.log_buffers = on', 'auto_explain.log_timing = off']
      : []),
  ])
    await client.query(`alter database ${name} set ${setting}`)
  const { rows } = await client.query(`select current_setting('unix_socket_directories') as home`)
  await client.end()
  const log = join(rows[0].home, 'log')
  const start = (await readFile(log, 'utf8')).length
  return async () => statementsIn((await readFile(log, 'utf8')).slice(start))
}

function statementsIn(log: string): ExplainedStatement[] {
  return [...log.matchAll(/ {2}plan:\n((?:\t.*\n)+)/g)].map(([, json = '']) => {
    const { 'Query Text': text, Plan } = JSON.parse(json)
    const touched = new Map<string, Set<number>>()
    // An update writes to the partitions it scans; a generic plan lists all of them as targets.
    const plan = JSON.stringify(Plan, (key, value) => (key === 'Target Tables' ? undefined : value))
    for (const [, table = '', piece] of plan.matchAll(/"Relation Name":"(\w+?)_p(\d+)"/g))
      touched.set(table, (touched.get(table) ?? new Set()).add(Number(piece)))
    const pages = (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0)
    const scans = [...plan.matchAll(/"Node Type":"([\w ]*Scan)"[^{}]*?"(?:Index Name|Relation Name)":"(\w+)"/g)]
    return {
      text: String(text).replace(/\s+/g, ' ').trim(),
      touched,
      pages,
      scans: scans.map(([, kind, name]) => `${kind} on ${name}`),
    }
  })
}
