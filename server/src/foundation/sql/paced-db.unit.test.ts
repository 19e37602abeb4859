import { expect, test } from 'vitest'
import type { Database, Db } from './db.ts'
import { paceBackground } from './paced-db.ts'

const PAUSE_MS = 5

/** A database of one connection on a clock that only background transactions and sleeping move. */
function pacedDb() {
  let time = 0
  let due: { at: number; run: () => void }[] = []
  const db = {
    transaction: (work: (db: Db) => Promise<unknown>) => work({} as Db),
  } as unknown as Database
  const paced = paceBackground(db, {
    now: () => time,
    sleep: async (ms) => {
      time += ms
      for (const { run } of due.filter(({ at }) => at === time)) run()
      due = due.filter(({ at }) => at > time)
    },
  })
  return {
    now: () => time,
    /** Another's transaction, from now or a later time until this one. */
    use(until: number, from = 0): void {
      const begin = () => void paced.transaction(() => new Promise<void>((run) => due.push({ at: until, run })))
      if (from) due.push({ at: from, run: begin })
      else begin()
    },
    /** Runs a background transaction of this length. Returns when it began. */
    run: (ms: number, error?: string) =>
      paced.transaction(
        async () => {
          const begunAt = time
          time += ms
          if (error) throw new Error(error)
          return begunAt
        },
        { background: true },
      ),
    transaction: paced.transaction,
  }
}

test('background transactions do not wait if the connection is not used', async () => {
  const { run } = pacedDb()
  expect([await run(30), await run(30)]).toEqual([0, 30])
})

test('a background transaction waits for others and a pause after them', async () => {
  const { use, run } = pacedDb()
  use(10)
  expect(await run(5)).toBe(10 + PAUSE_MS)
})

test('a background transaction does not come between the statements of a request', async () => {
  const { use, run } = pacedDb()
  use(6)
  use(12, 8)
  expect(await run(5)).toBe(12 + PAUSE_MS)
})

test('background transactions wait at most four times as long as the last one took', async () => {
  const { use, run } = pacedDb()
  use(1_000)
  expect(await run(30)).toBe(20)
  expect(await run(1)).toBe(50 + 4 * 30)
  expect(await run(1)).toBe(171 + 20)
})

test('a transaction of a request does not wait', async () => {
  const { use, run, now, transaction } = pacedDb()
  use(10)
  const background = run(5)
  expect(await transaction(async () => now())).toBe(0)
  await background
})

test('concurrent background transactions run one after the other, also after one that failed', async () => {
  const { run } = pacedDb()
  const all = await Promise.allSettled([run(10), run(20, 'broken'), run(30)])
  expect(all.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message))).toEqual([0, 'broken', 30])
})
