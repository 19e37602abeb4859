import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkSync } from 'recheck'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

/* What keeps attackers out and is read off the sources: how statements are made, what patterns cost, what is brought in. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CHECK_TIMEOUT_MS = 20_000

// Statements come as text from migrations alone; what copies whole databases, or clears their tables, asks the catalog
// for names, which gives them quoted.
const RAW_TEXT = ['server/src/foundation/migrate.ts', 'server/src/foundation/embedded-vacuum.ts', 'server/src/upkeep/']
// Patterns put together of constants of the program itself, and nothing that came in.
const BUILT_PATTERNS = [
  'server/src/domain/context/relations.ts',
  'server/src/domain/memories/find.ts',
  'server/src/domain/memories/recall/normal.ts',
]
const PERMISSIVE = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense']

function filesUnder(folder: string): string[] {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx)$/.test(name) && !/\.test\.ts$|(^|\/)generated\//.test(name))
    .map((name) => `${folder}/${name}`)
}

/** Every node of the sources below some folders. */
function* nodes(...folders: string[]): Generator<{ path: string; node: ts.Node }> {
  for (const path of folders.flatMap(filesUnder)) {
    const open: ts.Node[] = [ts.createSourceFile(path, readFileSync(ROOT + path, 'utf8'), ts.ScriptTarget.Latest, true)]
    for (let node = open.pop(); node; node = open.pop()) {
      yield { path, node }
      node.forEachChild((child) => void open.push(child))
    }
  }
}

describe('a statement', () => {
  const calls = [...nodes('server/src')].flatMap(({ path, node }) =>
    ts.isCallExpression(node) || ts.isNewExpression(node)
      ? [{ path, name: node.expression.getText(), args: node.arguments ?? [], text: node.getText() }]
      : [],
  )

  test('is text of the program: values come beside it, whatever they hold', () => {
    const wrong = calls.filter(({ path, name, args }) => {
      if (name === 'raw') return !ts.isStringLiteral(args[0]!) && !RAW_TEXT.some((each) => path.startsWith(each))
      return name === 'Sql' ? path !== 'server/src/foundation/sql.ts' : name === 'sql'
    })
    expect(wrong.map(({ path, text }) => `${path}: ${text}`)).toEqual([])
    expect(calls.some(({ name }) => name === 'raw')).toBe(true)
  })

  test('reaches the database through one file, but for asking a host whether it takes writes', () => {
    const senders = calls.filter(({ name }) => /\b(client|pool|db)\.query$/.test(name)).map(({ path }) => path)
    expect([...new Set(senders)].sort()).toEqual(['server/src/foundation/db.ts', 'server/src/foundation/hosts.ts'])
  })
})

test('the second lock is gone around in one place alone: where several requests share a statement', () => {
  const around = [...nodes('server/src')].filter(({ node }) => ts.isIdentifier(node) && node.text === 'beneath')
  expect([...new Set(around.map(({ path }) => path))].sort()).toEqual([
    'server/src/domain/memories/together.ts',
    'server/src/foundation/own-rows.ts',
  ])
})

describe('a pattern', () => {
  const all = [...nodes('server/src', 'sdk/src', 'web/src')]
  const literals = new Map<string, string>()
  for (const { path, node } of all) if (ts.isRegularExpressionLiteral(node)) literals.set(node.text, path)

  test('takes time in proportion to what it looks at, whatever that is', () => {
    const slow = [...literals].flatMap(([literal, path]) => {
      const end = literal.lastIndexOf('/')
      const { status } = checkSync(literal.slice(1, end), literal.slice(end + 1), { timeout: CHECK_TIMEOUT_MS })
      return status === 'safe' ? [] : [`${path}: ${literal} is ${status}`]
    })
    expect(slow).toEqual([])
    expect(literals.size).toBeGreaterThan(100)
  }, 240_000)

  test('is never made of what came in', () => {
    const built = all.filter(({ node }) => ts.isNewExpression(node) && node.expression.getText() === 'RegExp')
    expect([...new Set(built.map(({ path }) => path))].sort()).toEqual(BUILT_PATTERNS)
  })
})

describe('what is brought in', () => {
  const listed = readFileSync(`${ROOT}docs/licences.md`, 'utf8')
  const table = execFileSync(process.execPath, ['scripts/licences.mjs'], { cwd: ROOT, encoding: 'utf8' })

  test('is listed with its licence', () => {
    expect(listed).toBe(table)
  })

  test('may be passed on by whoever runs it: nothing is under copyleft, and nothing under terms unknown', () => {
    const licences = [...table.matchAll(/^\| [^|]+ \| [^|]+ \| ([^|]+) \|$/gm)]
      .slice(2)
      .map(([, licence = '']) => licence)
    expect(licences.length).toBeGreaterThan(50)
    const isFree = (licence: string) => PERMISSIVE.includes(licence.replace(/[()]/g, ''))
    const free = (licence: string) => licence.split(' AND ').every((each) => each.split(' OR ').some(isFree))
    expect([...new Set(licences)].filter((licence) => !free(licence))).toEqual([])
  })
})

test('every threat of SECURITY.md is held by a test that exists', () => {
  const named = [
    ...readFileSync(`${ROOT}SECURITY.md`, 'utf8').matchAll(/`((?:server|sdk|web)\/[\w./-]+\.test\.ts)` “([^”]+)”/g),
  ]
  const missing = named.filter(([, path = '', name = '']) => !readFileSync(ROOT + path, 'utf8').includes(name))
  expect(missing.map(([what]) => what)).toEqual([])
  expect(named.length).toBeGreaterThan(30)
})
