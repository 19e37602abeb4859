import { vi } from 'vitest'
import { events } from '../src/app.ts'
import type { Delivery } from '../src/domain/webhooks/deliveries.ts'
import { subscribableTypes } from '../src/domain/webhooks/event.ts'
import type { App, Person, TestService } from './service.ts'

/* Helpers for tests of webhooks: a settable clock, and an app with a subscription. */

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const POLL = { interval: 20, timeout: 30_000 }

/** A clock that can be set and then runs at normal speed. */
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

export const EVERY_EVENT = subscribableTypes(events)
export const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*', 'signal:emit']
export const MANIFEST = { eventTypes: ['workout.completed'] }

/** Calls of the developer API for one app: its subscriptions and deliveries. */
export function portalOf(service: TestService, developer: Person, app: App) {
  const path = `/v1/dev/apps/${app.id}`
  const { cookie } = developer
  // Signs in each time, because sessions expire while tests move the clock.
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
    /** Waits until a delivery meets the condition, and returns it. */
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

/** A user and a connected app that has a subscription to `url`, may read fitness memories and declares workout signals. */
export async function subscribed(service: TestService, url: string, events?: string[]) {
  const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
  const app = await service.newApp(developer, SCOPES, { manifest: MANIFEST })
  const token = await service.connect(person, app, SCOPES)
  const portal = portalOf(service, developer, app)
  const { subscription, secret } = await portal.subscribe(url, events)
  return { person, developer, app, token, portal, subscription, secret }
}

/** Writes one memory and returns its id. */
export async function rememberOne(service: TestService, token: string, scope = 'fitness'): Promise<string> {
  const { memoryIds } = await service.remember(token, [{ content: 'Runs on Tuesdays.', scope }])
  return memoryIds[0]
}

/** The id of a user's only connection. */
export async function connectionOf(service: TestService, person: Person): Promise<string> {
  const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
  return items[0].id
}
