import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDERS = ['server', 'sdk', 'web', 'packages']
const TEST_FILE = /\.test\.tsx?$/
const SKIPPED = /(^|\/)(node_modules|dist)(\/|$)/
/** The JSON of a whole answer or list, in which some text must be missing. */
const ABSENT = /JSON\.stringify\([^\n]*?\)\)?\.not\.(?:toMatch|toContain)\(\s*(\/(?:[^/\\\n]|\\.)+\/|'[^'\n]*')/g
/** A text that the random part of an id contains by chance, in more than one of a million characters. */
const SHORT = /^[0-9a-hjkmnp-tv-z]{1,4}$/

/** The texts of a file that must be missing from JSON, and that a random id may contain. */
function chancesIn(source: string): string[] {
  return [...source.matchAll(ABSENT)].flatMap(([, pattern = '']) =>
    pattern
      .slice(1, -1)
      .replace(/\([^)]*\)/g, '()')
      .split('|')
      .filter((text) => SHORT.test(text)),
  )
}

test('no test expects JSON with ids to lack a text that an id may contain by chance', () => {
  expect(chancesIn(`expect(JSON.stringify(items)).not.toMatch(/rye|Slept/)`)).toEqual(['rye'])
  expect(chancesIn(`expect(JSON.stringify(body)).not.toContain('4242')`)).toEqual(['4242'])
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  ).filter((path) => TEST_FILE.test(path) && !SKIPPED.test(path))
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((path) => {
    const chances = path.endsWith('chance.unit.test.ts') ? [] : chancesIn(readFileSync(join(ROOT, path), 'utf8'))
    return chances.map((text) => `${path}: ${text}`)
  })
  expect(found).toEqual([])
})
