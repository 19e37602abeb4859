import { readFileSync } from 'node:fs'
import ts from 'typescript-api'
import { expect, test } from 'vitest'
import { nodes, ROOT } from './syntax.ts'

/*
 * The time that each pattern of the sources takes is checked and recorded by `npm run check:patterns`, which takes
 * minutes. A pattern without a record fails here.
 */

/** Its patterns read clauses of bounded length. */
const LANGUAGE = 'packages/understanding/'

/** The patterns of the sources in these folders, sorted. */
function patternsOf(folders: string[], isIncluded: (path: string) => boolean): string[] {
  const found = [...nodes(...folders)].filter(
    ({ path, node }) => ts.isRegularExpressionLiteral(node) && isIncluded(path),
  )
  return [...new Set(found.map(({ node }) => node.getText()))].sort()
}

const recordedIn = (path: string): Record<string, string> => JSON.parse(readFileSync(ROOT + path, 'utf8'))

test('a pattern takes time in proportion to its input', () => {
  const recorded = recordedIn('server/test/patterns.json')
  const used = patternsOf(['server/src', 'packages', 'sdk/js/src', 'web/src'], (path) => !path.startsWith(LANGUAGE))
  expect(used).toEqual(Object.keys(recorded))
  expect([...new Set(Object.values(recorded))]).toEqual(['linear'])
})

test('a pattern of natural language takes at most quadratic time in a clause of bounded length', () => {
  const recorded = recordedIn(`${LANGUAGE}patterns.json`)
  expect(patternsOf([`${LANGUAGE}src`], () => true)).toEqual(Object.keys(recorded))
  expect([...new Set(Object.values(recorded))].sort()).toEqual(['linear', 'quadratic'])
})
