import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closureOf, isWorkspace, packages, resolveFrom } from './lock-file.mjs'

/*
 * Builds everything and writes the published packages to dist/: `npm run pack`.
 *
 * `memory-service` is the compiled service with its pages and migrations, in the folders of the repository. It contains
 * the workspace packages that the server uses, and names all other packages that they use at the locked versions, also
 * indirectly: npm ignores a lock file and `overrides` in a tarball, and would install versions that no test has seen.
 * `@memory-service/sdk`, `@memory-service/mcp-bridge` and `@memory-service/adapters` are packed as they are.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TARBALLS = join(ROOT, 'dist')
const STAGING = join(TARBALLS, 'package')
const PACKED_AS_THEY_ARE = ['sdk/js', 'packages/mcp-bridge', 'packages/adapters']

execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, stdio: 'inherit' })
for (const name of readdirSync(TARBALLS)) if (name.endsWith('.tgz')) rmSync(join(TARBALLS, name))
rmSync(STAGING, { recursive: true, force: true })
mkdirSync(STAGING, { recursive: true })

const { version, engines } = readJson('server/package.json')
const { description, license } = readJson('package.json')
const used = [...closureOf(['server'])]
const bundled = used.filter((path) => isWorkspace(path) && path !== 'server').map(readBundled)

copyCompiled('server', 'server')
copy('server/migrations', 'server/migrations')
writeJson('server/package.json', { name: '@memory-service/server', version, private: true, type: 'module' })
copy('web/dist', 'web/dist', (path) => !/\/\.[^/]*$/.test(path))
copy('server/README.md', 'README.md')
copy('LICENSE', 'LICENSE')
copy('CHANGELOG.md', 'CHANGELOG.md')
copy('docs/licences.md', 'LICENCES.md')
for (const { path, target, manifest } of bundled) {
  copyCompiled(path, target)
  if (existsSync(join(ROOT, path, 'model'))) copy(`${path}/model`, `${target}/model`)
  writeJson(`${target}/package.json`, manifest)
}
writeJson('package.json', {
  name: 'memory-service',
  version,
  description,
  license,
  type: 'module',
  engines,
  bin: { 'memory-service': 'server/dist/bin.js' },
  dependencies: { ...lockedClosure(), ...dependenciesOf(['server', ...bundled.map(({ path }) => path)]) },
  bundleDependencies: bundled.map(({ manifest }) => manifest.name),
})

for (const folder of [STAGING, ...PACKED_AS_THEY_ARE]) {
  const args = ['pack', '--silent', '--pack-destination', TARBALLS]
  console.log(`dist/${execFileSync('npm', args, { cwd: resolve(ROOT, folder), encoding: 'utf8' }).trim()}`)
}

/** A workspace package as it is bundled: without sources, commands and dependencies, which become those of the package around it. */
function readBundled(path) {
  const withoutSources = (key, value) => (key === '@memory-service/source' ? undefined : value)
  const { bin, dependencies, devDependencies, scripts, ...manifest } = readJson(`${path}/package.json`, withoutSources)
  return { path, target: `node_modules/${manifest.name}`, manifest }
}

/** What the server uses, also indirectly, at the locked versions; of two versions, the one in the root of the lock file. */
function lockedClosure() {
  const single = used.filter((path) => !isWorkspace(path) && path.split('node_modules/').length === 2)
  // Builds for other machines are optional, and named at exact versions by the package that they are of.
  const wanted = single.filter((path) => !packages[path].os && !packages[path].optional)
  const rootLast = wanted.sort(
    (a, b) => a.startsWith('node_modules/') - b.startsWith('node_modules/') || (a < b ? -1 : 1),
  )
  return Object.fromEntries(rootLast.map((path) => [path.split('node_modules/')[1], packages[path].version]))
}

/** The dependencies of these workspaces at the locked versions. */
function dependenciesOf(workspaces) {
  return Object.assign(
    {},
    ...workspaces.map((path) => lockedVersions(path, readJson(`${path}/package.json`).dependencies)),
  )
}

function lockedVersions(path, dependencies = {}) {
  const versionOf = ({ link, resolved, version }) => (link ? packages[resolved].version : version)
  return Object.fromEntries(
    Object.keys(dependencies).map((name) => [name, versionOf(packages[resolveFrom(path, name)])]),
  )
}

/** Copies compiled scripts; one whose source was deleted or renamed since it was compiled is left out. */
function copyCompiled(from, to) {
  const source = (path) => path.replace('/dist/', '/src/').replace(/\.js(\.map)?$/, '.ts')
  const isCurrent = (path) => /\.js(\.map)?$/.test(path) && existsSync(join(ROOT, source(path)))
  copy(`${from}/dist`, `${to}/dist`, isCurrent)
}

function copy(from, to, isWanted = () => true) {
  const filter = (source) => statSync(source).isDirectory() || isWanted(relative(ROOT, source))
  cpSync(join(ROOT, from), join(STAGING, to), { recursive: true, filter })
}

function readJson(path, reviver) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'), reviver)
}

function writeJson(path, value) {
  writeFileSync(join(STAGING, path), `${JSON.stringify(value, null, 2)}\n`)
}
