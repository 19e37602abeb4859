import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReceiver } from '../../server/test/receiver.ts'
import { type TestService, testService } from '../../server/test/service.ts'
import { openBrowser } from './browser.ts'

const SCOPES = ['memory:read:note', 'memory:write:note']

let service: TestService
const browser = openBrowser()
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

test('a developer sees the result of a test in place, retries a failing delivery and sends it to localhost', async () => {
  let status = 503
  const receiver = await openReceiver(() => status)
  const local = await openReceiver()
  const { app, developer, token } = await service.connected(SCOPES)
  const body = { url: receiver.url, events: ['memory.created'] }
  const path = `/v1/dev/apps/${app.id}/subscriptions`
  const { secret } = await service.ok('POST', path, { cookie: developer.cookie, body })
  const page = await browser.visit(service.url, { as: developer })
  await page.goto(`/developers/apps/${app.id}/webhooks`)
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await page.getByRole('status').getByText('The test event did not arrive').waitFor()
  await page.getByText('Your endpoint answered 503').waitFor()

  await service.remember(token, [{ content: 'Likes rye.', scope: 'note' }])
  await page.locator('summary', { hasText: 'memory.created' }).click()
  await page.getByRole('button', { name: 'Retry now' }).waitFor()
  status = 200
  await page.getByRole('button', { name: 'Retry now' }).click()
  await page.locator('summary', { hasText: 'memory.created' }).getByText('succeeded').waitFor()
  const command = page.getByRole('figure', { name: 'Command' }).locator('pre')
  await page.getByLabel('Send it to your machine').fill(local.url)
  await page.getByRole('figure', { name: 'Headers, as last sent' }).getByText('x-service-signature: t=').waitFor()
  await expect.poll(() => command.textContent()).toContain(local.url)
  await promisify(execFile)('sh', ['-c', (await command.textContent()) ?? ''])
  const [received] = await local.until(1)
  new Webhook(secret).verify(received!.raw, received!.headers as Record<string, string>)
  expect(received).toMatchObject({ path: '/hooks', body: { type: 'memory.created' } })
  await Promise.all([receiver.close(), local.close()])
})
