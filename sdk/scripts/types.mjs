// Makes the types of the API from the compiled service: of what apps may call for the SDK, of all of it for the pages.
// Does nothing where a description is the one they were made from. Part of `npm run build`.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { events, routes } from '../../server/dist/app.js'
import { openApiRoute } from '../../server/dist/edge/openapi.js'

const SDK = new URL('../src/generated/openapi.ts', import.meta.url)
const PAGES = new URL('../../web/src/generated/openapi.ts', import.meta.url)
const LOCK = new URL('../../package-lock.json', import.meta.url)

await make(SDK, routes.filter(isForApps))
await make(PAGES, routes)

// An app has a token, or nothing; what hands out a session is for people and developers.
function isForApps({ for: kinds, cookies }) {
  return kinds.includes('app') || (kinds.includes('public') && !cookies)
}

async function make(file, routes) {
  // The description is asked of the route that serves it; no service has to run for that.
  const { run } = openApiRoute(() => ({ routes, events }))
  const document = JSON.stringify(run({ config: { baseUrl: 'http://127.0.0.1:8787' } }))
  const stamp = createHash('sha256').update(document).update(readFileSync(LOCK)).digest('hex')
  const head = `// Made from the service's own description by the build. Not kept. ${stamp}\n`
  if (textOf(file).startsWith(head)) return
  const { default: openapiTypes, astToString } = await import('openapi-typescript')
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, `${head}\n${astToString(await openapiTypes(document))}`)
}

function textOf(url) {
  try {
    return readFileSync(url, 'utf8')
  } catch {
    return ''
  }
}
