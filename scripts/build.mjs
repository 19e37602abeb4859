import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Builds the server, the packages, the SDK and the pages: `npm run build`. Returns at once if neither the sources nor the
 * results changed since the last build, so that `npm start` does not wait for compilers.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const STAMP = join(ROOT, 'dist/.build')
const WORKSPACES = ['server', 'packages', 'sdk', 'web']
const INPUT_FILES = ['package-lock.json', 'tsconfig.json', 'tsconfig.base.json', 'scripts/build.mjs']
const NOT_INPUT = new Set(['node_modules', 'dist', 'generated', 'test', 'migrations', 'runtimes', 'onnx', 'frameworks'])
const OUTPUT = new Set(['dist', 'generated'])

const tsc = (...args) => ['node_modules/typescript/bin/tsc', ...args]
const STEPS = [
  // The types of the API are generated from the compiled server.
  tsc('-b', 'server'),
  ['sdk/js/scripts/types.mjs'],
  tsc('-b'),
  ['web/scripts/build.mjs'],
]

// Test runners set NODE_ENV, and the pages would be bundled for development.
const env = { ...process.env, NODE_ENV: 'production' }

const inputs = hashInputs()
if (readText(STAMP) !== `${inputs} ${hashOutputs()}`) {
  for (const step of STEPS) {
    const { status } = spawnSync(process.execPath, step, { cwd: ROOT, stdio: 'inherit', env })
    if (status !== 0) process.exit(status ?? 1)
  }
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, `${inputs} ${hashOutputs()}`)
}

/** A hash of the content of every source. */
function hashInputs() {
  const hash = createHash('sha256')
  const sources = WORKSPACES.flatMap((folder) => filesUnder(folder, (name) => !NOT_INPUT.has(name)))
  // The pages contain the guides.
  const guides = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
  const inputs = [...INPUT_FILES, ...sources].filter((path) => !/\.(test\.ts|md)$/.test(path))
  for (const path of [...inputs, 'README.md', ...guides.sort().map((name) => `docs/${name}`)])
    hash.update(`\n${path}\n`).update(readFileSync(join(ROOT, path)))
  return hash.digest('hex')
}

/** A hash of the name and size of every result, which notices deleted and damaged files. */
function hashOutputs() {
  const hash = createHash('sha256')
  const isResult = (path) => path.split('/').some((part) => OUTPUT.has(part)) && !/\/\.[^/]*$/.test(path)
  for (const path of WORKSPACES.flatMap((folder) => filesUnder(folder, (name) => name !== 'node_modules')))
    if (isResult(path)) hash.update(`${path} ${statSync(join(ROOT, path)).size}\n`)
  return hash.digest('hex')
}

/** The files below a folder, sorted; folders that `isWanted` rejects are skipped. */
function filesUnder(folder, isWanted) {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return isWanted(entry.name) ? filesUnder(path, isWanted) : []
    return entry.isFile() ? [path] : []
  })
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
