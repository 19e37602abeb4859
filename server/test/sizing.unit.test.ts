import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/* The tables of docs/scaling.md that `npm run bench:sizing -- --write` makes from a measurement. */

const text = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8')
const [, sizing = ''] = /<!-- sizing -->\n([\s\S]*)<!-- \/sizing -->/.exec(text) ?? []
/** The shares that docs/scaling.md assumes: calls a second in the busiest hour for each person, and the load of a core. */
const CALLS_PER_PERSON = (0.2 * 15 * 3) / 86_400
const BUSY_SHARE = 0.5

test('the cores of each size follow from the measured cost of a call', () => {
  const [, service, database] = /costs ([\d.]+) ms of the service and ([\d.]+) ms of PostgreSQL/.exec(sizing) ?? []
  const rows = sizing
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, , , serviceCores]) => /^\d/.test(serviceCores ?? ''))
  expect(rows).toHaveLength(5)
  for (const [, people = '', calls = '', ...cores] of rows) {
    const count = Number(people.replace(/ million/, '000000').replaceAll(',', ''))
    expect(Number(calls.replaceAll(',', ''))).toBe(Math.ceil(count * CALLS_PER_PERSON))
    for (const [at, ms] of [service, database].entries()) {
      const expected = (count * CALLS_PER_PERSON * Number(ms)) / 1_000 / BUSY_SHARE
      // The cost is rounded to three digits.
      expect(Math.abs(Number(cores[at]?.replaceAll(',', '')) - Math.ceil(expected))).toBeLessThanOrEqual(
        Math.ceil(expected / 100),
      )
    }
  }
})
