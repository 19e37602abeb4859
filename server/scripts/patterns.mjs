import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { checkSync } from 'recheck'
import ts from 'typescript-api'

/*
 * Checks every pattern of the sources for super-linear time and records the result by pattern: `npm run check:patterns`. Also
 * those that the packages build from constants; the packages have to be compiled before.
 * A pattern that is recorded already is not checked again, since one check takes seconds; with `-- --all` it is.
 * A pattern of packages/understanding reads clauses of bounded length and may take quadratic time, any other must be linear.
 */

const ROOT = new URL('../../', import.meta.url)
const CHECK_TIMEOUT_MS = 120_000
const BUILT_BYTES_MAX = 16 * 1024 ** 2
const LANGUAGE = 'packages/understanding/'
const GROUPS = [
  { record: `${LANGUAGE}patterns.json`, folders: [`${LANGUAGE}src`], allowed: ['linear', 'quadratic'] },
  {
    record: 'server/test/patterns.json',
    folders: ['server/src', 'packages', 'sdk/js/src', 'web/src'],
    except: LANGUAGE,
    allowed: ['linear'],
  },
]

const BUILT = 'server/test/built-patterns.json'

const again = process.argv.includes('--all')
let slow = 0
for (const { record, folders, except, allowed } of GROUPS) {
  const patterns = [...literals(folders, except)].sort().map((literal) => [literal, { literal, allowed }])
  check(record, patterns)
}
const script = new URL('built-patterns.mjs', import.meta.url).pathname
const built = JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8', maxBuffer: BUILT_BYTES_MAX }))
const ofFolder = (folder) => GROUPS.find(({ record, except }) => record.startsWith(`${folder}/`) || except).allowed
check(
  BUILT,
  Object.entries(built).map(([key, { folder, literal }]) => [key, { literal, allowed: ofFolder(folder) }]),
)
process.exit(slow ? 1 : 0)

/** Checks the patterns without a record, and writes the record of all: for each key, how its time grows. */
function check(record, patterns) {
  const path = new URL(record, ROOT)
  const known = again ? {} : JSON.parse(readFileSync(path, 'utf8'))
  const checked = {}
  for (const [key, { literal, allowed }] of patterns) {
    checked[key] = known[key] ?? complexityOf(literal)
    if (allowed.includes(checked[key])) continue
    slow++
    console.error(`${checked[key]}: ${literal}`)
  }
  writeFileSync(path, `${JSON.stringify(checked, null, 2)}\n`)
}

/** The pattern literals of the TypeScript sources in these folders, without tests and generated files. */
function literals(folders, except) {
  const found = new Set()
  for (const path of folders.flatMap(sourcesIn)) {
    if (except && path.startsWith(except)) continue
    const visit = (node) => {
      if (ts.isRegularExpressionLiteral(node)) found.add(node.text)
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(path, readFileSync(new URL(path, ROOT), 'utf8'), ts.ScriptTarget.Latest, true))
  }
  return found
}

function sourcesIn(folder) {
  return readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|(^|\/)(dist|generated|node_modules|test)\//.test(name))
    .map((name) => `${folder}/${name}`)
}

/** How the time of a pattern grows with its input: `linear`, `quadratic`, `degree N`, `exponential` or `unknown`. */
function complexityOf(literal) {
  const end = literal.lastIndexOf('/')
  const { status, complexity } = checkSync(literal.slice(1, end), literal.slice(end + 1), { timeout: CHECK_TIMEOUT_MS })
  if (status === 'safe') return 'linear'
  if (status === 'vulnerable' && complexity.type === 'polynomial')
    return complexity.degree === 2 ? 'quadratic' : `degree ${complexity.degree}`
  return status === 'vulnerable' ? 'exponential' : 'unknown'
}
