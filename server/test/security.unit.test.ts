import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript-api'
import { describe, expect, test } from 'vitest'
import { nodes, nodesOfFilesWith, ROOT } from './syntax.ts'

/* Security rules, checked on the sources: how statements and patterns are built, and the licences of dependencies. */

// Migrations are raw SQL text. Vacuum and upkeep work on whole databases with table names from the catalog, which
// returns them quoted.
const RAW_TEXT = [
  'server/src/foundation/sql/migrate.ts',
  'server/src/foundation/embedded/vacuum.ts',
  'server/src/foundation/sql/statistics.ts',
  'server/src/upkeep/',
]
// Patterns built only from constants of the program, without any input.
const BUILT_PATTERNS = [
  'packages/portability/src/talk-facts.ts',
  'packages/recall/src/latest.ts',
  'packages/recall/src/lexicon/general-knowledge.ts',
  'packages/recall/src/normalise.ts',
  'packages/understanding/src/affected.ts',
  'packages/understanding/src/asides.ts',
  'packages/understanding/src/bearer.ts',
  'packages/understanding/src/clipped/clipping.ts',
  'packages/understanding/src/instruction.ts',
  'packages/understanding/src/introductions.ts',
  'packages/understanding/src/label-evidence.ts',
  'packages/understanding/src/labelled-people.ts',
  'packages/understanding/src/misread.ts',
  'packages/understanding/src/new-employers.ts',
  'packages/understanding/src/other-subjects.ts',
  'packages/understanding/src/owner.ts',
  'packages/understanding/src/patterns/arrangements.ts',
  'packages/understanding/src/patterns/changes.ts',
  'packages/understanding/src/patterns/circumstances.ts',
  'packages/understanding/src/patterns/cue-list.ts',
  'packages/understanding/src/patterns/daily.ts',
  'packages/understanding/src/patterns/health.ts',
  'packages/understanding/src/patterns/in-brief.ts',
  'packages/understanding/src/patterns/jotted.ts',
  'packages/understanding/src/patterns/leisure.ts',
  'packages/understanding/src/patterns/life.ts',
  'packages/understanding/src/patterns/living-with.ts',
  'packages/understanding/src/patterns/matters.ts',
  'packages/understanding/src/patterns/notes.ts',
  'packages/understanding/src/patterns/occupations.ts',
  'packages/understanding/src/patterns/prescribed.ts',
  'packages/understanding/src/patterns/pursuits.ts',
  'packages/understanding/src/patterns/reactions.ts',
  'packages/understanding/src/patterns/services.ts',
  'packages/understanding/src/patterns/studies.ts',
  'packages/understanding/src/patterns/taken.ts',
  'packages/understanding/src/patterns/terse.ts',
  'packages/understanding/src/patterns/warnings.ts',
  'packages/understanding/src/patterns/ways-of-feeling.ts',
  'packages/understanding/src/patterns/ways-of-living.ts',
  'packages/understanding/src/patterns/ways-of-spending.ts',
  'packages/understanding/src/pets.ts',
  'packages/understanding/src/possessives.ts',
  'packages/understanding/src/predicates.ts',
  'packages/understanding/src/pronouns.ts',
  'packages/understanding/src/question.ts',
  'packages/understanding/src/replace/abstentions.ts',
  'packages/understanding/src/replace/animals.ts',
  'packages/understanding/src/replace/counted-events.ts',
  'packages/understanding/src/replace/couples.ts',
  'packages/understanding/src/replace/daytimes.ts',
  'packages/understanding/src/replace/denials.ts',
  'packages/understanding/src/replace/diets.ts',
  'packages/understanding/src/replace/dose-remarks.ts',
  'packages/understanding/src/replace/employers.ts',
  'packages/understanding/src/replace/ended-heads.ts',
  'packages/understanding/src/replace/estimate/signs.ts',
  'packages/understanding/src/replace/exclusions.ts',
  'packages/understanding/src/replace/fields.ts',
  'packages/understanding/src/replace/former-partners.ts',
  'packages/understanding/src/replace/frequencies.ts',
  'packages/understanding/src/replace/fresh-starts.ts',
  'packages/understanding/src/replace/life-stages.ts',
  'packages/understanding/src/replace/manners.ts',
  'packages/understanding/src/replace/matters.ts',
  'packages/understanding/src/replace/medicines.ts',
  'packages/understanding/src/replace/notes.ts',
  'packages/understanding/src/replace/observed-in-part.ts',
  'packages/understanding/src/replace/own-business.ts',
  'packages/understanding/src/replace/practices.ts',
  'packages/understanding/src/replace/procedures.ts',
  'packages/understanding/src/replace/rates.ts',
  'packages/understanding/src/replace/reading-remarks.ts',
  'packages/understanding/src/replace/roles.ts',
  'packages/understanding/src/replace/rules-of-homes.ts',
  'packages/understanding/src/replace/schools.ts',
  'packages/understanding/src/replace/sentences.ts',
  'packages/understanding/src/replace/set-otherwise.ts',
  'packages/understanding/src/replace/still-so.ts',
  'packages/understanding/src/replace/titles.ts',
  'packages/understanding/src/replace/trades-for.ts',
  'packages/understanding/src/replace/wording.ts',
  'packages/understanding/src/reports.ts',
  'packages/understanding/src/shown-jobs.ts',
  'packages/understanding/src/shown-life.ts',
  'packages/understanding/src/subject-phrases.ts',
  'packages/understanding/src/subject.ts',
  'packages/understanding/src/third-parties.ts',
  'packages/understanding/src/trades.ts',
  'server/src/domain/context/portrait.ts',
  'server/src/domain/memories/find.ts',
  'web/src/ui/hidden-characters.ts',
]
const PERMISSIVE = [
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'MIT-0',
  // The typeface of the pages.
  'OFL-1.1',
]

// Only what a test asks for stays in memory: the sources have millions of nodes.
const calls: { path: string; name: string; node: ts.CallExpression | ts.NewExpression }[] = []
const aroundGuard = new Set<string>()
for (const { path, node } of nodes('server/src')) {
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) calls.push({ path, name: node.expression.getText(), node })
  if (ts.isIdentifier(node) && node.text === 'unscopedDb') aroundGuard.add(path)
}

describe('a statement', () => {
  test('is constant text; all values are parameters', () => {
    const wrong = calls.filter(({ path, name, node }) => {
      if (name === 'raw')
        return !ts.isStringLiteral(node.arguments![0]!) && !RAW_TEXT.some((each) => path.startsWith(each))
      return name === 'Sql' ? path !== 'server/src/foundation/sql/sql.ts' : name === 'sql'
    })
    expect(wrong.map(({ path, node }) => `${path}: ${node.getText()}`)).toEqual([])
    expect(calls.some(({ name }) => name === 'raw')).toBe(true)
  })

  test('is sent by one file only, except for checking whether a host accepts writes', () => {
    const senders = calls.filter(({ name }) => /\b(client|pool|db)\.query$/.test(name)).map(({ path }) => path)
    expect([...new Set(senders)].sort()).toEqual([
      'server/src/foundation/sql/db.ts',
      'server/src/foundation/sql/hosts.ts',
    ])
  })
})

test('the user guard is bypassed only where several requests share a statement', () => {
  expect([...aroundGuard].sort()).toEqual([
    'server/src/domain/memories/batched-writes.ts',
    'server/src/foundation/sql/user-guard.ts',
  ])
})

test('no pattern is built from input', () => {
  const built = new Set<string>()
  for (const { path, node } of nodesOfFilesWith('RegExp', 'packages', 'sdk/js/src', 'web/src'))
    if (!path.includes('/test/') && ts.isNewExpression(node) && node.expression.getText() === 'RegExp') built.add(path)
  for (const { path, name, node } of calls) if (ts.isNewExpression(node) && name === 'RegExp') built.add(path)
  expect([...built].sort()).toEqual(BUILT_PATTERNS)
})

describe('every dependency', () => {
  const listed = readFileSync(`${ROOT}docs/licences.md`, 'utf8')
  const table = execFileSync(process.execPath, ['scripts/licences.mjs'], { cwd: ROOT, encoding: 'utf8' })

  test('is listed with its licence', () => {
    expect(listed).toBe(table)
  })

  test('has a permissive licence', () => {
    const licences = [...table.matchAll(/^\| [^|]+ \| [^|]+ \| ([^|]+) \|$/gm)]
      .slice(2)
      .map(([, licence = '']) => licence)
    expect(licences.length).toBeGreaterThan(50)
    const isFree = (licence: string) => PERMISSIVE.includes(licence.replace(/[()]/g, ''))
    const free = (licence: string) => licence.split(' AND ').every((each) => each.split(' OR ').some(isFree))
    expect([...new Set(licences)].filter((licence) => !free(licence))).toEqual([])
  })
})

test.each(['SECURITY.md', 'docs/findings.md'])('every test quoted in %s exists', (document) => {
  const named = [
    ...readFileSync(ROOT + document, 'utf8').matchAll(/`((?:server|packages|sdk|web)\/[\w./-]+\.test\.ts)` “([^”]+)”/g),
  ]
  const missing = named.filter(([, path = '', name = '']) => !readFileSync(ROOT + path, 'utf8').includes(name))
  expect(missing.map(([what]) => what)).toEqual([])
  expect(named.length).toBeGreaterThan(30)
})

test('every finding names at least one test', () => {
  const rows = [...readFileSync(`${ROOT}docs/findings.md`, 'utf8').matchAll(/^\| (\w+) \| [^|]+ \| (.+) \|$/gm)]
  const letters = [
    ...'abcdefghijklmnopqrstuvwxyz',
    ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `a${letter}`),
    ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `b${letter}`),
    ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `c${letter}`),
    ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `d${letter}`),
    ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `e${letter}`),
    ...[...'abcde'].map((letter) => `f${letter}`),
  ]
  const expected = [...Array.from({ length: 17 }, (_, n) => String(n + 1)), ...letters]
  expect(rows.map(([, point]) => point)).toEqual(expected)
  for (const [, point, tests = ''] of rows) expect(tests, `finding ${point}`).toMatch(/^`[\w./-]+\.test\.ts` “[^”]+”/)
})
