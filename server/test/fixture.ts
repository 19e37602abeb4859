import { expect } from 'vitest'
import type { Config } from '../src/foundation/config.ts'
import { DAY_MS, subscribed } from './hooks.ts'
import { type TestService, testService } from './service.ts'

/*
 * Data of every kind, written through the API, and the responses of all routes that read it: another service on the
 * same data must return the same responses.
 */

const READ_AND_WRITE = ['memory:read:*', 'memory:write:*']

/** The written data, for {@link responsesOf}. */
export type Fixture = Awaited<ReturnType<typeof writeFixture>>

/** Creates a user with memories and a connected app, and a second app that receives webhooks at `hookUrl`. */
export async function writeFixture(service: TestService, hookUrl: string) {
  const listener = await subscribed(service, hookUrl)
  const { person, developer, app, token } = await service.connected(READ_AND_WRITE)
  await service.ok('POST', '/v1/identities', { cookie: person.cookie, body: { name: 'Ada' } })
  await service.remember(token, [
    { content: 'Runs along the river every Tuesday before work.', scope: 'fitness.trail', pinned: true },
    { content: "Said: „don't\\n“ 🏃🏽‍♀️", scope: 'note', importance: 33.3 },
    { content: 'Finished the Porto half marathon.', scope: 'fitness', occurredAt: '2026-05-03T07:30:00.125+02:00' },
  ])
  const fireAt = new Date(Date.now() + 30 * DAY_MS).toISOString()
  await service.ok('POST', '/v1/schedule', { token, body: { fireAt, kind: 'checkin', payload: { deep: [null, 1.5] } } })
  await service.ok('GET', '/v1/connectors', { cookie: person.cookie })
  return { listener, person, developer, app, token }
}

/** The responses of all reading routes; times of last use are left out, since reading changes them. */
export async function responsesOf(service: TestService, { listener, person, developer, app, token }: Fixture) {
  const { cookie } = person
  const asUser = (path: string) => service.ok('GET', path, { cookie })
  const asDeveloper = (path: string) => service.ok('GET', path, { cookie: developer.cookie })
  const { items: connections } = await asUser('/v1/connections')
  const { items: links } = await asUser('/v1/connectors')
  const [, ...exported] = (await asUser('/v1/export')).split('\n')
  return {
    exported,
    listed: await service.get('/v1/memories?limit=100', token),
    found: await service.get('/v1/memories?query=On which day does she go running?', token),
    schedule: await service.get('/v1/schedule', token),
    identity: await asUser('/v1/identities'),
    // Without the origin: the port differs between services.
    links: links.map(({ url }: { url: string }) => new URL(url).pathname + new URL(url).search),
    connections: connections.map(({ lastUsedAt: _, ...connection }: Record<string, unknown>) => connection),
    app: await asDeveloper(`/v1/dev/apps/${app.id}`),
    subscriptions: await service.ok('GET', `/v1/dev/apps/${listener.app.id}/subscriptions`, {
      cookie: listener.developer.cookie,
    }),
  }
}

/** A service on this data directory or database, with its stored key or the given one. */
export function serviceOn(over: Partial<Config> & { dataDir: string }): Promise<TestService> {
  return testService({ databaseUrl: undefined, secretKey: undefined, ...over })
}

/** Checks that webhooks are still signed, so the encrypted secret can be decrypted. */
export async function expectSigned(service: TestService, { listener }: Fixture): Promise<void> {
  const { cookie } = listener.developer
  const path = `/v1/dev/apps/${listener.app.id}`
  const { id } = await service.ok('POST', `${path}/subscriptions/${listener.subscription.id}/test`, { cookie })
  const read = () => service.ok('GET', `${path}/deliveries/${id}`, { cookie })
  await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe('succeeded')
}
