import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/*
 * What a database really did: PostgreSQL's own auto_explain writes the plan of each statement it has run, after the
 * partitions have been chosen, into the log of the server.
 */

/** One statement that was run: its text, and which partitions of which tables its plan still held. */
export interface Ran {
  text: string
  /** By table, the numbers of its partitions. */
  touched: Map<string, Set<number>>
}

/** Has everything that is run in a database from here on explained; gives a function that reads what was. */
export async function explainAll(url: string): Promise<() => Promise<Ran[]>> {
  const name = pg.escapeIdentifier(new URL(url).pathname.slice(1))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const setting of [
    `session_preload_libraries = 'auto_explain'`,
    'auto_explain.log_min_duration = 0',
    `auto_explain.log_format = 'json'`,
  ])
    await client.query(`alter database ${name} set ${setting}`)
  const { rows } = await client.query(`select current_setting('unix_socket_directories') as home`)
  await client.end()
  const log = join(rows[0].home, 'log')
  const begun = (await readFile(log, 'utf8')).length
  return async () => ranIn((await readFile(log, 'utf8')).slice(begun))
}

function ranIn(log: string): Ran[] {
  return [...log.matchAll(/ {2}plan:\n((?:\t.*\n)+)/g)].map(([, json = '']) => {
    const { 'Query Text': text, Plan } = JSON.parse(json)
    const touched = new Map<string, Set<number>>()
    // What an update may write to is what it scans; a plan made once for all people lists the others, too.
    const plan = JSON.stringify(Plan, (key, value) => (key === 'Target Tables' ? undefined : value))
    for (const [, table = '', piece] of plan.matchAll(/"Relation Name":"(\w+?)_p(\d+)"/g))
      touched.set(table, (touched.get(table) ?? new Set()).add(Number(piece)))
    return { text: String(text).replace(/\s+/g, ' ').trim(), touched }
  })
}
