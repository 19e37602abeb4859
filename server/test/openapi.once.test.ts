import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { operationIdOf } from '../src/edge/openapi/areas.ts'
import { failuresOf } from '../src/edge/openapi/document.ts'
import { exampleOf } from '../src/edge/openapi/errors.ts'
import type { FailureCode } from '../src/foundation/failures.ts'
import type { Route } from '../src/foundation/route.ts'
import { openProvider } from './openid-provider.ts'
import { basicOf, type Call, type TestService, testService } from './service.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tests read the document at every depth.
type Document = any

const require = createRequire(import.meta.url)

let provider: Awaited<ReturnType<typeof openProvider>>
let service: TestService
let document: Document
beforeAll(async () => {
  // Without a provider, signing in by it is not found.
  provider = await openProvider()
  service = await testService({ openId: provider.config })
  provider.serve(service.url)
  document = (await service.call('GET', '/v1/openapi.json')).body
})
afterAll(async () => {
  await service?.stop()
  await provider?.close()
})

const pathOf = (r: Route) => r.path.replace(/:(\w+)/g, '{$1}')
const operationOf = (r: Route) => document.paths[pathOf(r)][r.method.toLowerCase()]
const statusOf = (r: Route, code: FailureCode) => exampleOf(code, r.errorFormat).status
// Redirects have no response body.
const BEYOND = ['--skip-rule=operation-2xx-response']
const NO_ENDPOINT = 'No endpoint has this address'
const sorted = (list: readonly (string | number)[]) => [...list].map(String).sort()

describe('the OpenAPI document', () => {
  test('contains exactly the served routes', async () => {
    const documented = Object.entries<Document>(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(sorted(documented)).toEqual(sorted(routes.map((r) => `${r.method} ${pathOf(r)}`)))
    for (const each of documented) {
      const [method = '', path = ''] = each.split(' ')
      const { status, body } = await service.call(method, path.replace(/\{\w+\}/g, 'x'))
      // A public route may not have what is called x.
      expect(JSON.stringify(body), `${each} without credential and body`).not.toContain(NO_ENDPOINT)
      expect(status, each).not.toBe(405)
    }
    expect((await service.call('GET', '/v1/nowhere')).body.error.message).toContain(NO_ENDPOINT)
  })

  test('every operation has an id, a summary, a tag, security, examples and responses', () => {
    const tags = document.tags.map(({ name }: { name: string }) => name)
    const schemes = Object.keys(document.components.securitySchemes)
    const names = new Set<string>()
    for (const r of routes) {
      const operation = operationOf(r)
      names.add(operation.operationId)
      expect(operation.operationId).toBe(operationIdOf(r))
      expect(operation.summary, r.name).toMatch(/^[A-Z].*\.$/)
      expect(tags, r.name).toEqual(expect.arrayContaining(operation.tags))
      expect(operation.tags, r.name).toHaveLength(1)
      const asked = operation.security.flatMap((one: object) => Object.keys(one))
      expect(schemes).toEqual(expect.arrayContaining(asked))
      expect(asked.length === 0, r.name).toBe(r.for.includes('public' as never))
      for (const { schema, name } of operation.parameters)
        expect(schema.type ?? schema.anyOf, `${r.name}: ${name} says no type`).toBeDefined()
      for (const [type, { example }] of Object.entries<Document>(operation.requestBody?.content ?? {}))
        expect(example, r.name).toEqual(type === r.consumes ? expect.any(String) : expect.any(Object))
      const done = operation.responses[r.status ?? 200]
      if (r.status === 302) expect(done.headers.Location.example, r.name).toEqual(expect.any(String))
      else expect(done.content[r.produces ?? 'application/json'].example, r.name).toEqual(r.example.output)
      const failures = failuresOf(r)
      const statuses = [r.status ?? 200, ...(r.etag ? [304] : []), ...failures.map((code) => statusOf(r, code))]
      expect(sorted(Object.keys(operation.responses))).toEqual(sorted([...new Set(statuses)]))
      for (const code of failures) {
        const { examples } = operation.responses[statusOf(r, code)].content['application/json']
        const name = examples[code].$ref.replace('#/components/examples/', '')
        const { error } = document.components.examples[name].value
        expect(r.errorFormat === 'oauth' ? error : error.code).toMatch(r.errorFormat === 'oauth' ? /^[a-z_]+$/ : code)
      }
    }
    expect(names.size).toBe(routes.length)
  })

  test('bodies of requests are named components, whose defaults are no required fields', () => {
    const nameless = routes.filter(
      (r) => r.body && !Object.values<Document>(operationOf(r).requestBody.content).every(({ schema }) => schema.$ref),
    )
    expect(nameless.map(({ name }) => name)).toEqual(['receiveFromProvider'])
    const memory = document.components.schemas.MemoryInput
    expect(memory.required).toEqual(['content', 'scope'])
    expect(memory.properties.importance).toMatchObject({
      description: 'How much it matters, from 0 to 100. Default: `50`.',
    })
    expect(JSON.stringify(document.components.schemas.RegisterAppRequest)).not.toContain('"default"')
  })

  test('contains for apps only what they call', async () => {
    const { body: ofApps } = await service.call('GET', '/v1/openapi.json?audience=app')
    const paths = Object.keys(ofApps.paths)
    expect(paths).toEqual(expect.arrayContaining(['/v1/memories', '/v1/held/{externalUserId}/memories', '/v1/catalog']))
    for (const path of ['/v1/dev/apps', '/v1/auth/login', '/v1/auth/signup', '/v1/chats', '/v1/connections'])
      expect(paths).not.toContain(path)
    const text = JSON.stringify({ ...ofApps, components: undefined })
    for (const name of Object.keys(ofApps.components.schemas))
      expect(JSON.stringify(ofApps), name).toContain(`#/components/schemas/${name}"`)
    expect(Object.keys(ofApps.components.securitySchemes)).toEqual(
      expect.arrayContaining(['connectionToken', 'clientCredentials']),
    )
    expect(ofApps.components.securitySchemes).not.toHaveProperty('developerSession')
    expect(text.length).toBeLessThan(JSON.stringify(document.paths).length / 2)
    expect((await service.call('GET', '/v1/openapi.json?audience=person')).status).toBe(400)
  })

  test('numeric query parameters are numbers', () => {
    const limit = operationOf(routes.find((r) => r.name === 'findMemories')!).parameters.find(
      ({ name }: { name: string }) => name === 'limit',
    )
    expect(limit.schema).toEqual({ type: 'integer', minimum: 1, default: 20 })
  })

  test.each(routes.map((r) => [r.name, r] as const))('the example of %s matches its schemas', (_name, r) => {
    for (const part of ['params', 'query', 'body'] as const)
      if (r.example[part] !== undefined) r[part].parse(r.example[part])
    if (r.params) expect(r.example.params).toBeDefined()
    if (r.body) expect(r.example.body).toBeDefined()
    // Fields that the schema lacks would be missing from the parsed value.
    expect(r.output.parse(r.example.output)).toEqual(r.example.output)
    expect(r.streams?.frame.parse(r.streams.example)).toEqual(r.streams?.example)
  })

  test('every operation lists the errors of parsing and authentication', async () => {
    const { person, developer, app, token } = await service.connected([])
    const credentialOf = ({ for: kinds }: Route): Call => {
      if (kinds.includes('client')) return { headers: { authorization: basicOf(app) } }
      if (kinds.includes('developer')) return { cookie: developer.cookie }
      return kinds.includes('user') || kinds.includes('public') ? { cookie: person.cookie } : { token }
    }
    for (const r of routes) {
      const credential = credentialOf(r)
      const path = r.path.replace(/:\w+/g, 'x')
      // The harness checks every response against the failures its route lists.
      const answers = [await service.call(r.method, `${path}?any=%00`, credential)]
      if (r.path.includes(':')) answers.push(await service.call(r.method, r.path.replace(/:\w+/g, 'a%00'), credential))
      if (r.method !== 'GET') {
        answers.push(await service.call(r.method, path, { ...credential, body: '{"half":' }))
        answers.push(
          await service.call(r.method, path, {
            ...credential,
            body: 'x',
            headers: { ...credential.headers, 'content-type': 'text/plain' },
          }),
        )
        answers.push(await service.call(r.method, path, { ...credential, body: { much: 'x'.repeat(1024 * 1024) } }))
      }
      const [nul, ...others] = answers.map(({ status }) => status)
      expect(nul, `${r.name}: ${others}`).toBe(400)
      expect(others, r.name).toEqual([
        ...(r.path.includes(':') ? [404] : []),
        ...(r.method === 'GET' ? [] : [r.consumes || r.form === 'only' ? 415 : 400, 415, 413]),
      ])
    }
  })

  test('passes the linter without errors or warnings', () => {
    const folder = mkdtempSync(join(tmpdir(), 'memory-service-openapi-'))
    try {
      writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
      const cli = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js')
      const output = execFileSync(
        process.execPath,
        [cli, 'lint', '--extends=recommended', ...BEYOND, '--format=json', 'openapi.json'],
        {
          cwd: folder,
          encoding: 'utf8',
          env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      const { totals, problems } = JSON.parse(output.slice(output.indexOf('{')))
      expect({ ...totals, problems }).toMatchObject({ errors: 0, warnings: 0, problems: [] })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
