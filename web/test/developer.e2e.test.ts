import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../../server/test/service.ts'
import { APP_NAME, APP_SCOPES, fieldValue, openAppPage, pick } from './app-pages.ts'
import { accesses, openBrowser, sendCredentials } from './browser.ts'

let service: TestService
const browser = openBrowser()
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

test('a new developer registers an app, and the examples of its page work', async () => {
  const page = await browser.visit(service.url)
  await page.goto('/developers')
  await page.getByRole('link', { name: 'Create a developer account' }).click()
  await sendCredentials(page, { email: 'grace@example.com', password: service.password, name: 'Grace' })
  await page.getByText('No app yet').waitFor()
  await page.getByRole('link', { name: 'Create your first app' }).click()

  // The page validates nothing itself: the errors are those of the API.
  await page.getByRole('button', { name: 'Create the app' }).click()
  await page.getByText('This cannot be empty.').waitFor()
  await page.getByLabel('Name').fill(APP_NAME)
  await page.getByLabel('Redirect URIs').fill('ftp://nowhere')
  await page.getByRole('button', { name: 'Create the app' }).click()
  await page.getByText('must be an https URL').waitFor()
  await page.getByLabel('Redirect URIs').fill('')

  await pick(page, 'Read memories about', 'fitness.*')
  await pick(page, 'Write memories about', 'fitness')
  await page.getByRole('button', { name: 'What this means: Fitness' }).click()
  await page.getByText('Runs along the river every Tuesday.').first().waitFor()
  const other = page.getByLabel('Any other scope')
  await other.fill('memory:read:Fitness!')
  await page.getByText('must be a consent scope such as memory:read:fitness.*; got memory:read:Fitness!').waitFor()
  expect(await page.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true)
  await other.fill('memory:read:trailmap')
  await page.getByText('a name the app has chosen itself').waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('the app’s own topic').waitFor()
  await page.getByRole('button', { name: 'Create the app' }).click()

  await page.getByRole('heading', { name: `${APP_NAME} is registered` }).waitFor()
  // The credentials are in view, although the submit button was at the end of a long form.
  expect(await page.evaluate('scrollY')).toBe(0)
  const [clientId, secret] = [await fieldValue(page, 'Client id'), await fieldValue(page, 'Client secret')]
  expect([clientId, secret]).toEqual([expect.stringMatching(/^cli_/), expect.stringMatching(/^sec_/)])

  // The developer allows the app with a user account and gets the code.
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Try it' }).click()
  const consent = await opened
  await consent.getByRole('button', { name: 'Create an account' }).click()
  await sendCredentials(consent, { email: 'grace@example.com', password: service.password, name: 'Grace' })
  await consent.getByRole('heading', { name: `${APP_NAME} wants to connect` }).waitFor()
  expect(await accesses(consent)).toEqual(['Fitness: Read and change', '“Trailmap”: Read'])
  await consent.getByRole('button', { name: 'Allow' }).click()
  const code = await fieldValue(consent, 'Code')

  await page.getByLabel('Code', { exact: true }).fill(code)
  const exchange = await page.getByRole('figure', { name: 'Exchange' }).getByRole('code').innerText()
  const token = String((await runCurl(exchange)).connection_token)
  await page.getByLabel('Connection token').fill(token)
  const remember = await page.getByRole('figure', { name: 'Remember something' }).getByRole('code').innerText()
  expect(await runCurl(remember)).toMatchObject({ accepted: true })

  await page.getByText('JavaScript', { exact: true }).click()
  const recall = await page.getByRole('figure', { name: 'Recall it' }).getByRole('code').innerText()
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', recall])
  expect(stdout).toContain('Runs along the river every Tuesday.')

  // The secret is not shown again.
  await page.getByRole('link', { name: 'I have stored them; go to the app' }).click()
  await page.getByRole('heading', { name: 'Credentials' }).waitFor()
  expect(await page.content()).not.toContain(secret)
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.getByText('Show as a table').first().waitFor()
  await page.getByText('of 10,000').waitFor()
  expect(await sumOfTable(page, 'API calls by day')).toBeGreaterThanOrEqual(2)
  expect(await sumOfTable(page, 'Memories written by day')).toBe(1)
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('row', { name: /memories.write 1 fitness/ }).waitFor()
  await pick(page, 'Action', 'memories.recall')
  await page.getByRole('row', { name: /memories.write/ }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /memories.recall/ }).waitFor()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('an app is edited, and deleted after a confirmation that explains the effect', async () => {
  const { page, app } = await openAppPage(service, browser)
  const person = await service.newPerson()
  const token = await service.connect(person, app, APP_SCOPES)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Name').fill('Hill Coach')
  await page.getByLabel('Redirect URIs').fill('https://hill.example/a\nhttps://hill.example/b')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Hill Coach', level: 1 }).waitFor()
  await page.getByText('https://hill.example/b').waitFor()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByText('Everybody is disconnected from it').waitFor()
  await page.getByRole('button', { name: 'Delete it for good' }).click()
  await page.getByText('No app yet').waitFor()
  expect((await service.call('GET', '/v1/connection', { token })).status).toBe(401)
})

/** Sends the request of a curl command and returns the response; expects 200. */
async function runCurl(line: string): Promise<Record<string, unknown>> {
  const [, method, url] = /^curl (?:-X (\w+) )?'([^']+)'/.exec(line) ?? []
  const headers = [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name, value])
  const [, body] = /-d '(.+)'$/s.exec(line) ?? []
  const response = await fetch(url!, { method, headers: Object.fromEntries(headers), body })
  expect(response.status).toBe(200)
  return response.json() as Promise<Record<string, unknown>>
}

/** Opens the table below a chart and returns the sum of its cells. */
async function sumOfTable(page: Page, name: string): Promise<number> {
  await page.locator('details', { hasText: name }).getByText('Show as a table').click()
  const cells = await page.getByRole('table', { name }).getByRole('cell').allInnerTexts()
  return cells.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0)
}
