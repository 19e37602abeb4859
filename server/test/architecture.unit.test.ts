import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/*
 * The rules of the house, over the source text. Each names what breaks it, so that the message of a failure is
 * the list of what to put right.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LINES_MAX = 300

// From the ground up. A file imports from its own room and from those before it.
const ROOMS = [
  ...['foundation', 'vocabulary', 'plans', 'audit', 'accounts', 'identity', 'users', 'developers', 'apps'],
  ...[
    'webhooks',
    'schedule',
    'connections',
    'consent',
    'oauth',
    'memories',
    'context',
    'signals',
    'candidates',
    'gateway',
  ],
  ...['chats', 'connectors', 'portable'],
  ...['edge', 'app', 'service', 'upkeep', 'main', 'command'],
]

// A store is born with its person, in the transaction of the sign-up; the room of memories stands above.
const BORN_ELSEWHERE: Record<string, string> = { stores: 'users' }

interface Source {
  path: string
  text: string
  /** Without comments: rules are about what runs. */
  code: string
}

function sourcesUnder(...folders: string[]): Source[] {
  return folders.flatMap((folder) => {
    let names: string[] = []
    try {
      names = readdirSync(resolve(ROOT, folder), { recursive: true, encoding: 'utf8' })
    } catch {
      // Not every part of the house stands yet.
    }
    return names
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/(^|\/)(dist|node_modules|generated)\//.test(name))
      .map((name) => {
        const text = readFileSync(resolve(ROOT, folder, name), 'utf8')
        return { path: `${folder}/${name}`, text, code: text.replace(/^\s*(\/\*[\s\S]*?\*\/|\/\/.*)$/gm, '') }
      })
  })
}

const all = sourcesUnder('server/src', 'server/test', 'bench', 'examples', 'sdk', 'web/src')
const server = all.filter(({ path }) => path.startsWith('server/src/') && !path.endsWith('.test.ts'))
const tests = all.filter(({ path }) => path.endsWith('.test.ts'))

function roomOf(path: string): string {
  const [first = '', second = ''] = path.replace(/^server\/src\//, '').split('/')
  return (first === 'domain' ? second : first).replace(/\.ts$/, '')
}

const migrations = readdirSync(resolve(ROOT, 'server/migrations')).sort()
const tables = migrations.flatMap((name) =>
  [...readFileSync(resolve(ROOT, 'server/migrations', name), 'utf8').matchAll(/^create table (\w+)/gm)].map(
    ([, table]) => table as string,
  ),
)

/** Where a pattern stands, as `path: what`. */
function found(sources: Source[], pattern: RegExp, part: 'text' | 'code' = 'code'): string[] {
  return sources.flatMap((source) => [...source[part].matchAll(pattern)].map(([what]) => `${source.path}: ${what}`))
}

describe('the house', () => {
  test('there is something to look at', () => {
    expect(server.length).toBeGreaterThan(50)
    expect(tests.length).toBeGreaterThan(3)
    expect(tables).toContain('memories')
  })

  test('every room has its place, and a file imports its own room and earlier ones', () => {
    const wrong = server.flatMap(({ path, code }) => {
      const place = ROOMS.indexOf(roomOf(path))
      if (place < 0) return [`${path}: its room has no place in the order`]
      return [...code.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].flatMap(([, target = '']) => {
        const other = relative(ROOT, resolve(ROOT, dirname(path), target))
        return ROOMS.indexOf(roomOf(other)) > place ? [`${path} imports ${other}`] : []
      })
    })
    expect(wrong).toEqual([])
  })

  test('no barrels and no default exports', () => {
    expect(found(server, /^export (default\b|\*|\{[^}]*\} from).*/gm)).toEqual([])
  })

  test('the environment is handed in by the entries and read by config alone', () => {
    expect(found(server, /process\.env.*/g).sort()).toEqual([
      'server/src/command.ts: process.env',
      'server/src/main.ts: process.env))',
    ])
  })

  test('a table is written in one room', () => {
    const writers = new Map<string, Set<string>>()
    for (const { path, code } of server)
      for (const table of tables)
        if (new RegExp(`\\b(insert into|update|delete from)\\s+${table}\\b`).test(code)) {
          const rooms = writers.get(table) ?? new Set<string>()
          writers.set(table, rooms.add(roomOf(path)))
        }
    const shared = [...writers].map(([table, rooms]) => {
      rooms.delete(rooms.size > 1 ? (BORN_ELSEWHERE[table] ?? '') : '')
      return { table, rooms: [...rooms].sort() }
    })
    expect(shared.filter(({ rooms }) => rooms.length > 1)).toEqual([])
  })

  test('memories are read through the one door', () => {
    const others = server.filter(({ path }) => path !== 'server/src/domain/memories/door.ts')
    expect(found(others, /(?<!delete )\bfrom memories\b.*|\bjoin memories\b.*/g)).toEqual([])
  })

  test(`no file is longer than ${LINES_MAX} lines`, () => {
    const long = all.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    expect(long.filter(({ lines }) => lines > LINES_MAX)).toEqual([])
  })

  test('nothing is left for later, left out or left on its own', () => {
    expect(found(all, /\b(TO[D]O|FIX[M]E|X[X]X)\b.*/g, 'text')).toEqual([])
    expect(found(tests, /\b(test|it|describe)\.(skip|only|todo|fails|skipIf|runIf)\b.*/g)).toEqual([])
  })

  test('tests put fakes in, never modules out', () => {
    expect(found(tests, /\bvi\.(mock|doMock)\b.*/g)).toEqual([])
  })

  test('migrations are numbered without gaps', () => {
    expect(migrations.map((name) => name.slice(0, 5))).toEqual(
      migrations.map((_, i) => `${String(i + 1).padStart(4, '0')}_`),
    )
    expect(migrations.filter((name) => !/^\d{4}_[a-z_]+\.sql$/.test(name))).toEqual([])
  })
})
