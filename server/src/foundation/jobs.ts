import type { Ports } from './ctx.ts'
import { sql } from './sql/sql.ts'
import { runOutsideSpan, traced } from './telemetry/trace.ts'

/**
 * Maximum number of rows that a job run deletes. An unlimited delete after a long pause could exceed the statement
 * timeout, be rolled back and fail again at each run.
 */
export const DELETE_BATCH_ROWS = 5_000

/**
 * Each job first runs at a random time within the first minute. So hourly jobs also run in processes that live less
 * than an hour, and processes that start together do not run the same job at once.
 */
const FIRST_RUN_DELAY_MAX_MS = 60_000

/** A recurring job, identified by name and run by one process at a time. */
export interface Job<P = Ports> {
  name: string
  everyMs: number
  /** Runs without a transaction and without the advisory lock; for processes with an exclusive database. */
  withoutTransaction?: boolean
  /** One run; returns `true` if there is more work, and then runs again immediately. */
  run: (ports: P) => Promise<void> | Promise<boolean>
}

/**
 * Runs jobs at their intervals until stopped, the first time soon after the start. With several processes, the one that
 * gets the advisory lock runs the job; the others skip that run.
 */
export function startJobs<P extends Ports>(
  ports: P,
  jobs: readonly Job<P>[],
  random: () => number = Math.random,
): { stop(): Promise<void> } {
  const running = new Map<Job<P>, Promise<void>>()
  const timers = new Map<Job<P>, NodeJS.Timeout>()
  let stopped = false
  async function runRepeatedly(job: Job<P>): Promise<void> {
    while ((await runOnce(ports, job)) && !stopped);
  }
  // Skips runs while the previous one is still active.
  const begin = (job: Job<P>) => {
    if (running.has(job)) return
    running.set(
      job,
      runRepeatedly(job).finally(() => running.delete(job)),
    )
  }
  for (const job of jobs) {
    const first = () => {
      timers.set(job, setInterval(begin, job.everyMs, job).unref())
      begin(job)
    }
    timers.set(job, setTimeout(first, random() * Math.min(job.everyMs, FIRST_RUN_DELAY_MAX_MS)).unref())
  }
  return {
    async stop() {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}

/** Runs a job once. Returns whether there is more work. */
async function runOnce<P extends Ports>(ports: P, job: Job<P>): Promise<boolean> {
  const begun = performance.now()
  const ran = (outcome: 'done' | 'failed') => ports.measures.jobRun(job.name, outcome, performance.now() - begun)
  try {
    const more = await traced(ports.trace.startSpan(`job ${job.name}`, { kind: 'internal' }), () => run(ports, job))
    ran('done')
    return more
  } catch (err) {
    ran('failed')
    ports.log.error({ err, job: job.name }, 'job failed; will retry at its next run')
    return false
  }
}

async function run<P extends Ports>(ports: P, job: Job<P>): Promise<boolean> {
  if (job.withoutTransaction) return (await job.run(ports)) === true
  return ports.db.transaction(async (db) => {
    const { free } = await db.one<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext(${`job ${job.name}`})) as free`,
    )
    return free && (await job.run({ ...ports, db })) === true
  })
}

/** A worker loop: sequential iterations, immediately after a nudge, otherwise at an interval. */
export interface Loop {
  /** Starts an iteration now, because there is work. */
  nudge(): void
  /** Starts no further iterations and waits for the current one. */
  stop(): Promise<void>
}

/**
 * Starts a loop with an iteration. An iteration returns whether there may be more work; after an error the loop waits
 * for the interval.
 */
export function startLoop(
  { log }: Pick<Ports, 'log'>,
  name: string,
  everyMs: number,
  iterate: () => Promise<boolean>,
): Loop {
  let underWay: Promise<void> | undefined
  let nudged = false
  let stopped = false

  async function run(): Promise<void> {
    do {
      nudged = false
      try {
        if (await iterate()) nudged = true
      } catch (err) {
        log.warn({ err, loop: name }, 'loop failed; will retry')
        break
      }
    } while (nudged && !stopped)
    // Cleared synchronously: a nudge between the end of the loop and a later reset would be lost.
    underWay = undefined
  }
  function nudge(): void {
    nudged = true
    if (stopped || underWay) return
    // The iteration must not become part of the nudging request's trace.
    underWay = runOutsideSpan(run)
  }
  const timer = setInterval(nudge, everyMs).unref()
  nudge()
  return {
    nudge,
    async stop() {
      stopped = true
      clearInterval(timer)
      await underWay
    },
  }
}
