import type { Ports } from './ctx.ts'
import { sql } from './sql.ts'
import { detached, spanned } from './trace.ts'

/** Work that returns on its own: told by name, run by one process at a time. */
export interface Job {
  name: string
  everyMs: number
  /** Runs outside of a transaction and without the lock: for a process that has its database to itself. */
  alone?: boolean
  run: (ports: Ports) => Promise<void>
}

/**
 * Runs jobs on their clocks until stopped. With several processes each turn is taken by whoever gets the
 * job's advisory lock; the others let that turn pass.
 */
export function startJobs(ports: Ports, jobs: readonly Job[]): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>()
  const timers = jobs.map((job) =>
    setInterval(() => {
      const turn = takeTurn(ports, job).finally(() => running.delete(turn))
      running.add(turn)
    }, job.everyMs).unref(),
  )
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
    },
  }
}

async function takeTurn(ports: Ports, job: Job): Promise<void> {
  const begun = performance.now()
  const ran = (outcome: 'done' | 'failed') => ports.measures.jobRan(job.name, outcome, performance.now() - begun)
  try {
    await spanned(ports.trace.begin(`job ${job.name}`, { kind: 'internal' }), () => run(ports, job))
    ran('done')
  } catch (err) {
    ran('failed')
    ports.log.error({ err, job: job.name }, 'a job failed and will be tried at its next turn')
  }
}

async function run(ports: Ports, job: Job): Promise<void> {
  if (job.alone) return job.run(ports)
  await ports.db.transaction(async (db) => {
    const { free } = await db.one<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext(${`job ${job.name}`})) as free`,
    )
    if (free) await job.run({ ...ports, db })
  })
}

/** A worker's loop: turns taken one after the other, at once when nudged, else on a clock. */
export interface Loop {
  /** There is work: the next turn begins now. */
  nudge(): void
  /** Begins no further turn and waits for the one under way. */
  stop(): Promise<void>
}

/** Starts a loop with a turn. A turn answers whether there may be more to do at once; one that fails waits for the clock. */
export function startLoop(
  { log }: Pick<Ports, 'log'>,
  name: string,
  everyMs: number,
  turn: () => Promise<boolean>,
): Loop {
  let underWay: Promise<void> | undefined
  let nudged = false
  let stopped = false

  async function run(): Promise<void> {
    do {
      nudged = false
      try {
        if (await turn()) nudged = true
      } catch (err) {
        log.warn({ err, loop: name }, 'a turn failed and will be taken again')
        break
      }
    } while (nudged && !stopped)
    // At once, not a microtask later: a nudge in between would be lost.
    underWay = undefined
  }
  function nudge(): void {
    nudged = true
    if (stopped || underWay) return
    // Whoever nudges has its own work under way, and this is none of it.
    underWay = detached(run)
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
