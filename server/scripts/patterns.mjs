import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { checkSync } from 'recheck'
import ts from 'typescript-api'

/*
 * Checks the patterns of packages/understanding for super-linear time and records the result by pattern in
 * packages/understanding/patterns.json: `npm run check:patterns`. A pattern that is recorded already is not checked again,
 * since one check takes seconds. Fails if a pattern takes more than quadratic time in the length of a clause.
 */

const ROOT = new URL('../../', import.meta.url)
const SOURCES = new URL('packages/understanding/src/', ROOT)
const RECORD = new URL('packages/understanding/patterns.json', ROOT)
const CHECK_TIMEOUT_MS = 120_000

const known = JSON.parse(readFileSync(RECORD, 'utf8'))
const checked = {}
for (const literal of [...literals()].sort()) checked[literal] = known[literal] ?? complexityOf(literal)
writeFileSync(RECORD, `${JSON.stringify(checked, null, 2)}\n`)
const slow = Object.entries(checked).filter(([, complexity]) => !['linear', 'quadratic'].includes(complexity))
for (const [literal, complexity] of slow) console.error(`${complexity}: ${literal}`)
process.exit(slow.length ? 1 : 0)

function literals() {
  const found = new Set()
  for (const path of readdirSync(SOURCES, { recursive: true }).filter((name) => /(?<!\.test)\.ts$/.test(name))) {
    const visit = (node) => {
      if (ts.isRegularExpressionLiteral(node)) found.add(node.text)
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(path, readFileSync(new URL(path, SOURCES), 'utf8'), ts.ScriptTarget.Latest, true))
  }
  return found
}

function complexityOf(literal) {
  const end = literal.lastIndexOf('/')
  const { status, complexity } = checkSync(literal.slice(1, end), literal.slice(end + 1), { timeout: CHECK_TIMEOUT_MS })
  if (status === 'safe') return 'linear'
  if (status === 'vulnerable' && complexity.type === 'polynomial')
    return complexity.degree === 2 ? 'quadratic' : `degree ${complexity.degree}`
  return status === 'vulnerable' ? 'exponential' : 'unknown'
}
