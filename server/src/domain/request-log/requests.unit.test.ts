import { describe, expect, test } from 'vitest'
import { LATENCY_MS, latencyClass, quantile } from './requests.ts'

describe('classes of latency', () => {
  test('include their upper bound', () => {
    expect([0, 5, 6, 10_000, 10_001].map(latencyClass)).toEqual([0, 0, 1, LATENCY_MS.length - 1, LATENCY_MS.length])
  })

  test('give no quantile without requests', () => {
    expect(quantile(new Array(LATENCY_MS.length + 1).fill(0), 0.5)).toBeNull()
  })

  test('give quantiles within the class that holds them, ascending', () => {
    const classes: number[] = new Array(LATENCY_MS.length + 1).fill(0)
    for (const ms of [1, 2, 3, 40, 45, 700]) classes[latencyClass(ms)]!++
    expect(quantile(classes, 0.5)).toBe(5)
    expect(quantile(classes, 0.75)).toBeGreaterThan(25)
    expect(quantile(classes, 0.75)).toBeLessThanOrEqual(50)
    expect(quantile(classes, 1)).toBe(1_000)
  })

  test('give the start of the last class, which has no end', () => {
    const classes: number[] = new Array(LATENCY_MS.length + 1).fill(0)
    classes[LATENCY_MS.length] = 3
    expect(quantile(classes, 0.5)).toBe(10_000)
  })
})
