import { checkSync } from 'recheck'
import ts from 'typescript-api'
import { expect, test } from 'vitest'
import { nodes } from './syntax.ts'

const CHECK_TIMEOUT_MS = 20_000
const TEST_TIMEOUT_MS = 240_000

test('a pattern takes time in proportion to its input', { timeout: TEST_TIMEOUT_MS }, () => {
  const literals = new Map<string, string>()
  for (const { path, node } of nodes('server/src', 'packages', 'sdk/js/src', 'web/src'))
    if (ts.isRegularExpressionLiteral(node)) literals.set(node.text, path)
  const slow = [...literals].flatMap(([literal, path]) => {
    const end = literal.lastIndexOf('/')
    const { status } = checkSync(literal.slice(1, end), literal.slice(end + 1), { timeout: CHECK_TIMEOUT_MS })
    return status === 'safe' ? [] : [`${path}: ${literal} is ${status}`]
  })
  expect(slow).toEqual([])
  expect(literals.size).toBeGreaterThan(100)
})
