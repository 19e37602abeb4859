import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/src/foundation/sql/sql.ts'
import { type TestService, testService } from '../../server/test/service.ts'
import { APP_SCOPES } from './app-pages.ts'
import { faultsOf, openBrowser } from './browser.ts'

let service: TestService
const browser = openBrowser()
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

test('the start page says the calls, people, errors and failing webhooks of all apps and of each', async () => {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, APP_SCOPES, { name: 'Trail Coach' })
  await service.newApp(developer, APP_SCOPES, { name: 'Quiet App' })
  const token = await service.connect(await service.newPerson(), app, APP_SCOPES)
  await service.remember(token, [{ content: 'Runs on Sundays.', scope: 'fitness' }])
  await service.call('GET', '/v1/memories?scope=health', { token })
  await service.ok('POST', `/v1/dev/apps/${app.id}/subscriptions`, {
    cookie: developer.cookie,
    body: { url: 'http://127.0.0.1:9/', events: ['memory.created'] },
  })
  await service.ports.db.count(sql`update webhook_subscriptions set failing_since = now() where app_id = ${app.id}`)
  const page = await browser.visit(service.url, { as: developer })
  await page.goto('/developers/apps')
  const total = (name: string) => page.getByRole('definition').and(page.locator(`dt:has-text("${name}") + dd`))
  await expect.poll(() => total('Calls this month').textContent()).toMatch(/^2 of 10,000/)
  expect(await total('People connected').textContent()).toMatch(/^1 of /)
  expect(await total('Errors since').textContent()).toMatch(/^1 33.3% of 3 requests/)
  expect(await total('Failing webhooks').textContent()).toMatch(/^1 last delivery failed/)
  const busy = page.getByRole('article', { name: 'Trail Coach' })
  await busy.getByText('1 person · 2 calls this month').waitFor()
  await busy.getByText(/^3 requests since .+, 1 error$/).waitFor()
  await page
    .getByRole('article', { name: 'Quiet App' })
    .getByText(/^No requests since /)
    .waitFor()
  expect(await faultsOf(page)).toEqual([])
  await busy.getByRole('link', { name: 'A webhook failed' }).click()
  await page.getByText('This endpoint is failing').waitFor()
})

test('the start page shows the apps before their numbers, which move nothing', async () => {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, APP_SCOPES, { name: 'Trail Coach' })
  await service.connect(await service.newPerson(), app, APP_SCOPES)
  await service.ok('POST', `/v1/dev/apps/${app.id}/subscriptions`, {
    cookie: developer.cookie,
    body: { url: 'http://127.0.0.1:9/', events: ['memory.created'] },
  })
  await service.ports.db.count(sql`update webhook_subscriptions set failing_since = now() where app_id = ${app.id}`)
  for (const width of [390, 1280]) {
    const page = await browser.visit(service.url, { as: developer, width })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/v1/dev/overview', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/developers/apps')
    const row = page.getByRole('article', { name: 'Trail Coach' })
    await row.getByRole('link', { name: 'Trail Coach' }).waitFor()
    expect(await row.getByText('this month').count()).toBe(0)
    const before = await row.boundingBox()
    expect(await faultsOf(page)).toEqual([])
    release()
    await row.getByText('1 person · 0 calls this month').waitFor()
    await row.getByRole('link', { name: 'A webhook failed' }).waitFor()
    expect(await row.boundingBox(), `${width} pixels`).toEqual(before)
  }
})

test('the start page shows the apps if their numbers cannot be read', async () => {
  const developer = await service.newDeveloper()
  await service.newApp(developer, APP_SCOPES, { name: 'Trail Coach' })
  const page = await browser.visit(service.url, { as: developer })
  await page.route('**/v1/dev/overview', (route) =>
    route.fulfill({ status: 404, json: { error: { code: 'not_found', message: 'Not found.' } } }),
  )
  await page.goto('/developers/apps')
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
  await page.getByRole('article', { name: 'Trail Coach' }).getByRole('link').waitFor()
  await page.unroute('**/v1/dev/overview')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('0 people · 0 calls this month').waitFor()
})

test('what an app did for a test person is marked in its logs', async () => {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, APP_SCOPES, { name: 'Trail Coach' })
  const path = `/v1/dev/apps/${app.id}/test-people`
  const { connection_token: test } = await service.ok('POST', path, { cookie: developer.cookie, body: {} })
  const real = await service.connect(await service.newPerson(), app, APP_SCOPES)
  await service.get('/v1/memories?query=running', test)
  await service.get('/v1/memories', real)
  const page = await browser.visit(service.url, { as: developer })
  await page.goto(`/developers/apps/${app.id}/requests`)
  const requests = page.getByRole('table', { name: 'Requests' }).getByRole('row', { name: /GET \/v1\/memories/ })
  await expect.poll(() => requests.count()).toBe(2)
  expect(await requests.filter({ hasText: 'test' }).count()).toBe(1)
  await page.goto(`/developers/apps/${app.id}/audit`)
  const recall = page.getByRole('row', { name: /memories\.recall/ })
  await recall.getByText('test', { exact: true }).waitFor()
  const list = page.getByRole('row', { name: /memories\.list/ })
  expect(await list.getByText('test', { exact: true }).count()).toBe(0)
})
