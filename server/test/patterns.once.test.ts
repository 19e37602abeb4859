import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript-api'
import { expect, test } from 'vitest'
import { nodes, ROOT } from './syntax.ts'

/*
 * The time that each pattern of the sources takes is checked and recorded by `npm run check:patterns`, which takes
 * minutes. A pattern without a record fails here.
 */

const BUILT_BYTES_MAX = 16 * 1024 ** 2
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

test('a pattern that a package builds from constants takes no more', () => {
  const script = `${ROOT}server/scripts/built-patterns.mjs`
  const printed = execFileSync(process.execPath, [script], { encoding: 'utf8', maxBuffer: BUILT_BYTES_MAX })
  const built: Record<string, { folder: string }> = JSON.parse(printed)
  const recorded = recordedIn('server/test/built-patterns.json')
  expect(Object.keys(built)).toEqual(Object.keys(recorded))
  const complexities = (isLanguage: boolean) => {
    const keys = Object.keys(recorded).filter((key) => LANGUAGE.startsWith(built[key]!.folder) === isLanguage)
    return [...new Set(keys.map((key) => recorded[key]))].sort()
  }
  expect(complexities(false)).toEqual(['linear'])
  expect(complexities(true)).toEqual(['linear', 'quadratic'])
})
