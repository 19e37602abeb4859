import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { apiDocument, withErrors } from '../scripts/api.mjs'
import { routes } from '../src/app.ts'
import { OPEN_SCOPES } from '../src/domain/apps/clients.ts'
import { DEVELOPER_PLANS, USER_PLANS } from '../src/domain/plans/plans.ts'
import { STANDARD_INTENTS } from '../src/domain/vocabulary/standard.ts'
import { failuresOf } from '../src/edge/openapi/document.ts'
import { exampleOf } from '../src/edge/openapi/errors.ts'
import { readConfig } from '../src/foundation/config.ts'
import { FAILURES } from '../src/foundation/failures.ts'
import type { ErrorFormat } from '../src/foundation/route.ts'
import { read, readGuide, settingsRead } from './guide.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const guides = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith('.md'),
)

test.each(guides)('%s contains no marks of an unresolved merge', (path) => {
  expect(read(path)).not.toMatch(/^(<{7}|={7}|>{7})( |$)/m)
})

test.each(guides)('%s names the results that say what was not stored', (path) => {
  expect(read(path)).not.toMatch(/silently/)
})

test('the changelog names the subject and the tag that a release gets', () => {
  const [head = ''] = read('CHANGELOG.md').split('\n## ')
  const release = read('scripts/release.mjs')
  for (const [, name = ''] of head.matchAll(/`([^`]+)<version>`/g)) expect(release).toContain(`\`${name}\${version}\``)
  expect(head).toContain('Releases after 0.2.0')
})

describe('the documents describe', () => {
  /** The table rows of a document, each a list of cells without backticks. */
  const rowsIn = (text: string) =>
    [...text.matchAll(/^\| (.+)\|$/gm)].map(([, row = '']) =>
      row.split('|').map((cell) => cell.replaceAll('`', '').trim()),
    )
  const rowsOf = (path: string) => rowsIn(read(path))
  const limits = rowsOf('docs/errors-and-limits.md')
  const number = (n: number | null) => (n === null ? 'no limit' : n.toLocaleString('en'))
  /** The source of a file, or of all files of a module. */
  const sourceOf = (path: string) =>
    path.endsWith('.ts')
      ? read(`server/src/${path}`)
      : readdirSync(join(ROOT, 'server/src', path))
          .map((name) => read(`server/src/${path}/${name}`))
          .join('')
  /** The formatted value of a numeric constant in the source. */
  const constant = (path: string, name: string) =>
    number(Number(new RegExp(`const ${name} = ([\\d_]+)$`, 'm').exec(sourceOf(path))?.[1]?.replaceAll('_', '')))

  test('every error code with its status and remedy; `npm run docs:api` regenerates the table', () => {
    const document = read('docs/errors-and-limits.md')
    expect(withErrors(document, FAILURES)).toBe(document)
    for (const code of Object.keys(FAILURES)) expect(document).toContain(`\n| \`${code}\` | `)
  })

  /** The statuses of each error word of a format, in the order of its first code. */
  const toldIn = (dialect: ErrorFormat, wordOf: (body: Told) => string) => {
    const statuses = new Map<string, Set<string>>()
    for (const route of routes.filter((each) => each.errorFormat === dialect))
      for (const code of failuresOf(route)) {
        const { status, body } = exampleOf(code, dialect)
        const word = wordOf(body as Told)
        statuses.set(word, (statuses.get(word) ?? new Set()).add(String(status)))
      }
    return statuses
  }
  type Told = { error: string & { type: string } }
  const toldAs = (words: Map<string, Set<string>>) =>
    [...words].map(([word, statuses]) => [word, [...statuses].sort().join(', ')]).sort()
  const shownOf = (heading: string) =>
    rowsIn(read('docs/errors-and-limits.md').split(`### ${heading}\n`)[1]?.split('\n#')[0] ?? '')
      .slice(1)
      .map(([word, status]) => [word, status])
      .sort()

  test('every OAuth error code with its statuses, and whether it is returned by redirect', () => {
    const words = toldIn('oauth', ({ error }) => error)
    const back = [...sourceOf('domain/oauth/authorize.ts').matchAll(/refuse\('(\w+)'/g)].map(([, word = '']) => word)
    for (const word of [...back, 'invalid_target', 'access_denied'])
      words.set(word, (words.get(word) ?? new Set()).add('redirect'))
    expect(shownOf('OAuth')).toEqual(toldAs(words))
  })

  test('every OpenAI error type with its statuses', () => {
    expect(shownOf('OpenAI')).toEqual(toldAs(toldIn('openai', ({ error }) => error.type)))
  })

  test('the limits of every plan', () => {
    for (const [name, { callsPerMonthMax, usersMax }] of Object.entries(DEVELOPER_PLANS))
      expect(limits).toContainEqual([name, number(callsPerMonthMax), number(usersMax)])
    for (const [name, { memoriesMax, appsMax }] of Object.entries(USER_PLANS))
      expect(limits).toContainEqual([name, number(memoriesMax), number(appsMax)])
  })

  test.each([
    ['memories in one write, ids in one delete', 'domain/memories/memory.ts', 'WRITE_MEMORIES_MAX'],
    ['memories in one write, ids in one delete', 'domain/memories/forget.ts', 'FORGET_MEMORIES_MAX'],
    ['content of a memory', 'domain/memories/memory.ts', 'CONTENT_CHARS_MAX'],
    ['kind of a memory', 'domain/memories/memory.ts', 'KIND_CHARS_MAX'],
    ['values in a JSON body', 'foundation/complexity.ts', 'VALUES_MAX'],
    ['values in a line of an import', 'foundation/complexity.ts', 'VALUES_MAX'],
    ['query of a search', 'domain/memories/find.ts', 'QUERY_CHARS_MAX'],
    ['results of a search, over all pages', 'domain/memories/find.ts', 'RECALL_DEPTH_MAX'],
    ['pending triggers of a connection', 'domain/schedule/triggers.ts', 'PENDING_MAX'],
    ['turns with a model, per connection', 'domain/gateway/limits.ts', 'TURNS_MAX'],
    ['model calls per app', 'domain/gateway/limits.ts', 'CALLS_MAX'],
    ['decisions on the consent page, per person', 'domain/consent', 'AUTHORIZE_PER_MINUTE_MAX'],
    ['failed code exchanges, per IP address and client', 'domain/consent', 'EXCHANGE_FAILURES_PER_MINUTE_MAX'],
    ['apps of a developer', 'domain/apps', 'APPS_MAX'],
    ['webhook subscriptions of an app', 'domain/webhooks', 'SUBSCRIPTIONS_MAX'],
  ])('the limit on %s as the value of %s', (what, path, name) => {
    const [, documented] = limits.find(([cell]) => cell === what) ?? []
    expect(documented?.replace(/ characters$/, '')).toBe(constant(path, name))
  })

  test('the standard intents and the scopes they use', () => {
    const documented = rowsOf('docs/context.md').filter(([name]) =>
      STANDARD_INTENTS.some(({ intent }) => intent === name),
    )
    const real = STANDARD_INTENTS.map(({ intent, drawsOn }) => {
      const scopes = drawsOn.map((qualifier) => qualifier.replace(/\.\*$/, '')).join(', ')
      return [intent, scopes === '*' ? 'everything' : scopes]
    })
    expect(documented).toEqual(real)
  })

  test('the limits of open registration', () => {
    const documented = Object.fromEntries(rowsOf('docs/quickstart-mcp.md'))
    const [address, network, provider] = ['ADDRESS', 'NETWORK', 'PROVIDER'].map((from) =>
      constant('domain/oauth/register.ts', `${from}_PER_HOUR_MAX`),
    )
    expect(documented.registrations).toMatch(
      new RegExp(`^${address} an hour per IP address.*, ${network} .*, ${provider} `),
    )
    expect(documented['redirect addresses']).toMatch(new RegExp(`^${constant('domain/oauth', 'REDIRECT_URIS_MAX')};`))
    expect(documented['clients without a connection']).toMatch(
      new RegExp(`^${constant('domain/apps/clients.ts', 'UNCONNECTED_MAX')},`),
    )
    for (const scope of OPEN_SCOPES) expect(documented.scopes).toContain(scope.replace('*', '…'))
  })

  test('every MCP tool and resource', () => {
    const offered = routes.flatMap(({ tool, resource }) => [tool?.name ?? [], resource?.uri ?? []].flat())
    const documented = rowsOf('docs/quickstart-mcp.md').map(([name]) => name)
    expect(documented).toEqual(expect.arrayContaining(offered))
  })

  test('every table, its bound and when its rows are deleted', () => {
    const text = readdirSync(join(ROOT, 'server/migrations')).map((name) => read(`server/migrations/${name}`))
    const tables = text.flatMap((sql) =>
      [...sql.matchAll(/^create table (?:if not exists )?(\w+)/gm)].map(([, name]) => name),
    )
    const rows = rowsOf('docs/storage.md')
    const documented = [...read('docs/storage.md').matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    )
    expect(documented.sort()).toEqual(['migrations', ...tables].sort())
    for (const row of rows.slice(1))
      expect(
        row.every((cell) => cell.trim()),
        row[0],
      ).toBe(true)
  })

  test('every route; `npm run docs:api` regenerates docs/api.md', () => {
    expect(read('docs/api.md')).toBe(apiDocument(routes))
  })
})

describe('the README', () => {
  const readme = read('README.md')

  test('lists every configuration variable with its default', () => {
    const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| (.+?) \|/gm)].map(([, name = '', value = '']) => ({
      name,
      value,
    }))
    expect(rows.map(({ name }) => name).sort()).toEqual(settingsRead())
    // Setting a variable to its documented default must change nothing.
    const documented = rows.flatMap(({ name, value }) => (/^`[^`]+`$/.test(value) ? [[name, value.slice(1, -1)]] : []))
    const { HUB_URL, ...defaults } = Object.fromEntries(documented)
    expect(HUB_URL).toBe('BASE_URL')
    expect(Object.keys(defaults).length).toBeGreaterThan(5)
    expect(readConfig(defaults)).toEqual(readConfig({}))
  })

  test('files that `npm ci` needs exist', () => {
    expect(existsSync(join(ROOT, 'package-lock.json'))).toBe(true)
  })
})

describe('all documents', () => {
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-')
  const headings = (path: string) => [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading))
  const others = [
    'ARCHITECTURE',
    'CONTRIBUTING',
    'SECURITY',
    'bench/README',
    'deploy/README',
    'examples/README',
    'packages/adapters/README',
    'packages/local-models/README',
    'packages/mcp-bridge/README',
    'packages/recall/README',
    'packages/scopes/README',
    'sdk/js/README',
    'sdk/python/README',
    'server/README',
  ]
  const documents = [...guides, ...others.map((name) => `${name}.md`)]

  test.each(documents)('%s has only links to existing targets', (path) => {
    const links = [...read(path).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)]+))?\)/g)]
    for (const [link, to = '', anchor] of links) {
      const target = to ? join(dirname(path), to) : path
      expect(existsSync(join(ROOT, target)), `${path}: ${link}`).toBe(true)
      if (anchor) expect(headings(target), `${path}: ${link}`).toContain(anchor)
    }
  })

  test.each(documents)('%s mentions only existing commands and files', (path) => {
    const { scripts } = JSON.parse(read('package.json'))
    const text = read(path)
    for (const [, name = ''] of text.matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts), path).toContain(name)
    const places = [
      '.',
      dirname(path),
      'server/src',
      'server/src/domain',
      'server/src/domain/memories',
      'sdk/js/src',
      'web/src',
    ]
    for (const [, file = ''] of text.matchAll(/(?<![\w./*-])((?:\w[\w.-]*\/)+[\w.-]+\.(?:ts|mjs))(?![\w*])/g))
      expect(
        places.some((place) => existsSync(join(ROOT, place, file))),
        `${path}: ${file}`,
      ).toBe(true)
  })

  test('that contain code are run by a test', () => {
    const files = ['server/test/documents.guide', 'server/test/guides.cluster', 'sdk/python/test/client.python'].concat(
      ['mastra.frameworks', 'models.once', 'stores.once'].map((name) => `packages/adapters/test/${name}`),
      'server/test/sync.once',
    )
    const tests = files.map((name) => read(`${name}.test.ts`)).join('')
    const shown = guides.filter((path) => readGuide(path).blocks.length)
    expect(shown.filter((path) => !new RegExp(`\\bread(Guide)?\\('${path}'\\)`).test(tests))).toEqual([])
  })
})
