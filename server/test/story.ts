import { expect } from 'vitest'
import type { Config } from '../src/foundation/config.ts'
import { DAY_MS, listening } from './hooks.ts'
import { type TestService, testService } from './service.ts'

/*
 * A little of everything, told through the front door, and everything asked about it again: on the same data another
 * service gives the same answers.
 */

const READ_AND_WRITE = ['memory:read:*', 'memory:write:*']

/** What happened, for {@link answersOf}. */
export type Story = Awaited<ReturnType<typeof tellStory>>

/** A person with memories and a chat of apps around them; an app that is told of events at `hookUrl`. */
export async function tellStory(service: TestService, hookUrl: string) {
  const told = await listening(service, hookUrl)
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
  return { told, person, developer, app, token }
}

/** What the front door says of a story; times of use are left out, as asking changes them. */
export async function answersOf(service: TestService, { told, person, developer, app, token }: Story) {
  const { cookie } = person
  const asPerson = (path: string) => service.ok('GET', path, { cookie })
  const asDeveloper = (path: string) => service.ok('GET', path, { cookie: developer.cookie })
  const { items: connections } = await asPerson('/v1/connections')
  const { items: links } = await asPerson('/v1/connectors')
  const [, ...exported] = (await asPerson('/v1/export')).split('\n')
  return {
    exported,
    listed: await service.get('/v1/memories?limit=100', token),
    found: await service.get('/v1/memories?query=On which day does she go running?', token),
    schedule: await service.get('/v1/schedule', token),
    identity: await asPerson('/v1/identities'),
    // The port differs, what is behind it does not.
    links: links.map(({ url }: { url: string }) => new URL(url).pathname + new URL(url).search),
    connections: connections.map(({ lastUsedAt: _, ...connection }: Record<string, unknown>) => connection),
    app: await asDeveloper(`/v1/dev/apps/${app.id}`),
    subscriptions: await service.ok('GET', `/v1/dev/apps/${told.app.id}/subscriptions`, {
      cookie: told.developer.cookie,
    }),
  }
}

/** A service on this data directory, or on this database, with the key it keeps or the one that is given. */
export function serviceOn(over: Partial<Config> & { dataDir: string }): Promise<TestService> {
  return testService({ databaseUrl: undefined, secretKey: undefined, ...over })
}

/** The service still signs what it tells the app, so what was sealed opens. */
export async function expectSigned(service: TestService, { told }: Story): Promise<void> {
  const { cookie } = told.developer
  const path = `/v1/dev/apps/${told.app.id}`
  const { id } = await service.ok('POST', `${path}/subscriptions/${told.subscription.id}/test`, { cookie })
  const read = () => service.ok('GET', `${path}/deliveries/${id}`, { cookie })
  await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe('succeeded')
}
