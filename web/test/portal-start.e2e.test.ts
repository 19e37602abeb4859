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
  expect(await total('Errors in 24 hours').textContent()).toMatch(/^1 33.3% of 3 requests/)
  expect(await total('Failing webhooks').textContent()).toMatch(/^1 /)
  const busy = page.getByRole('article', { name: 'Trail Coach' })
  await busy.getByText('1 person · 2 calls this month').waitFor()
  await busy.getByText('3 requests in 24 hours, 1 error').waitFor()
  await page.getByRole('article', { name: 'Quiet App' }).getByText('No requests in 24 hours').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await busy.getByRole('link', { name: 'A webhook is failing' }).click()
  await page.getByText('This endpoint is failing').waitFor()
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
