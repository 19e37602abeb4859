import { readFileSync } from 'node:fs'
import { checkSync } from 'recheck'
import ts from 'typescript-api'
import { expect, test } from 'vitest'
import { nodes } from './syntax.ts'

/** Its patterns read clauses of bounded length. `npm run check:patterns` checks and records them, which takes minutes. */
const LANGUAGE = 'packages/understanding/'
const CHECK_TIMEOUT_MS = 20_000
const TEST_TIMEOUT_MS = 240_000

test('a pattern takes time in proportion to its input', { timeout: TEST_TIMEOUT_MS }, () => {
  const literals = new Map<string, string>()
  for (const { path, node } of nodes('server/src', 'packages', 'sdk/js/src', 'web/src'))
    if (ts.isRegularExpressionLiteral(node) && !path.startsWith(LANGUAGE)) literals.set(node.text, path)
  const slow = [...literals].flatMap(([literal, path]) => {
    const end = literal.lastIndexOf('/')
    const { status } = checkSync(literal.slice(1, end), literal.slice(end + 1), { timeout: CHECK_TIMEOUT_MS })
    return status === 'safe' ? [] : [`${path}: ${literal} is ${status}`]
  })
  expect(slow).toEqual([])
  expect(literals.size).toBeGreaterThan(100)
})

test('a pattern of natural language takes at most quadratic time in a clause of bounded length', () => {
  const used = [...nodes(`${LANGUAGE}src`)].filter(({ node }) => ts.isRegularExpressionLiteral(node))
  const recorded = JSON.parse(readFileSync(new URL(`../../${LANGUAGE}patterns.json`, import.meta.url), 'utf8'))
  expect([...new Set(used.map(({ node }) => node.getText()))].sort()).toEqual(Object.keys(recorded))
  expect([...new Set(Object.values(recorded))].sort()).toEqual(['linear', 'quadratic'])
})
