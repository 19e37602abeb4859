import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/src/foundation/sql.ts'
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

test('an app nobody registered is marked before and after, and the person is told where they are sent', async () => {
  const page = await browser.visit(service.url, { width: PHONE_PX, as: person })
  await page.goto(sample.connectUrl())
  const note = page.getByRole('note', { name: 'This app is not verified' })
  const place = `to a program on this device, at ${new URL(sample.url).host}`
  await note.waitFor()
  expect(await note.innerText()).toContain(place)
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE_PX)

  // Nor does it help an app to keep the address to itself: it goes to the one it has registered.
  const silent = new URL(sample.connectUrl())
  silent.searchParams.delete('redirect_uri')
  await page.goto(silent.href)
  await note.waitFor()
  expect(await note.innerText()).toContain(place)

  await page.goto(`${silent.href}&refused=invalid_request`)
  await page.getByRole('heading', { name: 'This request is broken' }).waitFor()
  expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])

  await page.goto(`${service.url}/connections`)
  await page.getByRole('article', { name: 'Wise Assistant' }).getByText('unverified').waitFor()
  await page.getByRole('link', { name: 'Wise Assistant' }).click()
  await page.getByText('its name is only what it calls itself').waitFor()
  expect(await faultsOf(page)).toEqual([])
})
