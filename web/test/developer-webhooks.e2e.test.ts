import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/src/foundation/sql/sql.ts'
import { openReceiver } from '../../server/test/receiver.ts'
import { type App, type TestService, testService } from '../../server/test/service.ts'
import { inputTime } from '../src/portal/webhooks/input-time.ts'
import { fieldValue, openAppPage } from './app-pages.ts'
import { faultsOf, openBrowser } from './browser.ts'

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

test('a test event arrives with a valid signature, is shown live and replayed, and both secrets sign after a rotation', async () => {
  answer = 200
  const { page, app } = await openAppPage(service, browser, '/webhooks')
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

test('the first page of an app warns of an endpoint that fails or returned 410, and the tab is marked on all', async () => {
  const { page } = await openAppPage(service, browser, '/webhooks')
  await addEndpoint(page)
  answer = 500
  const before = receiver.all.length
  await page.getByRole('button', { name: 'Send a test event' }).click()
  // The result of the test says it, so no second note does.
  await page.getByRole('status').getByText('The test event did not arrive').waitFor()
  await page.getByText('failing', { exact: true }).waitFor()
  expect(await page.getByText('This endpoint is failing').count()).toBe(0)
  const deliveries = page.getByRole('region', { name: 'Deliveries' })
  await deliveries.getByText('retrying', { exact: true }).waitFor()
  await deliveries.getByText(/^500, \d+ ms; next attempt in /).waitFor()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByText('Webhooks do not arrive').waitFor()
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByRole('heading', { name: 'Requests', level: 2, exact: true }).waitFor()
  await page.getByRole('link', { name: 'Webhooks failing' }).waitFor()
  expect(await page.getByText('Webhooks do not arrive').count()).toBe(0)
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('alert').getByRole('link', { name: receiver.url }).click()
  // None has failed for good, so that there is only an attempt to make at once.
  await page.getByRole('button', { name: 'Retry 1 shown' }).waitFor()
  expect(await page.getByRole('button', { name: /^Resend failed/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Retry 1 shown' }).click()
  await page.getByRole('status').getByText('1 is being retried.').waitFor()
  // Otherwise the retry could be what disables the endpoint.
  await receiver.until(before + 2)

  answer = 410
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await page.getByText('This endpoint is disabled').waitFor()
  await page.getByText('the endpoint answered 410 Gone').waitFor()
  answer = 200
  await page.getByRole('button', { name: 'Enable again' }).click()
  await page.getByText('active', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await deliveries.getByText('succeeded').waitFor()
  // An endpoint that never failed says, too, why it gets no events.
  await page.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByText('disabled by the developer. Enable it again').waitFor()
})

test('a developer sees how many deliveries failed since a time, and sends them again', async () => {
  const { page, app } = await openAppPage(service, browser, '/webhooks')
  await addEndpoint(page)
  answer = 500
  const before = receiver.all.length
  for (const count of [1, 2, 3]) {
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await receiver.until(before + count)
  }
  const deliveries = page.getByRole('region', { name: 'Deliveries' })
  await expect.poll(() => deliveries.getByText('retrying', { exact: true }).count()).toBe(3)
  answer = 200
  await service.ports.db.count(sql`update deliveries set status = 'failed' where app_id = ${app.id}`)
  await service.ports.db.count(sql`
    update deliveries set created_at = created_at - interval '2 days'
    where id = (select min(id) from deliveries where app_id = ${app.id})`)
  await page.getByRole('button', { name: 'Resend failed (3)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resend failed deliveries?' })
  await dialog.getByText('3 deliveries have failed since then.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  const aDayAgo = new Date(Date.now() - 24 * 60 * 60_000)
  await dialog.getByLabel('Failed since').fill(inputTime(aDayAgo))
  await dialog.getByText('2 deliveries have failed since then.').waitFor()
  await dialog.getByLabel('Failed since').fill('2026-01-01T00:00')
  await dialog.getByRole('button', { name: 'Resend 3' }).click()
  await page.getByText('3 are sent again.').waitFor()
  await receiver.until(before + 6)
})

/** Stores a response with the first attempt of the app's deliveries, as for a public address. */
async function storeExcerpt({ id }: App, text: string): Promise<void> {
  await service.ports.db.count(sql`
    update deliveries set attempts = jsonb_set(attempts, '{0,response_excerpt}', ${JSON.stringify(text)}::jsonb)
    where app_id = ${id}`)
}
