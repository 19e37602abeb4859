import { ClientSecretPost } from 'oauth4webapi'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FairConcurrency, type Leave } from '../src/edge/request/fair-concurrency.ts'
import type { RequestCaller } from '../src/edge/request/request-caller.ts'
import { post, type Registration, register, signIn } from './oauth-client.ts'
import { type TestService, testService } from './service.ts'

/* Token requests of a server beside sign-ins at its address. */

const RUNNING_MAX = 4
const ADDRESS = 'changes of address 127.0.0.1'

/** Requests in `held` keep their turns. */
class Held extends FairConcurrency {
  held: string | undefined
  readonly waiting = new Map<string, number>()

  constructor() {
    super(() => 0)
  }

  override enter(caller: RequestCaller, isGone = () => false, isLarge = false): Leave | Promise<Leave> {
    const turn = super.enter(caller, isGone, isLarge)
    const isHeld = caller.person === this.held
    if (!(turn instanceof Promise)) return isHeld ? () => {} : turn
    this.waiting.set(caller.person, (this.waiting.get(caller.person) ?? 0) + 1)
    return turn
  }
}

const CLIENTS = 'clients at address 127.0.0.1'

let concurrency: Held
let service: TestService
beforeEach(async () => {
  concurrency = new Held()
  service = await testService({}, { concurrency })
})
afterEach(async () => {
  concurrency.endLimits()
  await service.stop()
})

const logIn = (password: string) =>
  service.call('POST', '/v1/auth/login', { body: { email: 'ada@example.com', password } })

/** A server with a refresh token, and another person whose request makes turns matter. */
async function connectedServer() {
  const { body } = await register(service, { token_endpoint_auth_method: 'client_secret_post' })
  const { client_id, client_secret, redirect_uris } = body
  const known: Registration = {
    client: { client_id },
    auth: ClientSecretPost(client_secret),
    redirect_uri: redirect_uris[0],
  }
  const { refresh_token } = await signIn(service, await service.newPerson(), known)
  const { token } = await service.connected(['memory:read:*'])
  await service.ok('GET', '/v1/memories', { token })
  const form = { grant_type: 'refresh_token', refresh_token, client_id, client_secret }
  return { refresh: (over: object = {}) => post(service, '/oauth/token', { ...form, ...over }) }
}

/** Sends requests that keep all turns of the caller. */
async function fill(person: string, send: () => Promise<unknown>) {
  concurrency.held = person
  for (let n = 0; n < RUNNING_MAX; n++) await send()
  concurrency.held = undefined
}

test('a server with its secret exchanges tokens while sign-ins at its address have all turns', async () => {
  const server = await connectedServer()
  await fill(ADDRESS, () => logIn('not the password'))
  const waits = logIn('not the password')
  await expect.poll(() => concurrency.waiting.get(ADDRESS)).toBe(1)
  expect((await server.refresh()).status).toBe(200)
  // A wrong secret and a client without one take turns with the sign-ins.
  const others = [server.refresh({ client_secret: 'sec_wrong' }), server.refresh({ client_secret: undefined })]
  await expect.poll(() => concurrency.waiting.get(ADDRESS)).toBe(3)
  expect(concurrency.waiting.size).toBe(1)
  concurrency.endLimits()
  expect((await waits).status).toBe(401)
  for (const each of others) expect((await each).status).toBe(401)
})

test('sign-ins are answered while a server at their address has all turns of clients', async () => {
  const server = await connectedServer()
  await fill(CLIENTS, () => server.refresh({ refresh_token: 'mrt_unknown' }))
  const waits = server.refresh()
  await expect.poll(() => concurrency.waiting.get(CLIENTS)).toBe(1)
  expect((await logIn('not the password')).status).toBe(401)
  // The requests of a server with its secret still take turns.
  expect(concurrency.waiting).toEqual(new Map([[CLIENTS, 1]]))
  concurrency.endLimits()
  expect((await waits).status).toBe(200)
})

test('a server that exchanges codes and revokes tokens does not wait for sign-ins at its address', async () => {
  const app = await service.newApp(await service.newDeveloper(), ['memory:read:note'])
  const person = await service.newPerson()
  await connectedServer()
  const credentials = { client_id: app.client_id, client_secret: app.client_secret }
  await fill(ADDRESS, () => logIn('not the password'))
  const body = { slug: app.slug, scopes: ['memory:read:note'] }
  const { code } = await service.ok('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })
  const exchanged = await service.ok('POST', '/v1/oauth/token', { body: { code, ...credentials } })
  expect((await service.call('GET', '/v1/memories', { token: exchanged.connection_token })).status).toBe(200)
  const revoked = await post(service, '/oauth/revoke', { token: exchanged.connection_token, ...credentials })
  expect(revoked.status).toBe(200)
  expect(concurrency.waiting.size).toBe(0)
})
