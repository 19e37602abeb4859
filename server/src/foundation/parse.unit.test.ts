import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Failure } from './errors.ts'
import { parse } from './parse.ts'

test('lists at most 100 issues of an invalid value', () => {
  const issues = (count: number) => {
    try {
      parse(z.array(z.string()), Array(count).fill(1))
    } catch (error) {
      return ((error as Failure).details as unknown[]).length
    }
    return 0
  }
  expect([issues(0), issues(3), issues(5_000)]).toEqual([0, 3, 100])
})
