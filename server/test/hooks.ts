import { vi } from 'vitest'
import type { Delivery } from '../src/domain/webhooks/deliveries.ts'
import type { App, Person, TestService } from './service.ts'

/*
 * What tests of webhooks share: a clock that can be set, and an app that listens.
 */

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const POLL = { interval: 20, timeout: 30_000 }

/** A clock that runs as the real one does, from wherever it is set to. */
export function openClock() {
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  return {
    now,
    set(to: Date | string) {
      ahead = new Date(to).getTime() - Date.now()
    },
    jump(ms: number) {
      ahead += ms
    },
  }
}

export const EVERY_EVENT = ['memory.created', 'signal.created', 'schedule.fired', 'connection.revoked']
export const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*', 'signal:emit']
export const MANIFEST = { eventTypes: ['workout.completed'] }

/** The developer's side of one app: its subscriptions and deliveries, through the front door. */
export function portalOf(service: TestService, developer: Person, app: App) {
  const path = `/v1/dev/apps/${app.id}`
  const { cookie } = developer
  // Sessions end while tests jump from day to day.
  async function session(): Promise<string> {
    const body = { email: developer.email, password: service.password }
    const { headers } = await service.call('POST', '/v1/dev/auth/login', { body })
    return headers.getSetCookie()[0]?.split(';')[0] ?? cookie
  }
  async function deliveries(query = ''): Promise<Delivery[]> {
    return (await service.ok('GET', `${path}/deliveries${query}`, { cookie: await session() })).items
  }
  return {
    path,
    session,
    deliveries,
    async ask(method: string, rest: string, body?: unknown) {
      return service.ok(method, path + rest, { cookie: await session(), body })
    },
    subscribe: (
      url: string,
      events: string[] = EVERY_EVENT,
    ): Promise<{ subscription: { id: string }; secret: string }> =>
      service.ok('POST', `${path}/subscriptions`, { cookie, body: { url, events } }),
    /** Waits until one delivery is as asked for, and gives it. */
    async when(id: string, is: (delivery: Delivery) => boolean): Promise<Delivery> {
      const cookie = await session()
      const read = (): Promise<Delivery> => service.ok('GET', `${path}/deliveries/${id}`, { cookie })
      return vi.waitFor(async () => {
        const delivery = await read()
        if (!is(delivery)) throw new Error(`the delivery is ${JSON.stringify(delivery)}`)
        return delivery
      }, POLL)
    },
  }
}

/** A person and an app that is connected to them, listens at `url`, and may be told of fitness and workouts. */
export async function listening(service: TestService, url: string, events?: string[]) {
  const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
  const app = await service.newApp(developer, SCOPES, { manifest: MANIFEST })
  const token = await service.connect(person, app, SCOPES)
  const portal = portalOf(service, developer, app)
  const { subscription, secret } = await portal.subscribe(url, events)
  return { person, developer, app, token, portal, subscription, secret }
}

/** Remembers one thing about fitness, and gives its id. */
export async function rememberOne(service: TestService, token: string, scope = 'fitness'): Promise<string> {
  const { memoryIds } = await service.remember(token, [{ content: 'Runs on Tuesdays.', scope }])
  return memoryIds[0]
}

/** The id of the only connection of a person. */
export async function connectionOf(service: TestService, person: Person): Promise<string> {
  const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
  return items[0].id
}
