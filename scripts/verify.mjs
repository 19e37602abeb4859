import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { affectedTests, dependenciesOf } from './affected-tests.mjs'

/*
 * Builds, and checks types, style and unit tests: `npm run verify`. After a successful run, the next one checks the style
 * of the changed files and runs the tests that they affect; `--all` checks everything. The record of a successful run is
 * the git tree of the files as they were when it started, committed or not, so that neither a reverted file nor a
 * rebase hides a change. Once git has collected that tree as garbage, everything is checked.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CACHE = join(ROOT, 'node_modules/.cache')
const RECORD = join(CACHE, 'memory-service-verify.json')
/** Files that decide how every file is checked; the versions of the tools are among them. */
const STYLE = /(^|\/)(biome\.json|package(-lock)?\.json|\.gitignore)$/
const MANY_FILES = 40

const unknown = process.argv.slice(2).filter((argument) => argument !== '--all')
if (unknown.length > 0) {
  console.error(`unknown argument: ${unknown[0]}; use \`npm run verify\` or \`npm run verify -- --all\``)
  process.exit(2)
}

const tree = workingTree()
const files = git(['ls-files', '-z', '--cached', '--others', '--exclude-standard'])?.split('\0').filter(isFile)
if (spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, stdio: 'inherit' }).status !== 0) process.exit(1)

const tests = (files ?? []).filter((path) => path.endsWith('.unit.test.ts'))
const state = { tree, installed: installed(), generated: generatedHashes() }
const changed = process.argv.includes('--all') ? undefined : changedFiles(readRecord())
const affected = changed ? affectedTests(tests, changed) : tests
const isWhole = affected.length === tests.length
const styled = changed?.some((path) => STYLE.test(path)) ? undefined : changed?.filter(isFile)
console.log(
  isWhole ? 'all unit tests' : `${affected.length} of ${tests.length} unit test files are affected by changes`,
)

const results = await Promise.all([
  run('types', ['node_modules/typescript/bin/tsc', '-p', 'server/tsconfig.test.json']),
  styled?.length !== 0 && run('style', ['node_modules/@biomejs/biome/bin/biome', 'check', ...styleTargets(styled)]),
  (isWhole || affected.length > 0) && run('unit tests', vitest(isWhole ? [] : affected), 'inherit'),
])
const failed = results.filter(Boolean)
if (failed.length > 0) {
  console.error(`verify failed: ${failed.join(', ')}`)
  process.exit(1)
}
writeRecord()

function vitest(filters) {
  // Each worker imports the service for itself, which takes longer than a few files of tests.
  const workers = filters.length > 0 && filters.length < MANY_FILES ? 1 : 2
  return ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', `--maxWorkers=${workers}`, ...filters]
}

function styleTargets(paths) {
  return paths ? ['--no-errors-on-unmatched', '--files-ignore-unknown=true', ...paths] : ['.']
}

/** Runs a tool; unless its output is inherited, it is printed at the end. Resolves to the name of a failed one. */
function run(name, args, output = 'pipe') {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['inherit', output, output] })
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(chunks))
      resolve(code === 0 ? undefined : name)
    })
  })
}

/** The output of git; undefined outside a repository, without git, or for an object that no longer exists. */
function git(args, env = {}) {
  const options = { cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: 2 ** 28 }
  const { status, stdout } = spawnSync('git', args, options)
  return status === 0 ? stdout : undefined
}

/** The git tree of the files as they are, ignored ones excepted. The index of the repository stays as it is. */
function workingTree() {
  const index = git(['rev-parse', '--path-format=absolute', '--git-path', 'index'])?.trim()
  if (!index) return undefined
  mkdirSync(CACHE, { recursive: true })
  const GIT_INDEX_FILE = join(CACHE, `memory-service-verify.${process.pid}.index`)
  try {
    if (existsSync(index)) copyFileSync(index, GIT_INDEX_FILE)
    const added = git(['add', '--all', '.'], { GIT_INDEX_FILE })
    return added === undefined ? undefined : git(['write-tree'], { GIT_INDEX_FILE })?.trim()
  } finally {
    rmSync(GIT_INDEX_FILE, { force: true })
  }
}

/** The files that differ from those of the record; undefined if that is unknown, and everything must be checked. */
function changedFiles(record) {
  if (!record || !tree || record.installed !== state.installed) return undefined
  const differing = git(['diff-tree', '-r', '-z', '--no-renames', '--name-only', record.tree, tree])
  if (differing === undefined) return undefined
  const generated = new Set([...Object.keys(record.generated), ...Object.keys(state.generated)])
  const rebuilt = [...generated].filter((path) => record.generated[path] !== state.generated[path])
  return [...differing.split('\0').filter(Boolean), ...rebuilt]
}

/** The version of Node and of every installed package. */
function installed() {
  const lock = join(ROOT, 'node_modules/.package-lock.json')
  return `${process.version} ${existsSync(lock) ? hashOf(lock) : 'none'}`
}

/** Hashes of the modules that tests import and git ignores. */
function generatedHashes() {
  const known = new Set(files)
  const used = new Set(tests.flatMap((test) => [...dependenciesOf(test)]))
  const ignored = [...used].filter((path) => /\.\w+$/.test(path) && !known.has(path) && isFile(path)).sort()
  return Object.fromEntries(ignored.map((path) => [path, hashOf(join(ROOT, path))]))
}

function hashOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function isFile(path) {
  return path !== '' && existsSync(join(ROOT, path))
}

function readRecord() {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8'))
  } catch {
    return undefined
  }
}

/** Replaces the file instead of writing into it, as copies of `node_modules` can share it. */
function writeRecord() {
  if (!tree) return
  const next = `${RECORD}.${process.pid}`
  writeFileSync(next, JSON.stringify(state))
  renameSync(next, RECORD)
}
