import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayNumberOf, describeInstant, localDay, localNoon, startOfDay } from './local-dates.ts'

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']

describe('local dates', () => {
  test('are those of the time zone', () => {
    const at = new Date('2026-11-03T23:30:00.000Z')
    expect(ZONES.map((zone) => localDay(at, zone))).toEqual([
      ...['2026-11-03', '2026-11-04', '2026-11-03', '2026-11-04', '2026-11-04', '2026-11-03'],
    ])
    expect(describeInstant(at, 'Europe/Berlin')).toBe('Wednesday, 4 November 2026, 00:30 (Europe/Berlin)')
  })

  test('of noon are on the same day, also where clocks change', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), fc.constantFrom(...ZONES), (day, zone) => {
        expect(dayNumberOf(localDay(localNoon(day, zone), zone))).toBe(day)
      }),
    )
  })

  test('dayNumberOf accepts existing days only', () => {
    expect(dayNumberOf('1970-01-02')).toBe(1)
    for (const bad of ['2026-02-30', '2026-13-01', '2026-1-1', 'tomorrow', '']) expect(dayNumberOf(bad)).toBeUndefined()
  })
})

describe('startOfDay', () => {
  test.each([
    ['2026-03-01', 'UTC', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01', 'Europe/Berlin', '2026-02-28T23:00:00.000Z'],
    ['2026-07-01', 'America/Los_Angeles', '2026-07-01T07:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    // Clocks go forward at midnight: the day begins at one.
    ['2025-09-07', 'America/Santiago', '2025-09-07T04:00:00.000Z'],
    // Clocks go back at midnight, to the day before.
    ['2025-04-06', 'America/Santiago', '2025-04-06T04:00:00.000Z'],
    ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
    ['0050-01-01', 'Europe/Berlin', '0050-01-01T00:00:00.000Z'],
  ])('of %s in %s is %s', (day, zone, start) => {
    expect(startOfDay(day, zone)?.toISOString()).toBe(start)
  })

  test('is undefined for a day that does not exist', () => {
    expect(startOfDay('2026-02-30', 'UTC')).toBeUndefined()
  })
})
