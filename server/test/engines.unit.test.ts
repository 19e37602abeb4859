import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { closureOf, packages, resolveFrom } from '../../scripts/lock-file.mjs'

/* Every package that runs in production accepts the oldest Node that `engines` promises. */

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const OLDEST = versionOf(engines.node.replace('>=', ''))

function versionOf(text: string): number[] {
  const parts = text.split('.').map(Number)
  return [0, 1, 2].map((at) => parts[at] || 0)
}

/** Below 0 if `a` is the older version. */
const compare = (a: readonly number[], b: readonly number[]) =>
  a.map((part, at) => part - (b[at] ?? 0)).find((difference) => difference) ?? 0

/** Whether a range of versions contains one: alternatives of `>=`, `>`, `<`, `<=`, `^`, `~`, a version or a part of one. */
function accepts(range: string, version: readonly number[]): boolean {
  return range.split('||').some((alternative) =>
    [...alternative.matchAll(/(>=|<=|>|<|\^|~)?\s*v?([\d*x][\w.*-]*)/g)].every(([, operator = '', text = '']) => {
      if (/^[*x]/.test(text)) return true
      const bound = versionOf(text)
      const difference = compare(version, bound)
      if (operator === '>=') return difference >= 0
      if (operator === '>') return difference > 0
      if (operator === '<') return difference < 0
      if (operator === '<=') return difference <= 0
      const fixed =
        operator === '^'
          ? bound.findIndex((part) => part > 0) + 1
          : operator === '~'
            ? Math.min(2, text.split('.').length)
            : text.split('.').length
      return difference >= 0 && bound.slice(0, fixed).every((part, at) => part === version[at])
    }),
  )
}

describe('ranges of versions', () => {
  test.each([
    ['>=20', true],
    ['>= 20.19.0', true],
    ['>=22', false],
    ['^18.19.0 || >=20.6.0', true],
    ['^20.19.0 || >=22.12.0', true],
    ['18 || 20 || >=22', true],
    ['^22 || ^24', false],
    ['>=14 <20', false],
    ['>20.19', false],
    ['*', true],
  ])('%s accepts 20.19: %s', (range, expected) => {
    expect(accepts(range, [20, 19, 0])).toBe(expected)
  })
})

/** Every dependency of what runs in production: who asks for it, the range, and the locked version. */
const edges = [...closureOf(['server'])].flatMap((path) =>
  Object.entries(packages[path]?.dependencies ?? {}).map(([name, range]) => {
    const locked = packages[resolveFrom(path, name) ?? '']
    return { path, name, range, version: locked?.version }
  }),
)

// An override of the root's package.json holds in a checkout only.
test('every production dependency is locked at a version that its dependent asks for', () => {
  const own = edges.filter(({ name }) => !name.startsWith('@memory-service/'))
  expect(own.length).toBeGreaterThan(100)
  expect(own.filter(({ range, version = '' }) => !accepts(range, versionOf(version)))).toEqual([])
})

test(`no package that runs in production needs a newer Node than ${engines.node}`, () => {
  const paths = [...closureOf(['server'])]
  const ranges = paths.map((path) => [path, packages[path]?.engines?.node ?? '*'] as const)
  expect(ranges.filter(([, range]) => range !== '*').length).toBeGreaterThan(50)
  expect(ranges.filter(([, range]) => !accepts(range, OLDEST))).toEqual([])
})
