import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findBinaries } from './postgres.ts'

const FILE = fileURLToPath(new URL('../../deploy/postgres/partition.sql', import.meta.url))
const OUTPUT_MAX_BYTES = 1 << 24

/** Runs a program of PostgreSQL, with text for its standard input. */
export async function runPostgres(program: string, args: readonly string[], input = ''): Promise<string> {
  const running = promisify(execFile)(join(findBinaries()!, program), args, { maxBuffer: OUTPUT_MAX_BYTES })
  running.child.stdin!.end(input)
  return (await running).stderr
}

/** Partitions the tables of a database with `deploy/postgres/partition.sql`. Returns what it reports. */
export const partition = (databaseUrl: string): Promise<string> => runPostgres('psql', ['-X', databaseUrl, '-f', FILE])

/** Defines the functions of the script without running it, so that a test takes its steps. */
export async function defineSteps(databaseUrl: string): Promise<void> {
  const [definitions] = (await readFile(FILE, 'utf8')).split('call partitioning.run(')
  await runPostgres('psql', ['-X', databaseUrl], definitions)
}
