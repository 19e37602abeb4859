// Generates types from the compiled service: the routes apps may call and the webhook events for the SDK, all routes for
// the pages. Leaves a file alone if its source has not changed. Part of `npm run build`.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { events, routes } from '../../../server/dist/app.js'
import { STANDARD_SCOPES } from '../../../server/dist/domain/vocabulary/namespaces.js'
import { STANDARD_INTENTS } from '../../../server/dist/domain/vocabulary/standard.js'
import { isForApps, operationIdOf } from '../../../server/dist/edge/openapi/areas.js'
import { failuresOf, openApiRoute } from '../../../server/dist/edge/openapi/document.js'
import { exampleOf } from '../../../server/dist/edge/openapi/errors.js'
import { FAILURES } from '../../../server/dist/foundation/failures.js'

const SDK = new URL('../src/generated/openapi.ts', import.meta.url)
const EVENTS = new URL('../src/generated/events.ts', import.meta.url)
const FAKE = new URL('../src/generated/fake-data.ts', import.meta.url)
const PAGES = new URL('../../../web/src/generated/openapi.ts', import.meta.url)
const API = new URL('../../../web/src/generated/api.ts', import.meta.url)
const LOCK = new URL('../../../package-lock.json', import.meta.url)

await generate(SDK, routes.filter(isForApps))
await generate(PAGES, routes)
writeIfChanged(EVENTS, eventTypes())
writeIfChanged(FAKE, fakeData())
writeIfChanged(API, apiData())

async function generate(file, routes) {
  // The OpenAPI document comes from the function of its route; this needs no running service.
  const { run } = openApiRoute(() => ({ routes, events }))
  const document = JSON.stringify(run({ config: { baseUrl: 'http://127.0.0.1:8787' } }, { query: {} }))
  const stamp = createHash('sha256').update(document).update(readFileSync(LOCK)).digest('hex')
  const head = `// Generated from the OpenAPI document by the build; not committed. ${stamp}\n`
  if (textOf(file).startsWith(head)) return
  const { default: openapiTypes, astToString } = await import('openapi-typescript')
  writeIfChanged(file, `${head}\n${astToString(await openapiTypes(document))}`)
}

function eventTypes() {
  const types = events.map(
    ({ name, summary }) => `/** ${summary} */\nexport interface ${name} extends Shape<'${name}'> {}\n`,
  )
  return `// Generated from the list of webhook events by the build; not committed.
import type { components } from './openapi.ts'

type Shape<Name extends keyof components['schemas']> = components['schemas'][Name]

${types.join('\n')}
/** The body of a delivery; \`type\` says which event it is. More types may be added, so handle the default case. */
export type WebhookEvent = ${events.map(({ name }) => name).join(' | ')}
`
}

/** What the in-memory fake shares with the service: failures, namespaces and intents. */
function fakeData() {
  const failures = Object.fromEntries(
    Object.entries(FAILURES).map(([code, { status, message }]) => [code, { status, message }]),
  )
  const namespaces = STANDARD_SCOPES.map(({ namespace }) => namespace)
  const intents = Object.fromEntries(STANDARD_INTENTS.map(({ intent, drawsOn }) => [intent, drawsOn]))
  return `// Generated from the service by the build; not committed.

export const FAILURES: Record<string, { status: number; message: string }> = ${JSON.stringify(failures)}
export const NAMESPACES: readonly string[] = ${JSON.stringify(namespaces)}
export const INTENTS: Record<string, readonly string[]> = ${JSON.stringify(intents)}
`
}

/** What the build of the pages needs to know: the failures, each with an example and the routes that respond with it. */
function apiData() {
  const failures = Object.entries(FAILURES).map(([code, failure]) => {
    const failing = routes.filter((each) => failuresOf(each).includes(code))
    const formats = [...new Set(failing.map(({ errorFormat }) => errorFormat))]
    // Any address can respond with a failure that no route lists.
    const examples = (formats.length ? formats : [undefined]).map((format) => ({ format, ...exampleOf(code, format) }))
    return { code, ...failure, examples, routes: failing.map(operationIdOf) }
  })
  const operations = routes.map((each) => ({
    id: operationIdOf(each),
    name: each.name,
    method: each.method,
    path: each.path.replaceAll(/:(\w+)/g, '{$1}'),
    summary: each.summary,
  }))
  return `// Generated from the service by the build; not committed.

export interface FailurePage {
  code: string
  status: number
  message: string
  remedy: string
  /** A response in each format of errors; \`undefined\` is our own. */
  examples: { format?: 'oauth' | 'openai'; status: number; body: object }[]
  /** The ids of the operations that respond with it; none if any address can. */
  routes: string[]
}

export const FAILURES: readonly FailurePage[] = ${JSON.stringify(failures)}
export const OPERATIONS: readonly { id: string; name: string; method: string; path: string; summary: string }[] = ${JSON.stringify(operations)}
`
}

function writeIfChanged(file, text) {
  if (textOf(file) === text) return
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, text)
}

function textOf(url) {
  try {
    return readFileSync(url, 'utf8')
  } catch {
    return ''
  }
}
