import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../../server/test/service.ts'
import { openAppPage } from './app-pages.ts'
import { openBrowser } from './browser.ts'

let service: TestService
const browser = openBrowser()
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

test('a test person is made with one click, and the app has a token for them until they are removed', async () => {
  const { page } = await openAppPage(service, browser)
  const section = page.getByRole('region', { name: 'Test people' })
  await section.getByText('None yet.').waitFor()
  await section.getByRole('button', { name: 'Make a test person' }).click()
  const shown = page.getByRole('dialog', { name: 'The test person’s token' })
  const token = await shown.getByLabel('Connection token', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await section.getByText(/^10 memories/).waitFor()
  expect(await page.content()).not.toContain(token)
  expect((await service.get('/v1/memories', token)).memories).toHaveLength(2)
  await section.getByRole('button', { name: 'Remove Test person' }).click()
  await page.getByRole('dialog', { name: 'Remove Test person?' }).getByRole('button', { name: 'Remove' }).click()
  await section.getByText('None yet.').waitFor()
  expect((await service.call('GET', '/v1/connection', { token })).status).toBe(401)
})

test('a test person has the name and the memories that the developer chooses', async () => {
  const { page } = await openAppPage(service, browser)
  const section = page.getByRole('region', { name: 'Test people' })
  await section.getByRole('button', { name: 'With a name' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a test person' })
  await dialog.getByLabel('Name').fill('Robin')
  await dialog.getByRole('checkbox', { name: 'Store sample memories' }).uncheck()
  await dialog.getByRole('button', { name: 'Add the test person' }).click()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await section.getByText('Robin').waitFor()
  await section.getByText(/^0 memories/).waitFor()
})
