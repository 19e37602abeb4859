import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../../server/test/service.ts'
import { APP_NAME, fieldValue, openAppPage } from './app-pages.ts'
import { faultsOf, openBrowser } from './browser.ts'

let service: TestService
const browser = openBrowser()
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

test('leaving a page that shows a new secret asks first, until it is copied', async () => {
  const page = await browser.visit(service.url, { as: await service.newDeveloper() })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/developers/apps/new')
  await page.getByLabel('Name').fill(APP_NAME)
  await page.getByRole('button', { name: 'Create the app' }).click()
  await page.getByRole('heading', { name: `${APP_NAME} is registered` }).waitFor()

  const navigation = page.getByRole('navigation', { name: 'Main' })
  const question = page.getByRole('dialog', { name: 'Leave without storing it?' })
  await navigation.getByRole('link', { name: 'Apps' }).click()
  expect(await faultsOf(page)).toEqual([])
  await question.getByRole('button', { name: 'Stay here' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: `${APP_NAME} is registered` }).waitFor()
  const warned = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const warning = await warned
  expect(warning.type()).toBe('beforeunload')
  await warning.dismiss()

  await page.getByRole('button', { name: 'Copy: Client secret' }).click()
  await page.getByText('Copied').waitFor()
  await navigation.getByRole('link', { name: 'Apps' }).click()
  await page.getByRole('heading', { name: 'Apps', level: 1 }).waitFor()
})

test('the back button asks before it leaves a dialog with a new secret', async () => {
  const { page, app } = await openAppPage(service, browser)
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  await page.getByRole('button', { name: 'Rotate it' }).click()
  const secret = page.getByRole('dialog', { name: 'The new client secret' })
  await secret.waitFor()
  const question = page.getByRole('dialog', { name: 'Leave without storing it?' })
  await page.evaluate('history.back()')
  await question.getByRole('button', { name: 'Stay here' }).click()
  await question.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(`/developers/apps/${app.id}`)
  await page.evaluate('history.back()')
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await secret.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/developers/apps/${app.id}/usage`)
})

test('the client secret is rotated after a confirmation, and the old one is rejected', async () => {
  const { page, app } = await openAppPage(service, browser)
  const exchange = (client_secret: string) =>
    service.call('POST', '/v1/oauth/token', { body: { code: 'cod_x', client_id: app.client_id, client_secret } })
  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  const question = page.getByRole('dialog', { name: 'Rotate the client secret?' })
  await question.getByText('The old secret stops working at once').waitFor()
  await question.getByRole('button', { name: 'Rotate it' }).click()
  await page.getByRole('dialog', { name: 'The new client secret' }).waitFor()
  const rotated = await fieldValue(page, 'Client secret')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'Credentials' }).waitFor()
  expect(await page.content()).not.toContain(rotated)
  expect((await exchange(app.client_secret)).body.error.code).toBe('invalid_client')
  expect((await exchange(rotated)).body.error.code).toBe('invalid_grant')
})
