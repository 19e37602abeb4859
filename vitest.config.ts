import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import LATE_OPTIMIZATION from './server/test/late-optimization.json' with { type: 'json' }
import { LongestFirst } from './server/test/longest-first.ts'
import { findBinaries } from './server/test/postgres.ts'
import { messages } from './web/scripts/macros.ts'

/*
 * One project for each kind of test; the end of a file's name says which. TIER selects projects: `test` is what
 * `npm test` runs, `all` is everything, and `rest` is everything but what `npm test` runs on this machine. `npm test`
 * uses PostgreSQL where it is installed and the embedded engine otherwise, unless TEST_ENGINE names one.
 */

const { TIER, TEST_ENGINE, LONG } = process.env
const ENGINE = TEST_ENGINE ?? (findBinaries() ? 'postgres' : 'embedded')
const KINDS = [
  'unit',
  'bulk',
  'once',
  'embedded',
  'pg',
  'process',
  'cluster',
  'release',
  'guide',
  'e2e',
  'onnx',
  'frameworks',
  'runtimes',
  'python',
  'long',
]

const EMBEDDED = 'server/test/embedded.setup.ts'
const POSTGRES = 'server/test/postgres.setup.ts'
// For tests that do not depend on the engine: PostgreSQL takes less of the processor.
const EITHER = ENGINE === 'postgres' ? POSTGRES : EMBEDDED
const PROPERTIES = 'server/test/properties.setup.ts'

// Tests run the source of the packages. These are aliases, since Vitest would pass an export condition on to worker
// threads, and those run compiled files.
const PACKAGES = fileURLToPath(new URL('packages/', import.meta.url))
const alias = readdirSync(PACKAGES).flatMap((folder) => {
  const { name, exports = {} } = JSON.parse(readFileSync(join(PACKAGES, folder, 'package.json'), 'utf8'))
  return Object.entries<Record<string, string>>(exports).flatMap(([path, { '@memory-service/source': source }]) =>
    source ? { find: new RegExp(`^${name}${path.slice(1)}$`), replacement: join(PACKAGES, folder, source) } : [],
  )
})

// Limits only stop a test that hangs; a busy machine must not reach them.
const POLL = { interval: 20, timeout: 30_000 }

interface Options {
  /** The globs of its files. */
  include?: string[]
  exclude?: string[]
  globalSetup?: string | string[]
  setupFiles?: string
  isolate?: boolean
  execArgv?: string[]
}

// Megabytes for new objects: with more room, the collection of garbage takes 5 % of the processor time instead of 9 %.
const ROOM = ['--min-semi-space-size=32', '--max-semi-space-size=64']
// Most code of tests runs a few times only: the optimizing compiler, which took a quarter of the processor time of service
// tests, starts after twenty times as much work as usual, and the quick one at once. Patterns are compiled once, not twice; V8 crashes if that
// is set in a process that has compiled some, so that `late-optimization.json`, which such processes read, does not have it.
const FLAGS = [...ROOM, ...LATE_OPTIMIZATION, '--no-regexp-tier-up']

/** A project of the files that are named for one kind. */
function project(name: string, kind: string, options: Options = {}): TestProjectInlineConfiguration {
  const include = [`{server,sdk,web,packages}/**/*.${kind}.test.ts`]
  const limits = { expect: { poll: POLL }, testTimeout: 180_000, hookTimeout: 180_000 }
  const test = { name, include, execArgv: FLAGS, ...limits, ...options }
  const exclude = [...(options.exclude ?? []), '**/node_modules/**', '**/dist/**']
  // The pages' modules contain macros.
  return { plugins: [messages], resolve: { alias }, test: { ...test, exclude } }
}

/** The project of all service tests on one engine. Its files share a process, which imports the service once. */
function service(name: 'embedded' | 'postgres', kind: string): TestProjectInlineConfiguration {
  return project(name, kind, {
    include: ['{server,sdk,web,packages}/**/*.test.ts'],
    exclude: KINDS.filter((other) => other !== kind).map((other) => `**/*.${other}.test.ts`),
    globalSetup: name === 'postgres' ? POSTGRES : EMBEDDED,
    setupFiles: PROPERTIES,
    isolate: false,
  })
}

const projects = [
  project('unit', 'unit', { isolate: false }),
  // Long enough for the optimizing compiler.
  project('bulk', 'bulk', { isolate: false, execArgv: ROOM }),
  project('once', 'once', {
    globalSetup: EITHER,
    setupFiles: PROPERTIES,
    isolate: false,
  }),
  service('embedded', 'embedded'),
  service('postgres', 'pg'),
  project('guides', 'guide', { globalSetup: EMBEDDED }),
  project('process-embedded', 'process', { globalSetup: EMBEDDED }),
  project('process-postgres', 'process', { globalSetup: POSTGRES }),
  project('cluster', 'cluster', { globalSetup: POSTGRES }),
  project('release', 'release', { globalSetup: POSTGRES }),
  project('browser', 'e2e', { globalSetup: [EITHER, 'web/test/browser.setup.ts'], isolate: false }),
  project('onnx', 'onnx', { globalSetup: ['packages/local-models/test/onnx.setup.ts', EITHER] }),
  project('frameworks', 'frameworks', { globalSetup: ['packages/adapters/test/frameworks.setup.ts', EITHER] }),
  project('python', 'python', { globalSetup: ['sdk/python/test/python.setup.ts', EITHER] }),
  project('runtimes', 'runtimes', { globalSetup: ['sdk/js/test/runtimes.setup.ts', EITHER] }),
  ...(LONG ? [project('long', 'long', { globalSetup: EMBEDDED })] : []),
]

const nameOf = ({ test }: TestProjectInlineConfiguration) => String(test?.name)
const isQuick = (each: TestProjectInlineConfiguration) =>
  ['unit', 'bulk', 'once', 'guides', ENGINE].includes(nameOf(each))
const selected =
  {
    test: projects.filter(isQuick),
    rest: projects.filter((each) => !isQuick(each)),
  }[TIER ?? ''] ?? projects

if (TIER) console.log(`npm test uses the ${ENGINE} engine. Test projects: ${selected.map(nameOf).join(', ')}`)

export default defineConfig({
  test: {
    pool: 'forks',
    // Two cores: a worker often waits for a timeout, its database or the processes that it has started.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    experimental: { fsModuleCache: true },
    projects: selected,
  },
})
