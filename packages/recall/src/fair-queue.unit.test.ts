import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

function drained(queue: FairQueue<string>): string[] {
  const items: string[] = []
  for (let item = queue.next(); item !== undefined; item = queue.next()) items.push(item)
  return items
}

test('takes turns between keys, and keeps the order within each', () => {
  const queue = new FairQueue<string>()
  for (let i = 0; i < 4; i++) queue.add('loud', `loud ${i}`)
  queue.add('quiet', 'quiet 0')
  queue.add('other', 'other 0')
  queue.add('quiet', 'quiet 1')
  expect([queue.waiting('loud'), queue.waiting('quiet'), queue.waiting('nobody')]).toEqual([4, 2, 0])
  expect(drained(queue)).toEqual(['loud 0', 'quiet 0', 'other 0', 'loud 1', 'quiet 1', 'loud 2', 'loud 3'])
  expect(queue.waiting('loud')).toBe(0)
})

test('lets a new key wait for one item of each other key', () => {
  const queue = new FairQueue<string>()
  for (let i = 0; i < 3; i++) queue.add('loud', `loud ${i}`)
  expect(queue.next()).toBe('loud 0')
  queue.add('late', 'late')
  expect(drained(queue)).toEqual(['loud 1', 'late', 'loud 2'])
})
