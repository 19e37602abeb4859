import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestService, testService } from '../../server/test/service.ts'
import { openBrowser } from './browser.ts'

/* Pages about one thing: the sign-in, what is not there, what has ended. */

let service: TestService
let person: Person
const browser = openBrowser()
beforeAll(async () => {
  service = await testService()
  person = await service.newPerson()
})
afterAll(() => service.stop())

const TITLE_SIZE = `getComputedStyle(document.querySelector('main h1')).fontSize`
const PAGES = [
  ['/login', 'Sign in'],
  ['/signup', 'Create your account'],
  ['/forgot-password', 'Forgot your password?'],
  ['/reset-password#msl_none', 'This link does not work'],
  ['/goodbye', 'Your account is erased'],
  ['/no/such/page', 'There is no page here'],
] as const

test.each([
  320, 390, 820, 1440,
])('at %i pixels they begin at one edge, under a picture and in large type', async (width) => {
  const page = await browser.visit(service.url, { width })
  const edges = new Set<number>()
  for (const [path, title] of PAGES) {
    await page.goto(path)
    const heading = page.getByRole('heading', { name: title, level: 1 })
    await heading.waitFor()
    const leftOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!.x
    for (const selector of ['header a', 'main [data-face]', 'main h1', 'main > :last-child'])
      edges.add(Math.round(await leftOf(selector)))
    expect(await page.evaluate(TITLE_SIZE), path).toBe('36px')
    // Without mail, a note says why no link can be sent.
    const sentences = path === '/forgot-password' ? 'main [role=note]' : 'main h1 + p'
    expect(await page.locator(sentences).count(), `${path} says what to do`).toBe(1)
  }
  expect([...edges]).toHaveLength(1)
})

test('an app that is not connected leads to those that are', async () => {
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/connections/con_none')
  await page.getByRole('heading', { name: 'This app is not connected' }).waitFor()
  await page.getByRole('link', { name: 'Your connected apps' }).click()
  await page.getByText('No app is connected').waitFor()
})

test('an address of the portal that does not exist leads to the portal', async () => {
  const page = await browser.visit(service.url)
  await page.goto('/developers/no/such/page')
  await page.getByRole('heading', { name: 'There is no page here' }).waitFor()
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await page.getByRole('heading', { name: 'Your app can remember people, with their consent' }).waitFor()
})
