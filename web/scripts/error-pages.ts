import { FAILURES, type FailurePage, OPERATIONS } from '../src/generated/api.ts'
import { PORTAL } from '../src/urls.ts'

/* The pages about error codes, as Markdown; the build treats them as guides below `docs/errors/`. */

const FOLDER = 'errors/'
const LISTED_ROUTES_MAX = 40
const FORMATS = { own: 'Response', oauth: 'Response of an OAuth endpoint', openai: 'Response at /openai/v1' }

/** The slugs of the pages: `errors/not_found`. */
export const ERROR_SLUGS: readonly string[] = FAILURES.map(({ code }) => FOLDER + code)

/** Whether a slug is that of a page about an error code. */
export const isErrorSlug = (slug: string) => slug.startsWith(FOLDER)

/** The page with this slug. */
export function errorPage(slug: string): string {
  const failure = FAILURES.find(({ code }) => FOLDER + code === slug)
  if (!failure) throw new Error(`there is no error page ${slug}`)
  const { code, status, message, remedy } = failure
  return [
    `# ${code}`,
    `Status ${status}. ${message}`,
    '## What to do',
    remedy.replaceAll(/\]\((?=[\w-]+\.md)/g, '](../'),
    ...examplesOf(failure),
    '## Which routes respond with it',
    routesOf(failure),
    '[All error codes](../errors-and-limits.md#errors)',
    '',
  ].join('\n\n')
}

/** Links each code in the table of `docs/errors-and-limits.md` to its page. */
export function withErrorLinks(guide: string): string {
  return guide.replaceAll(/^\| `(\w+)` \|/gm, (row: string, code: string) =>
    ERROR_SLUGS.includes(FOLDER + code) ? `| [\`${code}\`](${FOLDER}${code}.md) |` : row,
  )
}

function examplesOf({ examples, status: own }: FailurePage): string[] {
  return examples.flatMap(({ format, status, body }) => [
    `## ${FORMATS[format ?? 'own']}`,
    ...(status === own ? [] : [`There the status is ${status}.`]),
    `\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``,
  ])
}

function routesOf({ routes }: FailurePage): string {
  if (!routes.length) return 'Any address of the API can; no route lists it.'
  if (routes.length > LISTED_ROUTES_MAX)
    return `${routes.length === OPERATIONS.length ? 'All' : routes.length} of the ${OPERATIONS.length} routes; the [API reference](${PORTAL.reference}) lists the failures of each.`
  const listed = OPERATIONS.filter(({ id }) => routes.includes(id))
  return listed
    .map(
      ({ id, method, path, summary }) =>
        `- [\`${method} ${path}\`](${PORTAL.operation.replace('$operation', id)}): ${summary}`,
    )
    .join('\n')
}
