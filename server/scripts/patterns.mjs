import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { checkSync } from 'recheck'
import ts from 'typescript-api'

/*
 * Checks every pattern of the sources for super-linear time and records the result by pattern: `npm run check:patterns`.
 * A pattern that is recorded already is not checked again, since one check takes seconds; with `-- --all` it is.
 * A pattern of packages/understanding reads clauses of bounded length and may take quadratic time, any other must be linear.
 */

const ROOT = new URL('../../', import.meta.url)
const CHECK_TIMEOUT_MS = 120_000
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

const again = process.argv.includes('--all')
let slow = 0
for (const { record, folders, except, allowed } of GROUPS) {
  const path = new URL(record, ROOT)
  const known = again ? {} : JSON.parse(readFileSync(path, 'utf8'))
  const checked = {}
  for (const literal of [...literals(folders, except)].sort())
    checked[literal] = known[literal] ?? complexityOf(literal)
  writeFileSync(path, `${JSON.stringify(checked, null, 2)}\n`)
  for (const [literal, complexity] of Object.entries(checked)) {
    if (allowed.includes(complexity)) continue
    slow++
    console.error(`${complexity}: ${literal}`)
  }
}
process.exit(slow ? 1 : 0)

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
