import { expect, test } from 'vitest'
import type { Database, Db } from './db.ts'
import { paceBackground } from './paced-db.ts'

/** A database of one connection whose transactions take a given time on a clock that only they and sleeping move. */
function pacedDb() {
  let time = 0
  const state = { waiting: 0, slept: 0 }
  const db = {
    transaction: (work: (db: Db) => Promise<unknown>) => work({} as Db),
    pool: () => ({ total: 1, idle: 0, waiting: state.waiting, max: 1 }),
  } as unknown as Database
  const paced = paceBackground(db, {
    now: () => time,
    sleep: async (ms) => {
      time += ms
      state.slept += ms
    },
  })
  const run = (ms: number, background = true, error?: string) =>
    paced.transaction(
      async () => {
        time += ms
        if (error) throw new Error(error)
      },
      { background },
    )
  return { state, run, pass: (ms: number) => (time += ms) }
}

test('rests as long as a background transaction took when a request waits for the connection', async () => {
  const { state, run } = pacedDb()
  state.waiting = 1
  await run(7)
  expect(state.slept).toBe(0)
  await run(30)
  expect(state.slept).toBe(7)
  await run(1)
  expect(state.slept).toBe(37)
})

test('does not rest while no request waits, nor a second after one has', async () => {
  const { state, run, pass } = pacedDb()
  for (let n = 0; n < 5; n++) await run(10)
  expect(state.slept).toBe(0)
  state.waiting = 1
  await run(10)
  state.waiting = 0
  await run(10)
  expect(state.slept).toBe(10)
  pass(1_000)
  await run(10)
  await run(10)
  expect(state.slept).toBe(10)
})

test('does not rest before a transaction of a request', async () => {
  const { state, run } = pacedDb()
  state.waiting = 1
  await run(10)
  await run(10, false)
  expect(state.slept).toBe(0)
})

test('concurrent background transactions rest for each other', async () => {
  const { state, run } = pacedDb()
  state.waiting = 1
  await Promise.all([run(10), run(20), run(30), run(1, false)])
  expect(state.slept).toBe(30)
  await run(1)
  expect(state.slept).toBe(60)
})

test('rests after a background transaction that failed at its end', async () => {
  const { state, run } = pacedDb()
  state.waiting = 1
  await run(10)
  state.waiting = 0
  await expect(run(20, true, 'broken')).rejects.toThrow('broken')
  expect(state.slept).toBe(10)
  await run(10)
  expect(state.slept).toBe(30)
})
