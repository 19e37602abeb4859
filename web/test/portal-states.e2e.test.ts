import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { sql } from '../../server/src/foundation/sql/sql.ts'
import { openReceiver } from '../../server/test/receiver.ts'
import { type Person, type TestService, testService } from '../../server/test/service.ts'
import { openBrowser } from './browser.ts'
import { checkPage, flowScreens, type Screen, screenOf } from './check-pages.ts'

/* States of the portal that a page has beside its first one: forms, dialogs, secrets, results, empty lists, long names. */

const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*']
const LONG_NAME = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenverwaltung'
const LONG_URI = `https://${'a'.repeat(60)}.example/${'callback/'.repeat(12)}`

let service: TestService
let receiver: Awaited<ReturnType<typeof openReceiver>>
const browser = openBrowser()
beforeAll(async () => {
  service = await testService()
  receiver = await openReceiver(() => 503)
})
afterAll(async () => {
  await receiver.close()
  await service.stop()
})

describe.each(flowScreens)('on a %s', (screen: Screen) => {
  const open = async (path: string, as?: Person): Promise<Page> => {
    const page = await browser.visit(service.url, { ...screenOf(screen), as })
    await page.goto(path)
    return page
  }
  const check = (page: Page, name: string) => checkPage(page, `state-${name}`, screen)

  test('a new app: no app yet, a form that is refused, and the credentials', async () => {
    const page = await open('/developers/apps', await service.newDeveloper())
    await page.getByText('No app yet').waitFor()
    await check(page, 'no-apps')
    await page.getByRole('link', { name: 'Create your first app' }).click()
    await page.getByRole('button', { name: 'Create the app' }).click()
    await page.getByText('This cannot be empty.').waitFor()
    await check(page, 'new-app-refused')
    await page.getByLabel('Name').fill('Trail Coach')
    await page.getByLabel('Any other scope').fill('memory:read:fitness.*')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Create the app' }).click()
    await page.getByRole('heading', { name: 'Trail Coach is registered' }).waitFor()
    await check(page, 'app-registered')
  }, 300_000)

  test('an app whose tokens are bound: its page, its form, and questions before what cannot be undone', async () => {
    const developer = await service.newDeveloper()
    const app = await service.newApp(developer, SCOPES, { name: 'Trail Coach', dpop_bound_access_tokens: true })
    const page = await open(`/developers/apps/${app.id}`, developer)
    const bound = page.getByText('Requires bound tokens').first()
    await bound.scrollIntoViewIfNeeded()
    await check(page, 'bound-tokens')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const option = page.getByRole('checkbox', { name: 'Require bound tokens' })
    await option.scrollIntoViewIfNeeded()
    await check(page, 'app-form')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Rotate the secret' }).click()
    await page.getByRole('dialog', { name: 'Rotate the client secret?' }).waitFor()
    await check(page, 'rotate-secret')
    await page.getByRole('button', { name: 'Rotate it' }).click()
    await page.getByRole('dialog', { name: 'The new client secret' }).waitFor()
    await check(page, 'new-secret')
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete it for good' }).waitFor()
    await check(page, 'delete-app')
  }, 300_000)

  test('test people: none, the form and the token; and a call for one', async () => {
    const developer = await service.newDeveloper()
    const app = await service.newApp(developer, SCOPES, { name: 'Trail Coach' })
    const page = await open(`/developers/apps/${app.id}`, developer)
    const section = page.getByRole('region', { name: 'Test people' })
    await section.getByText('None yet.').scrollIntoViewIfNeeded()
    await section.getByRole('button', { name: 'With a name' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a test person' })
    await dialog.getByLabel('Name').fill('Robin')
    await check(page, 'add-test-person')
    await dialog.getByRole('button', { name: 'Add the test person' }).click()
    await page.getByRole('dialog', { name: 'The test person’s token' }).waitFor()
    await check(page, 'test-person-token')
    await page.goto('/developers/reference/findMemories')
    await page.getByRole('button', { name: 'Make a test person' }).click()
    await page.getByLabel('query', { exact: true }).fill('running')
    await page.getByRole('button', { name: 'Send' }).click()
    const answer = page.getByRole('figure', { name: 'Body of the answer' })
    await answer.getByText('"memories"').waitFor()
    await answer.scrollIntoViewIfNeeded()
    await check(page, 'try-it')
  }, 300_000)

  test('a webhook: none, the form, its secret, and a test event that does not arrive', async () => {
    const developer = await service.newDeveloper()
    const app = await service.newApp(developer, SCOPES, { name: 'Trail Coach' })
    const page = await open(`/developers/apps/${app.id}/webhooks`, developer)
    await page.getByText('No endpoint yet').waitFor()
    await check(page, 'no-webhooks')
    await page.getByRole('button', { name: 'Add an endpoint' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an endpoint' })
    await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
    await dialog.getByText('Pick at least one event.').waitFor()
    await check(page, 'endpoint-refused')
    await dialog.getByLabel('Address').fill(`${receiver.url}/${'long/'.repeat(20)}`)
    await dialog.getByRole('checkbox', { name: 'memory.created' }).check()
    await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
    await page.getByRole('dialog', { name: 'The signing secret' }).waitFor()
    await check(page, 'endpoint-secret')
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByRole('status').getByText('The test event did not arrive').waitFor()
    await check(page, 'test-event')
    await page.getByRole('button', { name: 'Retry 1 shown' }).waitFor()
    await service.ports.db.count(sql`update deliveries set status = 'failed' where app_id = ${app.id}`)
    await page.getByRole('button', { name: 'Resend failed (1)' }).click()
    await page.getByText('1 delivery has failed since then.').waitFor()
    await check(page, 'resend-failed')
  }, 300_000)

  test('an app that was not used yet, one with long names, and pages for visitors', async () => {
    const developer = await service.newDeveloper()
    const app = await service.newApp(developer, SCOPES, {
      name: LONG_NAME,
      description: `${LONG_NAME}.`,
      redirect_uris: [LONG_URI],
    })
    const page = await open(`/developers/apps/${app.id}`, developer)
    await page.getByRole('heading', { name: 'Credentials' }).waitFor()
    await check(page, 'long-app')
    const empty = async (tab: string, words: string) => {
      await page.goto(`/developers/apps/${app.id}/${tab}`)
      await page.getByText(words).first().waitFor()
      await check(page, `empty-${tab}`)
    }
    await empty('requests', 'No requests in the last day')
    await empty('usage', 'People connected, all apps')
    await empty('audit', 'No reads or writes yet')
    await page.goto('/developers/apps')
    await page.getByText(LONG_NAME).first().waitFor()
    await check(page, 'long-apps')
    const visitor = await open('/developers/reference')
    await visitor.getByLabel('Search the routes').fill('zeppelin')
    await visitor.getByText('No matches').waitFor()
    await check(visitor, 'no-route')
    await visitor.goto('/developers/docs/no-such-guide')
    await visitor.getByRole('heading', { name: 'There is no guide here' }).waitFor()
    await check(visitor, 'no-guide')
  }, 300_000)
})
