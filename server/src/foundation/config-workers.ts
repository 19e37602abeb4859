import { availableParallelism } from 'node:os'
import { type ReadSetting, wholeNumber } from './config-values.ts'

export interface WorkersConfig {
  /** How many processes to start on this machine; 1: this one alone. */
  workers: number
  /** The most connections of a process to PostgreSQL. */
  databasePoolMax: number
}

const WORKERS_MAX = 64
const DATABASE_POOL_MAX = 20

/** Reads how many workers to start: as many as there are cores for `auto`, and one with the embedded engine. */
export function readWorkers(read: ReadSetting, problems: string[], env: Readonly<Record<string, string | undefined>>) {
  const asked = read('WORKERS', 1, `auto or a number from 1 to ${WORKERS_MAX}`, workerCount)
  const isEmbedded = !env.DATABASE_URL?.trim()
  if (isEmbedded && asked > 1 && env.WORKERS?.trim() !== 'auto')
    problems.push(
      `WORKERS must be 1 or auto without DATABASE_URL, because only one process can open the database; got "${asked}".`,
    )
  return { workers: isEmbedded ? 1 : asked, databasePoolMax: DATABASE_POOL_MAX } satisfies WorkersConfig
}

function workerCount(text: string): number | undefined {
  return text === 'auto' ? Math.min(WORKERS_MAX, availableParallelism()) : wholeNumber(1, WORKERS_MAX)(text)
}
