import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../../../server/test/service.ts'
import { type DpopKey, exchangeCode, MemoryService, newDpopKey, type RetryOptions } from '../src/index.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service?.stop())

const ed25519 = () => crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']) as Promise<DpopKey>

/** Connects a new user to an app that requires bound tokens. */
async function connected(dpop: DpopKey | undefined) {
  const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
  const scopes = ['memory:read:fitness', 'memory:write:fitness']
  const { slug, client_id, client_secret } = await service.newApp(developer, scopes, { dpop_bound_access_tokens: true })
  const { code } = await service.ok('POST', '/v1/oauth/authorize', { cookie: person.cookie, body: { slug, scopes } })
  const credentials = { baseUrl: service.url, clientId: client_id, clientSecret: client_secret }
  return exchangeCode({ ...credentials, code, dpop })
}

test.each([
  ['P-256', newDpopKey],
  ['Ed25519', ed25519],
])('with a key on %s binds the token and signs each request, also repeated ones', async (_curve, newKey) => {
  const dpop = await newKey()
  const { connection_token: token, token_type } = await connected(dpop)
  expect(token_type).toBe('DPoP')
  let calls = 0
  const memory = new MemoryService({
    baseUrl: service.url,
    token,
    dpop,
    retry: { sleep: async () => {} } as RetryOptions,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      if (calls++) return response
      // The service has used the proof, but its response is lost.
      await response.body?.cancel()
      throw new TypeError('connection reset')
    },
  })
  const { memoryIds } = await memory.remember({ scope: 'fitness', content: 'Runs on Tuesdays.' })
  expect([calls, memoryIds.length]).toEqual([2, 1])
  expect((await memory.list({ scope: 'fitness', limit: 5 })).memories).toHaveLength(1)
})

test('without its key, a bound token is rejected, and so is an exchange of an app that requires a key', async () => {
  const { connection_token: token } = await connected(await newDpopKey())
  const call = (dpop?: DpopKey) => new MemoryService({ baseUrl: service.url, token, dpop }).connection()
  await expect(call()).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(call(await newDpopKey())).rejects.toMatchObject({ code: 'invalid_dpop_proof' })
  await expect(connected(undefined)).rejects.toMatchObject({ code: 'invalid_dpop_proof' })
})
