import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sectionOf, VERSIONED, withVersion } from './version.mjs'

/*
 * Prepares a release from the changesets: `npm run release`. It sets the version of all packages and of the files that
 * repeat it, adds a section to CHANGELOG.md, writes openapi.json, commits `chore(release): publish v…` and creates the tag. It pushes and
 * publishes nothing.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const run = (command, ...args) => execFileSync(command, args, { cwd: ROOT, stdio: 'inherit' })
const read = (path) => readFileSync(`${ROOT}${path}`, 'utf8')
const write = (path, text) => writeFileSync(`${ROOT}${path}`, text)

if (execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' }).trim())
  fail('there are uncommitted changes; commit them first')
const names = readdirSync(`${ROOT}.changeset`).filter((name) => name.endsWith('.md') && name !== 'README.md')
if (!names.length) fail('there are no changesets; `npm run changeset` adds one')
const changesets = names.map((name) => read(`.changeset/${name}`))

run('npx', 'changeset', 'version')
const { version } = JSON.parse(read('server/package.json'))
for (const file of VERSIONED) write(file.path, withVersion(file, read(file.path), version))
const date = new Date().toISOString().slice(0, 10)
write('CHANGELOG.md', read('CHANGELOG.md').replace('\n## ', `\n${sectionOf(changesets, version, date)}\n## `))
run('npm', 'install', '--package-lock-only', '--no-audit', '--no-fund')
run('npm', 'run', 'docs:api')

run('git', 'add', '--all')
run('git', 'commit', '--quiet', '--message', `chore(release): publish v${version}`)
run('git', 'tag', '--annotate', `v${version}`, '--message', `v${version}`)
console.log(`Committed and tagged v${version}. CONTRIBUTING.md, “Release”, lists the next steps.`)

function fail(message) {
  console.error(message)
  process.exit(1)
}
