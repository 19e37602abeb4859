import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/src/foundation/sql/sql.ts'
import { openReceiver } from '../../server/test/receiver.ts'
import { type App, type Person, type TestService, testService } from '../../server/test/service.ts'
import { accesses, faultsOf, openBrowser, sendCredentials } from './browser.ts'

const NAME = 'Trail Coach'
const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness']

let service: TestService
let receiver: Awaited<ReturnType<typeof openReceiver>>
let answer = 200
const browser = openBrowser()
beforeAll(async () => {
  service = await testService()
  receiver = await openReceiver(() => answer)
})
afterAll(async () => {
  await receiver.close()
  await service.stop()
})

/** Opens a page of a new app as its developer. */
async function openAppPage(tab = ''): Promise<{ page: Page; developer: Person; app: App }> {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, SCOPES, { name: NAME })
  const page = await browser.visit(service.url, { as: developer })
  await page.goto(`/developers/apps/${app.id}${tab}`)
  await page.getByRole('heading', { name: NAME, level: 1 }).waitFor()
  return { page, developer, app }
}

async function pick(page: Page, label: string, choice: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: choice }).first().click()
  await page.keyboard.press('Escape')
}

/** The value of a read-only field. */
const fieldValue = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue()

/** Adds the receiver as an endpoint on the webhooks page, and returns its secret. */
async function addEndpoint(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an endpoint' })
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByRole('checkbox', { name: 'memory.created' }).check()
  await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
  await page.getByRole('dialog', { name: 'The signing secret' }).waitFor()
  const secret = await fieldValue(page, 'Signing secret')
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByText(receiver.url).first().waitFor()
  return secret
}

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
  await page.getByLabel('Name').fill(NAME)
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

  await page.getByRole('heading', { name: `${NAME} is registered` }).waitFor()
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
  await consent.getByRole('heading', { name: `${NAME} wants to connect` }).waitFor()
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

test('leaving a page that shows a new secret asks first, until it is copied', async () => {
  const page = await browser.visit(service.url, { as: await service.newDeveloper() })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/developers/apps/new')
  await page.getByLabel('Name').fill(NAME)
  await page.getByRole('button', { name: 'Create the app' }).click()
  await page.getByRole('heading', { name: `${NAME} is registered` }).waitFor()

  const navigation = page.getByRole('navigation', { name: 'Main' })
  const question = page.getByRole('dialog', { name: 'Leave without storing it?' })
  await navigation.getByRole('link', { name: 'Apps' }).click()
  expect(await faultsOf(page)).toEqual([])
  await question.getByRole('button', { name: 'Stay here' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: `${NAME} is registered` }).waitFor()
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
  const { page, app } = await openAppPage()
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

test('a developer adds a test person, calls the API with its token, and removes it', async () => {
  const { page } = await openAppPage()
  const section = page.getByRole('region', { name: 'Test people' })
  await section.getByText('None yet.').waitFor()
  await section.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a test person' })
  await dialog.getByLabel('Name').fill('Robin')
  await dialog.getByRole('button', { name: 'Add the test person' }).click()
  const shown = page.getByRole('dialog', { name: 'The test person’s token' })
  const token = await shown.getByLabel('Connection token', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await section.getByText('10 memories').waitFor()
  expect(await page.content()).not.toContain(token)
  expect((await service.get('/v1/memories', token)).memories).toHaveLength(2)
  await section.getByRole('button', { name: 'Remove Robin' }).click()
  await page.getByRole('dialog', { name: 'Remove Robin?' }).getByRole('button', { name: 'Remove' }).click()
  await section.getByText('None yet.').waitFor()
  expect((await service.call('GET', '/v1/connection', { token })).status).toBe(401)
})

test('a test event arrives with a valid signature, is shown live and replayed, and both secrets sign after a rotation', async () => {
  answer = 200
  const { page, app } = await openAppPage('/webhooks')
  await page.getByRole('banner').getByRole('link', { name: 'Memory Service for developers' }).waitFor()
  await page.getByText('No endpoint yet').waitFor()
  const secret = await addEndpoint(page)
  expect(await page.content()).not.toContain(secret)

  const before = receiver.all.length
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await receiver.until(before + 1)
  const { raw, headers, body } = receiver.all.at(-1)!
  expect(new Webhook(secret).verify(raw, headers as Record<string, string>)).toEqual(body)
  expect(body.type).toBe('webhook.test')
  // The list updates without a reload.
  const deliveries = page.getByRole('region', { name: 'Deliveries' })
  await deliveries.getByText('succeeded').waitFor()
  await deliveries.getByText('webhook.test', { exact: true }).click()
  await deliveries.getByRole('cell', { name: '200' }).waitFor()
  // The response of a private address, such as this receiver's, is not stored.
  await deliveries.getByRole('cell', { name: 'none shown' }).waitFor()
  await storeExcerpt(app, 'taken')

  await page.getByRole('button', { name: 'Send it again' }).click()
  await receiver.until(before + 2)
  expect(receiver.all.at(-1)!.headers['x-service-delivery']).toBe(headers['x-service-delivery'])
  await deliveries.getByRole('cell', { name: '200' }).nth(1).waitFor()
  await deliveries.getByRole('cell', { name: 'taken' }).waitFor()

  await page.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Rotate the secret' }).click()
  await page.getByRole('button', { name: 'Rotate it' }).click()
  const rotated = await fieldValue(page, 'Signing secret')
  await page.getByRole('button', { name: 'I have stored it' }).click()
  expect(rotated).not.toBe(secret)
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await receiver.until(before + 3)
  // For a day, deliveries are signed with both secrets.
  for (const each of [secret, rotated]) {
    const { raw, headers } = receiver.all.at(-1)!
    expect(() => new Webhook(each).verify(raw, headers as Record<string, string>)).not.toThrow()
  }
})

test('every page of an app warns of an endpoint that fails or returned 410', async () => {
  const { page } = await openAppPage('/webhooks')
  await addEndpoint(page)
  answer = 500
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await page.getByText('This endpoint is failing').waitFor()
  const deliveries = page.getByRole('region', { name: 'Deliveries' })
  await deliveries.getByText('retrying', { exact: true }).waitFor()
  await deliveries.getByText(/^500, \d+ ms; next attempt in /).waitFor()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByText('Webhooks do not arrive').waitFor()
  await page.getByRole('alert').getByRole('link', { name: receiver.url }).click()
  await page.getByRole('button', { name: 'Send failed ones again' }).click()
  await page.getByRole('button', { name: 'Send them again' }).click()
  await page.getByText('None has failed for good in that time.').waitFor()

  answer = 410
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await page.getByText('This endpoint is disabled').waitFor()
  await page.getByText('the endpoint answered 410 Gone').waitFor()
  answer = 200
  await page.getByRole('button', { name: 'Enable again' }).click()
  await page.getByText('active', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await deliveries.getByText('succeeded').waitFor()
})

test('the client secret is rotated after a confirmation, and the old one is rejected', async () => {
  const { page, app } = await openAppPage()
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

test('an app is edited, and deleted after a confirmation that explains the effect', async () => {
  const { page, app } = await openAppPage()
  const person = await service.newPerson()
  const token = await service.connect(person, app, SCOPES)
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

/** Stores a response with the first attempt of the app's deliveries, as for a public address. */
async function storeExcerpt({ id }: App, text: string): Promise<void> {
  await service.ports.db.count(sql`
    update deliveries set attempts = jsonb_set(attempts, '{0,response_excerpt}', ${JSON.stringify(text)}::jsonb)
    where app_id = ${id}`)
}

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
