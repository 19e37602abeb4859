import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS, openClock } from '../../server/test/hooks.ts'
import { type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser } from './browser.ts'

const clock = openClock()
let service: TestService
const browser = openBrowser()
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
})
afterAll(() => service.stop())

test('a developer ends what was set lately after a confirmation', async () => {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, ['memory:read:note'], { name: 'Trail Coach' })
  const body = { url: 'https://evil.example/hook', events: ['memory.created'] }
  await service.ok('POST', `/v1/dev/apps/${app.id}/subscriptions`, { cookie: developer.cookie, body })
  const page = await browser.visit(service.url, { as: developer })
  await page.goto('/developers/settings')
  await page.getByText('Webhook endpoint of Trail Coach: https://evil.example/hook').waitFor()
  await page.getByText('Registered the app Trail Coach').waitFor()
  clock.jump(16 * MINUTE_MS)
  await page.getByRole('button', { name: 'This was not me: end all of these' }).click()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'End all of these', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password', { exact: true }).fill(service.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Nothing in the last 30 days.').waitFor()
  // The page has a session of its own now.
  const account = { email: developer.email, password: service.password }
  const { headers } = await service.call('POST', '/v1/dev/auth/login', { body: account })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] as string
  const { items } = await service.ok('GET', `/v1/dev/apps/${app.id}/subscriptions`, { cookie })
  expect(items).toMatchObject([{ status: 'disabled' }])
})

test('a developer sees who connected, and ends it', async () => {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, ['memory:read:note'], { name: 'Trail Coach' })
  await service.connect(await service.newPerson(), app, ['memory:read:note'])
  const page = await browser.visit(service.url, { as: developer })
  await page.goto('/developers/settings')
  await page.getByText('People connected to Trail Coach (1)').waitFor()
  await page.getByRole('button', { name: 'This was not me: end all of these' }).click()
  await page.getByRole('button', { name: 'End all of these', exact: true }).click()
  await page.getByText('People connected to Trail Coach').waitFor({ state: 'detached' })
  const query = { cookie: developer.cookie }
  const { items } = await service.ok('GET', `/v1/dev/apps/${app.id}/connections`, query)
  expect(items).toMatchObject([{ status: 'revoked' }])
})
