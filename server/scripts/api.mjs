// Writes docs/api.md, the list of every route, from the routes themselves: `npm run docs:api`. A test holds it against
// them, so that it cannot go stale.

import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const WHO = { public: 'anybody', app: 'app', user: 'person', developer: 'developer' }

/** The document, as one table for each tag in the order in which tags first occur. */
export function apiDocument(routes) {
  const tags = [...new Set(routes.map(({ tag }) => tag))]
  const parts = tags.map(
    (tag) =>
      `## ${tag}\n\n${HEAD}\n${routes
        .filter((r) => r.tag === tag)
        .map(rowOf)
        .join('\n')}\n`,
  )
  return `${INTRO}\n${parts.join('\n')}`
}

const INTRO = `# Every route

Made from the routes by \`npm run docs:api\`; do not edit it. Shapes, examples and failures are in \`GET /v1/openapi.json\`
and, to read, in the portal at \`/developers/reference\`. An app shows its connection token (\`Authorization: Bearer mst_…\`),
people and developers have session cookies. [Scopes](scopes.md) are asked of apps alone;
[errors and limits](errors-and-limits.md) are the same everywhere.
`
const HEAD = '| route | who | scope | what |\n|---|---|---|---|'

function rowOf({ method, path, for: kinds, scope, needs, summary }) {
  const who = kinds.map((kind) => WHO[kind]).join(', ')
  // A route without words for its scope names the same one whatever comes in.
  const needed = scope ?? [needs?.({}) ?? []].flat().join('` or `')
  return `| \`${method} ${path}\` | ${who} | ${needed && `\`${needed}\``} | ${summary.replaceAll('|', '\\|')} |`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { routes } = await import('../dist/app.js')
  await writeFile(new URL('../../docs/api.md', import.meta.url), apiDocument(routes))
}
