import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PYTHON } from '../../../sdk/python/test/python.setup.ts'
import { type TestService, testService } from '../../../server/test/service.ts'
import type { Shape } from '../api/client.ts'
import { asPython, exchangeCall, firstCalls } from './snippets.ts'

const PYTHONPATH = fileURLToPath(new URL('../../../sdk/python/src', import.meta.url))
const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*']

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const run = async (code: string) =>
  (await promisify(execFile)(PYTHON, ['-B', '-c', code], { env: { PATH: process.env.PATH, PYTHONPATH } })).stdout

test.each([
  [[]],
  [['https://trail-coach.example/callback']],
])('the Python of the portal connects, remembers and recalls, with the redirect URIs %j', async (redirect_uris) => {
  const developer = await service.newDeveloper()
  const { client_secret, ...created } = await service.newApp(developer, SCOPES, { redirect_uris })
  const path = `/v1/dev/apps/${created.id}`
  const app: Shape<'App'> = await service.ok('GET', path, { cookie: developer.cookie })
  const person = await service.newPerson()
  const body = { slug: app.slug, scopes: SCOPES }
  const { code } = await service.ok('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })
  const exchanged = await run(asPython(exchangeCall(service.url, app, client_secret, code)))
  const [token = ''] = /mst_\w+/.exec(exchanged) ?? []
  const [remember, recall] = firstCalls(service.url, app, token).map(({ call }) => asPython(call))
  expect(await run(remember ?? '')).toContain("'accepted': True")
  expect(await run(recall ?? '')).toContain('Runs along the river every Tuesday.')
  const [connection] = firstCalls(service.url, { ...app, manifest: { ...app.manifest, scopes: [] } }, token)
  expect(await run(connection ? asPython(connection.call) : '')).toContain(app.slug)
})
