import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/src/foundation/sql/sql.ts'
import { type Person, type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser } from './browser.ts'
import { openSampleApp, type SampleApp } from './sample-app.ts'

const PHONE_PX = 390

let service: TestService
let sample: SampleApp
let person: Person
const browser = openBrowser()
beforeAll(async () => {
  service = await testService()
  sample = await openSampleApp(service, ['memory:read:*', 'memory:write:*'], 'Wise Assistant')
  person = await service.newPerson()
  await service.connect(person, sample.app, ['memory:read:*'])
  await service.ports.db.count(sql`update apps set registration = 'dynamic'`)
})
afterAll(async () => {
  await sample.stop()
  await service.stop()
})

test('an unverified app is marked on every page, and consent shows the redirect destination', async () => {
  const page = await browser.visit(service.url, { width: PHONE_PX, as: person })
  await page.goto(sample.connectUrl())
  const note = page.getByRole('note', { name: 'Not verified, and asks for everything' })
  const destination = `to a program on this device, at ${new URL(sample.url).host}`
  await note.waitFor()
  expect(await note.innerText()).toContain(destination)
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE_PX)

  // Without a redirect URI in the request, the page shows the registered one.
  const withoutUri = new URL(sample.connectUrl())
  withoutUri.searchParams.delete('redirect_uri')
  await page.goto(withoutUri.href)
  await note.waitFor()
  expect(await note.innerText()).toContain(destination)

  // An app that is connected already is marked beside what is known of it, without another note.
  const part = new URL(sample.connectUrl())
  part.searchParams.set('scope', 'memory:read:fitness')
  await page.goto(part.href)
  await page.getByRole('heading', { name: 'Change what Wise Assistant may do' }).waitFor()
  await page.getByText('unverified', { exact: true }).waitFor()
  await page.getByText(destination).waitFor()
  expect(await page.getByRole('note').count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])

  await page.goto(`${withoutUri.href}&refused=invalid_request`)
  await page.getByRole('heading', { name: 'This request is broken' }).waitFor()
  expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])

  await page.goto(`${service.url}/connections`)
  await page.getByRole('article', { name: 'Wise Assistant' }).getByText('unverified').waitFor()
  await page.getByRole('link', { name: 'Wise Assistant' }).click()
  await page.getByText('its name is only what it calls itself').waitFor()
  expect(await faultsOf(page)).toEqual([])
})
