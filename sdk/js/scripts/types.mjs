// Generates types from the compiled service: the routes apps may call and the webhook events for the SDK, all routes for
// the pages. Leaves a file alone if its source has not changed. Part of `npm run build`.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { events, routes } from '../../../server/dist/app.js'
import { openApiRoute } from '../../../server/dist/edge/openapi/document.js'

const SDK = new URL('../src/generated/openapi.ts', import.meta.url)
const EVENTS = new URL('../src/generated/events.ts', import.meta.url)
const PAGES = new URL('../../../web/src/generated/openapi.ts', import.meta.url)
const LOCK = new URL('../../../package-lock.json', import.meta.url)

await generate(SDK, routes.filter(isForApps))
await generate(PAGES, routes)
writeIfChanged(EVENTS, eventTypes())

// An app has a token, or nothing; what hands out a session is for people and developers.
function isForApps({ for: kinds, cookies }) {
  return kinds.includes('app') || (kinds.includes('public') && !cookies)
}

async function generate(file, routes) {
  // The OpenAPI document comes from the function of its route; this needs no running service.
  const { run } = openApiRoute(() => ({ routes, events }))
  const document = JSON.stringify(run({ config: { baseUrl: 'http://127.0.0.1:8787' } }))
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
