import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openChangeGate } from './pauses.ts'
import type { Db } from './sql/db.ts'

/** A database whose reads of the pause are settled by the test, in order. */
function openReads() {
  const reads: { is: (paused: boolean) => void; fail: () => void }[] = []
  const maybe = () =>
    new Promise((resolve, reject) => {
      reads.push({
        is: (paused) => resolve(paused ? { '?column?': 1 } : undefined),
        fail: () => reject(new Error('lost')),
      })
    })
  return { reads, gate: openChangeGate({ maybe } as unknown as Db) }
}

/** A gate that has just read that there is no pause. */
async function openGate() {
  const { reads, gate } = openReads()
  const first = outcomeOf(gate.check())
  reads[0]!.is(false)
  await first
  return { reads, gate }
}

const outcomeOf = (check: Promise<void>) => check.then(() => 'passed').catch(({ code }) => code ?? 'failed')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('requests at the same time wait for one read of the pause', async () => {
  const { reads, gate } = openReads()
  const checks = Array.from({ length: 10 }, () => outcomeOf(gate.check()))
  expect(reads).toHaveLength(1)
  reads[0]!.is(false)
  expect(new Set(await Promise.all(checks))).toEqual(new Set(['passed']))
})

test('after half a second one request reads the pause again, and no request waits until a second is over', async () => {
  const { reads, gate } = await openGate()
  vi.advanceTimersByTime(400)
  expect([await outcomeOf(gate.check()), reads.length]).toEqual(['passed', 1])
  vi.advanceTimersByTime(200)
  expect([await outcomeOf(gate.check()), await outcomeOf(gate.check()), reads.length]).toEqual(['passed', 'passed', 2])
  vi.advanceTimersByTime(500)
  const waiting = outcomeOf(gate.check())
  expect(reads).toHaveLength(2)
  reads[1]!.is(true)
  expect(await waiting).toBe('unavailable')
})

test('a failed read fails the requests that wait for it only, and the next one reads again', async () => {
  const { reads, gate } = await openGate()
  vi.advanceTimersByTime(600)
  expect(await outcomeOf(gate.check())).toBe('passed')
  vi.advanceTimersByTime(500)
  const waiting = outcomeOf(gate.check())
  reads[1]!.fail()
  expect(await waiting).toBe('failed')
  const next = outcomeOf(gate.check())
  reads[2]!.is(false)
  expect(await next).toBe('passed')
})

test('a read that began more than a second ago is not waited for', async () => {
  const { reads, gate } = await openGate()
  vi.advanceTimersByTime(600)
  expect(await outcomeOf(gate.check())).toBe('passed')
  vi.advanceTimersByTime(1_100)
  const waiting = outcomeOf(gate.check())
  expect(reads).toHaveLength(3)
  reads[2]!.is(true)
  expect(await waiting).toBe('unavailable')
  // The result of the earlier read does not take the place of the later one.
  reads[1]!.is(false)
  expect(await outcomeOf(gate.check())).toBe('unavailable')
})
