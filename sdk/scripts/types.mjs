// Makes the types of the API from the compiled service: `src/generated/openapi.ts`, from which the SDK and, through it, the pages
// are typed. Does nothing when the description is the one they were made from. Part of `npm run build`.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { routes } from '../../server/dist/app.js'

const TYPES = new URL('../src/generated/openapi.ts', import.meta.url)
const LOCK = new URL('../../package-lock.json', import.meta.url)

const document = JSON.stringify(describe(routes))
const stamp = createHash('sha256').update(document).update(readFileSync(LOCK)).digest('hex')
const head = `// Made from the service's own description by the build. Not kept. ${stamp}\n`

if (!textOf(TYPES).startsWith(head)) {
  const { default: openapiTypes, astToString } = await import('openapi-typescript')
  mkdirSync(new URL('.', TYPES), { recursive: true })
  writeFileSync(TYPES, `${head}\n${astToString(await openapiTypes(document))}`)
}

// The description is asked of the route that serves it; no service has to run for that.
function describe(routes) {
  const { run } = routes.find(({ name }) => name === 'getOpenApi')
  return run({ config: { baseUrl: 'http://127.0.0.1:8787' } })
}

function textOf(url) {
  try {
    return readFileSync(url, 'utf8')
  } catch {
    return ''
  }
}
