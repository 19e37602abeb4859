import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../../server/test/service.ts'
import { openBrowser } from './browser.ts'

const SCOPES = ['memory:read:note', 'memory:write:note']

let service: TestService
const browser = openBrowser()
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

test('a developer sees calls arrive, and filters them by failure and route', async () => {
  const { app, developer, token } = await service.connected(SCOPES)
  const page = await browser.visit(service.url, { as: developer })
  await page.goto(`/developers/apps/${app.id}/requests`)
  const rows = page.getByRole('table', { name: 'Requests', exact: true }).getByRole('row')
  await rows.getByText('POST /v1/oauth/token').waitFor()
  await service.get('/v1/memories', token)
  await rows.getByText('GET /v1/memories').waitFor()
  await service.call('GET', '/v1/memories?scope=health', { token })
  await rows.getByText('scope_denied').waitFor()

  await page.reload()
  await page.getByRole('combobox', { name: 'Failure' }).click()
  await page.getByRole('option', { name: 'scope_denied' }).click()
  await expect.poll(() => rows.count()).toBe(2)
  expect(new URL(page.url()).searchParams.get('code')).toBe('scope_denied')
  await page.getByRole('button', { name: 'Only POST /v1/oauth/token' }).click()
  await page.getByText('No matches').waitFor()
  await page.getByText('Show as a table').first().click()
  await page.getByRole('table', { name: 'Requests by hour' }).getByRole('row').nth(1).waitFor()
})

test('a developer of an app without calls learns what to do', async () => {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, SCOPES)
  const page = await browser.visit(service.url, { as: developer })
  await page.goto(`/developers/apps/${app.id}/requests`)
  await page.getByRole('link', { name: 'Make the first call' }).click()
  await page.getByRole('heading', { name: 'The first call' }).waitFor()
})
