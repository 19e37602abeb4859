import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Which unit tests can fail because of a change: `npm run verify`. A test depends on every path that it, or a module that
 * it imports, names in a literal, be it an import, `new URL(…, import.meta.url)` or the folder of a listing; who names the
 * root depends on every file. Naming too much only costs time. Vitest has `--changed`, which knows imports alone, and
 * transforms every module to find them.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODULE = /\.(tsx?|mts|[cm]?js|css)$/
// `verbatimModuleSyntax` erases these, and nothing else.
const TYPE_IMPORTS = /^\s*(?:import\s+type\s[\w$\s{},*]*?|export\s+type\s*(?:\{[^}]*\}|\*)\s*)from\s*['"][^'"]+['"]/gm
// Templates and globs name the folder before their first placeholder.
const RELATIVE = /(['"`])(\.{1,2}\/[^'"`\n]*)\1/g
const URLS = /\bnew URL\(\s*(['"`])([^'"`\n]*)\1,\s*import\.meta\.url/g
const PACKAGE_IMPORTS = /['"](@memory-service\/[^'"\n]+)['"]/g

/** Files that any test depends on: versions, export maps, compiler options. */
const EVERYWHERE = /(^|\/)(package(-lock)?\.json|tsconfig[\w.]*\.json|\.npmrc)$/
const CONFIG = 'vitest.config.ts'

/** The source of each path that the packages of this repository export. */
const exported = new Map(
  ['server', 'sdk/js', 'web', ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`)].flatMap(
    (folder) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))
      return Object.entries(exports).flatMap(([path, target]) => {
        const source = target['@memory-service/source'] ?? target.default ?? target
        return typeof source === 'string' ? [[name + path.slice(1), sourceOf(posix.join(folder, source))]] : []
      })
    },
  ),
)

/** The source that a compiled module is built from. */
function sourceOf(path) {
  return path.replace(/^((?:server|packages\/[\w-]+|sdk\/js)\/)dist\/(.*)\.js$/, '$1src/$2.ts')
}

/** The paths, from the root, that the text of a file names. They need not exist: an import of a deleted file counts. */
export function pathsNamedIn(path, code) {
  const text = code.replace(TYPE_IMPORTS, '')
  const named = new Set()
  const add = (relative) => {
    const [fixed = ''] = relative.split(/\$\{|[*?#]/)
    const whole = fixed === relative || /^[?#]/.test(relative.slice(fixed.length))
    const start = whole ? fixed : fixed.slice(0, fixed.lastIndexOf('/') + 1)
    named.add(sourceOf(posix.join(posix.dirname(path), start)).replace(/\/$/, ''))
  }
  for (const [, , relative] of text.matchAll(RELATIVE)) add(relative)
  for (const [, , relative] of text.matchAll(URLS)) if (!/^\w+:/.test(relative)) add(relative || '.')
  for (const [, name] of text.matchAll(PACKAGE_IMPORTS)) if (exported.has(name)) named.add(exported.get(name))
  if (text.includes('process.cwd()')) named.add('.')
  return named
}

const direct = new Map()
const transitive = new Map()

function namedBy(path) {
  if (!direct.has(path)) direct.set(path, pathsNamedIn(path, readFileSync(join(ROOT, path), 'utf8')))
  return direct.get(path)
}

/** Every path that a module depends on, itself included. */
export function dependenciesOf(path) {
  if (transitive.has(path)) return transitive.get(path)
  const found = new Set([path])
  for (const each of found)
    if (MODULE.test(each) && existsSync(join(ROOT, each))) for (const name of namedBy(each)) found.add(name)
  transitive.set(path, found)
  return found
}

/** Whether a change of one of the files can change what depends on these paths, of which some are folders. */
function reaches(dependencies, changed) {
  if (dependencies.has('.')) return changed.length > 0
  return changed.some((file) => {
    for (let path = file; path !== '.'; path = posix.dirname(path)) if (dependencies.has(path)) return true
    return false
  })
}

/** The tests that a change of these files can break. */
export function affectedTests(tests, changed) {
  const config = [...dependenciesOf(CONFIG)].filter((path) => MODULE.test(path) || path.endsWith('.json'))
  if (changed.some((file) => EVERYWHERE.test(file) || config.includes(file))) return tests
  return tests.filter((test) => reaches(dependenciesOf(test), changed))
}
