import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readMigrations } from '../src/foundation/sql/migration-files.ts'

/*
 * Architecture rules, checked on the source text. Each collects its violations, so that the failure message lists
 * everything to fix.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LINES_MAX = 300
const IMPORTED = /(?:from|import)\s*\(?\s*'([^'\s]+)'/g

// Modules from the lowest layer up. A file may import from its own module and from earlier ones.
const MODULES = [
  ...['foundation', 'vocabulary', 'plans', 'audit', 'mail', 'accounts', 'identity', 'users', 'developers'],
  ...['openid', 'apps', 'request-log'],
  ...[
    'webhooks',
    'schedule',
    'connections',
    'consent',
    'oauth',
    'memories',
    'history',
    'app-accounts',
    'derived',
    'context',
    'signals',
    'candidates',
    'gateway',
  ],
  ...['chats', 'connectors', 'portable', 'operator'],
  ...['edge', 'app', 'service', 'upkeep', 'developer-cli', 'main', 'command', 'bin'],
]

// The sign-up transaction creates a user's store, but `users` may not import the later module `memories`.
const CREATED_ELSEWHERE: Record<string, string> = { stores: 'users' }

interface Source {
  path: string
  text: string
  /** The text without comments, which most rules ignore. */
  code: string
}

function sourcesUnder(...folders: string[]): Source[] {
  return folders.flatMap((folder) => {
    let names: string[] = []
    try {
      names = readdirSync(resolve(ROOT, folder), { recursive: true, encoding: 'utf8' })
    } catch {
      // The folder does not exist.
    }
    return names
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/(^|\/)(dist|node_modules|generated)\//.test(name))
      .map((name) => {
        const text = readFileSync(resolve(ROOT, folder, name), 'utf8')
        return { path: `${folder}/${name}`, text, code: text.replace(/^\s*(\/\*[\s\S]*?\*\/|\/\/.*)$/gm, '') }
      })
  })
}

const all = sourcesUnder('server/src', 'server/test', 'bench', 'examples', 'packages', 'sdk', 'web/src')
const server = all.filter(({ path }) => path.startsWith('server/src/') && !path.endsWith('.test.ts'))
const tests = all.filter(({ path }) => path.endsWith('.test.ts'))
const packages = all.filter(({ path }) => /^packages\/[^/]+\/src\//.test(path) && !path.endsWith('.test.ts'))

function moduleOf(path: string): string {
  const [first = '', second = ''] = path.replace(/^server\/src\//, '').split('/')
  return (first === 'domain' ? second : first).replace(/\.ts$/, '')
}

const migrations = readdirSync(resolve(ROOT, 'server/migrations')).sort()
const tables = migrations.flatMap((name) =>
  [...readFileSync(resolve(ROOT, 'server/migrations', name), 'utf8').matchAll(/^create table (\w+)/gm)].map(
    ([, table]) => table as string,
  ),
)

/** The matches of a pattern, as `path: match`. */
function found(sources: Source[], pattern: RegExp, part: 'text' | 'code' = 'code'): string[] {
  return sources.flatMap((source) => [...source[part].matchAll(pattern)].map(([what]) => `${source.path}: ${what}`))
}

describe('the architecture', () => {
  test('is checked on a plausible number of files', () => {
    expect(server.length).toBeGreaterThan(50)
    expect(tests.length).toBeGreaterThan(3)
    expect(tables).toContain('memories')
  })

  test('lists every module, and files import only their own module and earlier ones', () => {
    const wrong = server.flatMap(({ path, code }) => {
      const rank = MODULES.indexOf(moduleOf(path))
      if (rank < 0) return [`${path}: its module is not in the list`]
      return [...code.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].flatMap(([, target = '']) => {
        const other = relative(ROOT, resolve(ROOT, dirname(path), target))
        return MODULES.indexOf(moduleOf(other)) > rank ? [`${path} imports ${other}`] : []
      })
    })
    expect(wrong).toEqual([])
  })

  test('a package imports its own files, Node, and the dependencies it declares', () => {
    const wrong = packages.flatMap(({ path, code }) => {
      const folder = path.split('/').slice(0, 2).join('/')
      const { dependencies, peerDependencies } = JSON.parse(readFileSync(resolve(ROOT, folder, 'package.json'), 'utf8'))
      const isAllowed = (target: string) => {
        if (target.startsWith('.'))
          return resolve(ROOT, dirname(path), target).startsWith(`${resolve(ROOT, folder)}/src/`)
        if (target.startsWith('node:')) return true
        const [first = '', second = ''] = target.split('/')
        return (first.startsWith('@') ? `${first}/${second}` : first) in { ...dependencies, ...peerDependencies }
      }
      return [...code.matchAll(IMPORTED)].flatMap(([, target = '']) =>
        isAllowed(target) ? [] : [`${path} imports ${target}`],
      )
    })
    expect(packages.length).toBeGreaterThan(20)
    expect(wrong).toEqual([])
  })

  test('packages depend on no part of the server', () => {
    const dependenciesOf = (name: string) =>
      Object.keys(JSON.parse(readFileSync(resolve(ROOT, `packages/${name}/package.json`), 'utf8')).dependencies ?? {})
    expect(dependenciesOf('recall')).toEqual([
      '@memory-service/scopes',
      '@memory-service/understanding',
      '@orama/stemmers',
      'porter2',
    ])
    expect(dependenciesOf('scopes')).toEqual([])
    expect(dependenciesOf('understanding')).toEqual([])
    expect(dependenciesOf('local-models')).toEqual(['@huggingface/tokenizers', 'undici', 'zod'])
  })

  test('has no barrels and no default exports', () => {
    expect(found([...server, ...packages], /^export (default\b|\*|\{[^}]*\} from).*/gm)).toEqual([])
  })

  test('augments no modules; ports are imported types', () => {
    expect(found(server, /^declare (module '\.|global).*/gm)).toEqual([])
  })

  test('reads the environment only in entry points, which pass it to config', () => {
    expect(found(server, /process\.env.*/g).sort()).toEqual([
      'server/src/command.ts: process.env',
      'server/src/developer-cli/main.ts: process.env,',
      'server/src/main.ts: process.env)',
    ])
  })

  test('has one module that writes each table', () => {
    const writers = new Map<string, Set<string>>()
    for (const { path, code } of server)
      for (const table of tables)
        if (new RegExp(`\\b(insert into|update|delete from)\\s+${table}\\b`).test(code)) {
          const modules = writers.get(table) ?? new Set<string>()
          writers.set(table, modules.add(moduleOf(path)))
        }
    const shared = [...writers].map(([table, modules]) => {
      modules.delete(modules.size > 1 ? (CREATED_ELSEWHERE[table] ?? '') : '')
      return { table, modules: [...modules].sort() }
    })
    expect(shared.filter(({ modules }) => modules.length > 1)).toEqual([])
  })

  test('reads memories only in the files of their queries', () => {
    const queries = [
      'columns',
      'queries',
      'internal-queries',
      'statement-queries',
      'import-queries',
      'revision-queries',
      'succession-queries',
      'undone-columns',
      'app-change-queries',
      'store-queries',
    ].map((name) => `server/src/domain/memories/${name}.ts`)
    const others = server.filter(({ path }) => !queries.includes(path))
    expect(found(others, /(?<!delete )\bfrom memories\b.*|\bjoin memories\b.*/g)).toEqual([])
  })

  test(`has no file with more than ${LINES_MAX} lines`, () => {
    const long = all.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    expect(long.filter(({ lines }) => lines > LINES_MAX)).toEqual([])
  })

  test('has no to-do comments and no skipped or exclusive tests', () => {
    expect(found(all, /\b(TO[D]O|FIX[M]E|X[X]X)\b.*/g, 'text')).toEqual([])
    expect(found(tests, /\b(test|it|describe)\.(skip|only|todo|fails|skipIf|runIf)\b.*/g)).toEqual([])
  })

  // Test files share a process and its modules, so a hook at the top of such a module runs for the first file only.
  test('registers hooks of shared test modules where they are called', () => {
    const shared = all.filter(({ path }) => !path.endsWith('.test.ts'))
    expect(found(shared, /^(before|after)(All|Each)\(.*/gm)).toEqual([])
  })

  test('has no tests that mock modules', () => {
    expect(found(tests, /\bvi\.(mock|doMock)\b.*/g)).toEqual([])
  })

  test('numbers migrations without gaps', () => {
    const numbers = migrations.map((name) => Number(name.slice(0, 4)))
    expect(numbers).toEqual(numbers.map((_, i) => i + 1))
    expect(migrations.filter((name) => !/^\d{4}_[a-z_]+\.sql$/.test(name))).toEqual([])
  })

  // The last release keeps what it has read of a statement's columns while it serves beside the upgrade.
  test('changes the type of no column in migrations, but to itself', () => {
    const statements = readMigrations().flatMap(({ statements }) => statements)
    const types = new Map<string, string>()
    const column = (table: string) => (part: string) => {
      const [, name, type] =
        /^(\w+) (\w+(?:\(\d+\))?(?:\[\])?(?: collate "\w+")?)/.exec(
          part.replace(/^add column (if not exists )?/, '').trim(),
        ) ?? []
      if (name && type) types.set(`${table}.${name}`, type)
    }
    const changed: string[] = []
    for (const statement of statements) {
      const [, created, columns = ''] = /^create table (?:if not exists )?(\w+) \((.*)\)$/.exec(statement) ?? []
      if (created) columns.split(/,(?! *\d)/).forEach(column(created))
      const [, table, parts = ''] = /^alter table (?:only )?(\w+) (.*)$/.exec(statement) ?? []
      for (const part of parts.split(/, (?=add |alter |drop )/)) {
        if (part.startsWith('add column')) column(table!)(part)
        const [, name, type] = /\balter (?:column )?(\w+) (?:set data )?type (.*)/.exec(part) ?? []
        if (name && types.get(`${table}.${name}`) !== type) changed.push(`${table}: ${part}`)
      }
    }
    expect(changed).toEqual([])
    // Also what is written where this test does not read it, such as in functions.
    const inText = statements.filter((each) => /\balter (column )?\w+ (set data )?type\b/.test(each))
    expect(inText.filter((each) => !each.startsWith('alter table '))).toEqual([])
  })
})
