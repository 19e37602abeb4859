import { readFileSync } from 'node:fs'

/*
 * The licences of all that runs: what the server and the SDK bring in, and what is bundled into the pages; read off the
 * lock file. What only builds or tests is left out. `node scripts/licences.mjs > docs/licences.md`
 */

// Of the pages' dependencies these build them, and no line of theirs is served.
const BUILDERS = ['vite', '@vitejs/plugin-react', '@types/react', '@types/react-dom']

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
const found = new Set()

/** Where a package finds another: beside it, or in a folder further up. */
function placeOf(name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[place]) return place
    if (!folder) return undefined
  }
}

function take(place) {
  if (place === undefined || found.has(place)) return
  const { link, resolved, dependencies, optionalDependencies, peerDependencies } = packages[place]
  if (link) return take(resolved)
  found.add(place)
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
    if (!(place === 'web' && BUILDERS.includes(name))) take(placeOf(name, place))
}

for (const workspace of ['server', 'sdk', 'web']) take(workspace)
const rows = [...found]
  .filter((place) => place.includes('node_modules/'))
  .map((place) => [place.split('node_modules/').at(-1), packages[place].version, packages[place].license ?? 'unknown'])
  .map((row) => `| ${row.join(' | ')} |`)
const lines = [...new Set(rows)].sort()
process.stdout.write(`# Licences of what runs

The service is under Apache-2.0. What it brings in at run time, in the server, the SDK and the pages, by the lock file;
made by \`node scripts/licences.mjs > docs/licences.md\`, and a test holds it so.

| package | version | licence |
| --- | --- | --- |
${lines.join('\n')}
`)
