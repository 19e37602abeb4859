import { sql } from '../../server/src/foundation/sql/sql.ts'
import { openReceiver, type Received } from '../../server/test/receiver.ts'
import type { TestService } from '../../server/test/service.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const DAYS = 20
const SCOPES = ['memory:read:fitness.*', 'memory:read:sleep', 'memory:write:fitness.*', 'context:read:coach']
const ABOUT = {
  name: 'Trail Coach',
  description: 'A running coach that remembers how your last run felt.',
  homepageUrl: 'https://trail-coach.example',
  privacyUrl: 'https://trail-coach.example/privacy',
  redirect_uris: ['https://trail-coach.example/callback'],
  manifest: { intents: ['coach'], eventTypes: ['workout.completed'] },
}

/** Creates a developer with two apps. One has weeks of usage and a working, a failing and a disabled endpoint. */
export async function seedPortal(service: TestService) {
  const grace = await service.newDeveloper()
  const { cookie } = grace
  const app = await service.newApp(grace, SCOPES, ABOUT)
  await service.newApp(grace, ['identity:read'], { name: 'Morning Brief' })
  const token = await service.connect(await service.newPerson(), app, SCOPES)
  await service.remember(token, [{ content: 'Runs along the river every Tuesday.', scope: 'fitness' }])
  await service.get('/v1/memories?query=running', token)
  const path = `/v1/dev/apps/${app.id}`
  await service.ok('POST', `${path}/test-people`, { cookie, body: { name: 'Robin', sampleMemories: true } })
  const receiver = await openReceiver(({ path }: Received) => (path.endsWith('/broken') ? 503 : 200))
  const subscribe = async (rest: string, description: string): Promise<string> => {
    const body = { url: `${receiver.url}${rest}`, events: ['memory.created', 'connection.revoked'], description }
    return (await service.ok('POST', `${path}/subscriptions`, { cookie, body })).subscription.id
  }
  const good = await subscribe('', 'The web app')
  const broken = await subscribe('/broken', 'The night batch')
  const off = await subscribe('/old', 'Before the move')
  for (const id of [good, broken, good]) await service.ok('POST', `${path}/subscriptions/${id}/test`, { cookie })
  await service.ok('PATCH', `${path}/subscriptions/${off}`, { cookie, body: { status: 'disabled' } })
  await receiver.once(() => receiver.all.filter(({ responded }) => responded).length >= 3)
  await seedUsage(service, app.id, grace.id)
  await seedRequests(service, app.id)
  return { grace, app, receiver }
}

/** Inserts the numbers of the requests of the last day, with some errors. */
async function seedRequests({ ports: { db } }: TestService, appId: string): Promise<void> {
  for (let ago = 1; ago < 24; ago++) {
    const hour = new Date(Math.floor(Date.now() / HOUR_MS - ago) * HOUR_MS).toISOString()
    for (const [status, code, requests] of [
      [200, '', 4 + ((ago * 13) % 17)],
      [403, 'scope_denied', ago % 5 ? 0 : 3],
    ] as const)
      await db.count(sql`
        insert into app_request_hours (app_id, hour, method, route, status, code, latency, requests)
        values (${appId}, ${hour}::timestamptz, 'GET', '/v1/memories', ${status}, ${code}, ${ago % 4}, ${requests})`)
  }
}

/** Inserts usage of the last weeks with irregular numbers. */
async function seedUsage({ ports: { db } }: TestService, appId: string, developerId: string): Promise<void> {
  for (let ago = 1; ago <= DAYS; ago++) {
    const day = new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
    const calls = 90 + ((ago * 37) % 110)
    await db.count(sql`
      insert into usage_days (app_id, day, developer_id, api_calls, memory_writes, context_requests, hosted_tokens_in,
        hosted_tokens_out)
      values (${appId}, ${day}::date, ${developerId}, ${calls}, ${calls % 40}, ${calls % 23}, ${calls * 61},
        ${calls * 17})`)
  }
}
