// Generates types from the compiled service: the routes apps may call and the webhook events for the SDK, all routes for
// the pages. Leaves a file alone if its source has not changed. Part of `npm run build`.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { events, routes } from '../../../server/dist/app.js'
import { STANDARD_SCOPES } from '../../../server/dist/domain/vocabulary/namespaces.js'
import { STANDARD_INTENTS } from '../../../server/dist/domain/vocabulary/standard.js'
import { isForApps } from '../../../server/dist/edge/openapi/areas.js'
import { openApiRoute } from '../../../server/dist/edge/openapi/document.js'
import { FAILURES } from '../../../server/dist/foundation/errors.js'

const SDK = new URL('../src/generated/openapi.ts', import.meta.url)
const EVENTS = new URL('../src/generated/events.ts', import.meta.url)
const FAKE = new URL('../src/generated/fake-data.ts', import.meta.url)
const PAGES = new URL('../../../web/src/generated/openapi.ts', import.meta.url)
const LOCK = new URL('../../../package-lock.json', import.meta.url)

await generate(SDK, routes.filter(isForApps))
await generate(PAGES, routes)
writeIfChanged(EVENTS, eventTypes())
writeIfChanged(FAKE, fakeData())

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
  const namespaces = STANDARD_SCOPES.map(({ namespace }) => namespace)
  const intents = Object.fromEntries(STANDARD_INTENTS.map(({ intent, drawsOn }) => [intent, drawsOn]))
  return `// Generated from the service by the build; not committed.

export const FAILURES: Record<string, { status: number; message: string }> = ${JSON.stringify(FAILURES)}
export const NAMESPACES: readonly string[] = ${JSON.stringify(namespaces)}
export const INTENTS: Record<string, readonly string[]> = ${JSON.stringify(intents)}
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
