import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayNumberOf, describeInstant, localDay, localNoon } from './local-dates.ts'

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
