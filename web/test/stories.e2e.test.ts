import { expect, test } from 'vitest'
import { openReceiver } from '../../server/test/receiver.ts'
import type { TestService } from '../../server/test/service.ts'
import { openBrowser, sendCredentials } from './browser.ts'
import { type SampleApp, sampleAppForTests } from './sample-app.ts'
import { countSteps } from './steps.ts'

/* The shortest ways to the ends that people and developers have most often, with their steps (`docs/hub.md`, `docs/portal.md`). */

const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*']

let service: TestService
let sample: SampleApp
const browser = openBrowser()
sampleAppForTests(SCOPES, (opened) => void ({ service, sample } = opened))

test('a person without an account connects an app from the page of the app', async () => {
  const page = await browser.visit(service.url, {}, [sample.url])
  const steps = await countSteps(page)
  await page.goto(sample.url)
  await page.getByRole('link', { name: 'Connect' }).click()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await sendCredentials(page, { email: 'first@example.com', password: service.password, name: 'Ada' })
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Connected', { exact: true }).waitFor()
  expect(steps()).toEqual({ clicks: 4, fields: 3, pages: 2 })
})

test('a month later, a person sees what apps know, corrects, forgets, takes along and leaves', async () => {
  const person = await service.newPerson()
  await service.remember(await service.connect(person, sample.app, SCOPES), [
    { scope: 'fitness', content: 'Runs on Tusdays.' },
    { scope: 'fitness', content: 'Swims on Fridays.' },
  ])
  const page = await browser.visit(service.url, { as: person })
  const steps = await countSteps(page)
  await page.goto('/memories')
  const swims = page.getByRole('article', { name: 'Swims on Fridays.' })

  // Which apps know a memory.
  await swims.getByRole('link').click()
  const details = page.getByRole('complementary', { name: 'About this memory' })
  await details.getByText('Trail Coach').first().waitFor()
  await details.getByText('No app has read it').waitFor()
  expect(steps()).toEqual({ clicks: 1, fields: 0, pages: 0 })
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })

  // What an app may do, and has done.
  await page.getByRole('link', { name: 'Connected apps' }).click()
  await page.getByRole('link', { name: 'Trail Coach' }).click()
  await page.getByRole('heading', { name: 'What you allow it' }).waitFor()
  expect(steps()).toEqual({ clicks: 2, fields: 0, pages: 2 })
  await page.goto('/memories')
  steps()

  // Correct.
  await page.getByRole('article', { name: 'Runs on Tusdays.' }).getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('What to remember').fill('Runs on Tuesdays.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('article', { name: 'Runs on Tuesdays.' }).waitFor()
  expect(steps()).toEqual({ clicks: 2, fields: 1, pages: 0 })

  // Forget.
  await swims.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await swims.waitFor({ state: 'detached' })
  expect(steps()).toEqual({ clicks: 2, fields: 0, pages: 0 })

  // Take along.
  await page.getByRole('link', { name: 'Import and export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export everything' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.jsonl$/)
  expect(steps()).toEqual({ clicks: 2, fields: 0, pages: 1 })
  await page.goto('/memories')
  steps()

  // Leave.
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Erase my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase your account?' })
  await dialog.getByLabel('Your password').fill(service.password)
  await dialog.getByRole('button', { name: 'Erase everything' }).click()
  await page.getByRole('heading', { name: 'Your account is erased' }).waitFor()
  expect(steps()).toEqual({ clicks: 3, fields: 1, pages: 2 })
})

test('a developer registers an app', async () => {
  const page = await browser.visit(service.url)
  const steps = await countSteps(page)
  await page.goto('/developers')
  await page.getByRole('link', { name: 'Create a developer account' }).click()
  await sendCredentials(page, { email: 'grace@example.com', password: service.password, name: 'Grace' })
  await page.getByRole('link', { name: 'Create your first app' }).click()
  await page.getByLabel('Name').fill('Diary')
  await page.getByRole('combobox', { name: 'Read memories about' }).click()
  await page.getByRole('option', { name: 'fitness.*' }).first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create the app' }).click()
  await page.getByRole('heading', { name: 'Diary is registered' }).waitFor()
  expect(steps()).toEqual({ clicks: 6, fields: 4, pages: 3 })
})

test('a developer makes a test person and has a token for the app', async () => {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, SCOPES, { name: 'Diary' })
  const page = await browser.visit(service.url, { as: developer })
  const steps = await countSteps(page)
  await page.goto('/developers/apps')
  await page.locator(`a[href="/developers/apps/${app.id}"]`).first().click()
  await page.getByRole('button', { name: 'Make a test person' }).click()
  const dialog = page.getByRole('dialog', { name: 'The test person’s token' })
  const token = await dialog.getByLabel('Connection token', { exact: true }).inputValue()
  expect(steps()).toEqual({ clicks: 2, fields: 0, pages: 1 })
  expect((await service.get('/v1/memories', token)).memories).not.toHaveLength(0)
})

test('a developer finds out why a webhook fails, and has it sent again', async () => {
  let status = 503
  const receiver = await openReceiver(() => status)
  const { app, developer, token } = await service.connected(['memory:read:note', 'memory:write:note'])
  const body = { url: receiver.url, events: ['memory.created'] }
  await service.ok('POST', `/v1/dev/apps/${app.id}/subscriptions`, { cookie: developer.cookie, body })
  await service.remember(token, [{ content: 'Likes rye.', scope: 'note' }])
  await receiver.until(1)
  const page = await browser.visit(service.url, { as: developer })
  const steps = await countSteps(page)
  await page.goto('/developers/apps')
  await page.locator(`a[href="/developers/apps/${app.id}"]`).first().click()
  await page.getByRole('link', { name: /^Webhooks( failing)?$/ }).click()
  const delivery = page.locator('summary', { hasText: 'memory.created' })
  await delivery.click()
  status = 200
  await page.getByRole('button', { name: 'Retry now' }).click()
  await delivery.getByText('succeeded').waitFor()
  expect(steps()).toEqual({ clicks: 4, fields: 0, pages: 2 })
  await receiver.close()
})
