import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

const NOTES = ['memory:read:note', 'memory:write:note']

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service?.stop())

test('the consent preview and the decision find an app by its client id', async () => {
  const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
  const app = await service.newApp(developer, NOTES)
  const { cookie } = person
  const byId = `client_id=${app.client_id}`
  expect((await service.ok('GET', `/v1/oauth/preview?${byId}`)).app.slug).toBe(app.slug)
  const body = { client_id: app.client_id, scopes: NOTES }
  const { code, scopes } = await service.ok('POST', '/v1/oauth/authorize', { cookie, body })
  expect(scopes).toEqual(NOTES)
  expect((await service.exchange(app, code)).scopes).toEqual(NOTES)
})

test('an unknown client id is not found, and one beside a slug is rejected', async () => {
  const app = await service.newApp(await service.newDeveloper(), NOTES)
  const preview = async (query: string) => {
    const { status, body } = await service.call('GET', `/v1/oauth/preview?${query}`)
    return [status, body.error.code, body.error.details?.[0].path]
  }
  expect(await preview('client_id=cli_none')).toEqual([404, 'not_found', undefined])
  expect(await preview(`slug=${app.slug}&client_id=${app.client_id}`)).toEqual([400, 'validation_failed', 'client_id'])
})
