import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/*
 * Finds the patterns that the packages build from constants with `new RegExp` while they load, which no reader of the sources
 * sees. It imports the built modules that build some, so it has to run in a process that has not imported them:
 *
 *   node server/scripts/built-patterns.mjs    prints them as JSON: { key: { folder, literal } }
 */

const PACKAGES = new URL('../../packages/', import.meta.url)
const FROM_PACKAGE = /\/(?<folder>packages\/\w[\w-]*)\/dist\//
const SHOWN_CHARS = 60
const HASH_CHARS = 16

const paths = readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' }).filter(
  (path) =>
    /^[\w-]+\/dist\/.*\.js$/.test(path) && readFileSync(new URL(path, PACKAGES), 'utf8').includes('new RegExp('),
)
const built = {}
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, args, asked) {
    const pattern = Reflect.construct(target, args, asked)
    // A pattern of Node or of a dependency has another caller.
    const [, , caller = ''] = new Error().stack.split('\n')
    const folder = FROM_PACKAGE.exec(caller)?.groups.folder
    const literal = String(pattern)
    if (folder) built[keyOf(literal)] = { folder, literal }
    return pattern
  },
})
for (const path of paths) await import(pathToFileURL(new URL(path, PACKAGES).pathname).href)
console.log(JSON.stringify(Object.fromEntries(Object.entries(built).sort(([a], [b]) => (a < b ? -1 : 1)))))

/** Its beginning and a hash: some have thousands of characters. */
function keyOf(literal) {
  const hash = createHash('sha256').update(literal).digest('hex').slice(0, HASH_CHARS)
  return `${literal.slice(0, SHOWN_CHARS)} ${hash}`
}
