import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { affectedTests, dependenciesOf, pathsNamedIn } from '../../scripts/affected-tests.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const tests = ['packages', 'sdk', 'server/src', 'server/test', 'web'].flatMap((folder) =>
  readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.unit.test.ts') && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => `${folder}/${name}`),
)
/** Tests and their helpers that use the file system or processes, but only on files that they write. */
const ON_TEMPORARY_FILES = [
  'packages/local-models/test/static-model.unit.test.ts',
  'server/src/domain/accounts/breached-passwords.unit.test.ts',
  'server/src/foundation/embedded/early-sync.unit.test.ts',
  'server/src/foundation/embedded/reserve.unit.test.ts',
  'server/src/foundation/foundation.unit.test.ts',
  'server/test/convert.unit.test.ts',
]

describe('the paths named in a module', () => {
  const named = (code: string) => [...pathsNamedIn('web/src/ui/a.ts', code)]

  test.each([
    ['an import', "import { b } from './b.ts'", 'web/src/ui/b.ts'],
    ['an import of several lines', "import {\n  b,\n  type C,\n} from '../b.ts'", 'web/src/b.ts'],
    ['an import for its effects', "import './b.css'", 'web/src/ui/b.css'],
    ['an import with a query', "import icon from './icon.svg?raw'", 'web/src/ui/icon.svg'],
    ['an export', "export * from './b.ts'", 'web/src/ui/b.ts'],
    ['a dynamic import', "await import('./b.ts')", 'web/src/ui/b.ts'],
    ['a package', "import { a } from '@memory-service/recall'", 'packages/recall/src/client.ts'],
    ['a compiled module', "import { a } from '../../../server/dist/app.js'", 'server/src/app.ts'],
    ['a URL', "new URL('b.wat', import.meta.url)", 'web/src/ui/b.wat'],
    ['a folder', "readdirSync(new URL('../hub/', import.meta.url))", 'web/src/hub'],
    ['the folder of a template', 'read(`../locales/' + '$' + '{name}.json`)', 'web/src/locales'],
    ['the folder of a glob', "import.meta.glob('../locales/*.json')", 'web/src/locales'],
    ['the root', "new URL('../../..', import.meta.url)", '.'],
    ['the working directory', 'readFileSync(join(process.cwd(), name))', '.'],
  ])('include %s', (_, code, path) => {
    expect(named(code)).toEqual([path])
  })

  test.each([
    "import type { B } from './b.ts'",
    "import type * as b from './b.ts'",
    "export type { B } from './b.ts'",
    "import { b } from 'node:fs'",
  ])('leave out %s', (code) => {
    expect(named(code)).toEqual([])
  })

  test('include an import after a declaration of a type', () => {
    expect(named("export type A = B\nexport { c } from './c.ts'")).toEqual(['web/src/ui/c.ts'])
  })
})

describe('a change', () => {
  test.each([
    ['of a package', 'packages/understanding/src/relations.ts', 'server/src/domain/context/selection.unit.test.ts'],
    ['of a test', 'server/test/convert.unit.test.ts', 'server/test/convert.unit.test.ts'],
    ['of a deleted module', 'server/src/foundation/deleted.ts', 'server/test/architecture.unit.test.ts'],
    ['of a migration', 'server/migrations/9999_new.sql', 'server/src/foundation/sql/migration-files.unit.test.ts'],
    ['of a locale', 'web/src/locales/xx.json', 'web/test/languages.unit.test.ts'],
    ['of a guide', 'docs/scaling.md', 'server/test/sizing.unit.test.ts'],
    ['of the patterns', 'packages/understanding/patterns.json', 'server/test/architecture.unit.test.ts'],
    ['of a data file', 'packages/recall/model/word-vectors.bin', 'packages/recall/src/text-vectors.unit.test.ts'],
    ['of the description of the API', 'openapi.json', 'server/test/openapi.unit.test.ts'],
    ['of a drill', 'deploy/drills/lib/servers.mjs', 'server/test/drills.unit.test.ts'],
  ])('%s affects the tests that use it', (_, file, affected) => {
    expect(tests).toContain(affected)
    expect(affectedTests(tests, [file])).toContain(affected)
  })

  test('of a file that few tests use leaves the others out', () => {
    const affected = affectedTests(tests, ['server/test/convert.unit.test.ts'])
    expect(affected).not.toContain('packages/scopes/src/grammar.unit.test.ts')
    expect(affected.length).toBeLessThan(tests.length / 10)
  })

  test.each([
    'package-lock.json',
    'server/package.json',
    'tsconfig.base.json',
    'vitest.config.ts',
    'web/scripts/macros.ts',
    'server/test/late-optimization.json',
  ])('of %s affects every test', (file) => {
    expect(affectedTests(tests, [file])).toEqual(tests)
  })

  test('of nothing affects no test', () => {
    expect(affectedTests(tests, [])).toEqual([])
  })
})

test('a unit test that reads files names them, or works on temporary files only', () => {
  const readers = tests.filter((path) => {
    const own = [...dependenciesOf(path)].filter((each) => /\.mjs$|\.test\.ts$|\/test\/.*\.ts$/.test(each))
    return own.some((each) => /node:(fs|child_process|worker_threads)/.test(textOf(each)))
  })
  const namesFiles = (path: string) =>
    [...dependenciesOf(path)].some((each) => !/\.\w+$/.test(each) || /\.(md|wat|ya?ml|sql|sh)$/.test(each)) ||
    dependenciesOf(path).has('openapi.json') ||
    dependenciesOf(path).has('server/package.json')
  expect(readers.length).toBeGreaterThan(20)
  expect(readers.filter((path) => !namesFiles(path)).sort()).toEqual(ON_TEMPORARY_FILES)
})

function textOf(path: string): string {
  try {
    return readFileSync(`${ROOT}/${path}`, 'utf8')
  } catch {
    return ''
  }
}
