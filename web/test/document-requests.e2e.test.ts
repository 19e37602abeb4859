import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestService, testService } from '../../server/test/service.ts'
import { openBrowser, sendCredentials, settled } from './browser.ts'

/* What documents request from the API before their scripts are loaded. */

let service: TestService
const browser = openBrowser()
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

test.each([
  ['/memories', 'user', 'Is learning Dutch.'],
  ['/connections', 'user', 'Diary'],
  ['/activity', 'user', 'Diary'],
  ['/memories?query=Dutch', 'user', 'Is learning Dutch.'],
  ['/developers/apps', 'developer', 'Diary'],
  ['/connect', 'user', 'Diary'],
] as const)('%s reads what its document has already requested, and requests nothing twice', async (path, kind, shown) => {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, ['memory:write:*'], { name: 'Diary' })
  const person = await service.newPerson()
  await service.remember(await service.connect(person, app, ['memory:write:*']), [
    { content: 'Is learning Dutch.', scope: 'learning' },
  ])
  const page = await browser.visit(service.url, { as: kind === 'user' ? person : developer })
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/v1/')) requested.push(pathname + search)
  })
  const warnings: string[] = []
  page.on('console', (message) => warnings.push(message.text()))
  await page.goto(path === '/connect' ? `/connect?client=${app.slug}` : path)
  await page.getByText(shown).first().waitFor()
  await settled(page)
  const early = await page.locator('link[as=fetch]').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(early.length).toBeGreaterThan(0)
  expect(requested.filter((each) => early.includes(each)).sort()).toEqual(early.sort())
  expect(warnings.filter((text) => text.includes('preload'))).toEqual([])
})

test('without a session, a document requests nothing from the API', async () => {
  const page = await browser.visit(service.url)
  await page.goto('/memories')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.locator('link[as=fetch]').count()).toBe(0)
})

test('what a document has requested is neither shown nor sent to the next account', async () => {
  const app = await service.newApp(await service.newDeveloper(), ['memory:write:*'], { name: 'Diary' })
  const [first, second] = [await service.newPerson(), await service.newPerson()]
  const remember = async (person: Person, content: string, scope: string) =>
    service.remember(await service.connect(person, app, ['memory:write:*']), [{ content, scope }])
  await remember(first, 'Sees a therapist.', 'health')
  await remember(second, 'Is learning Dutch.', 'learning')
  const page = await browser.visit(service.url, { as: first })
  // Without results, too, the page shows the topics.
  await page.goto('/memories?query=xylophone')
  await page.getByText('No memory matches “xylophone”').waitFor()
  await page.getByRole('navigation', { name: 'Topics' }).getByText('Health').waitFor()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await sendCredentials(page, { email: second.email, password: service.password })
  await page.getByRole('heading', { name: 'Memories' }).waitFor()
  await page.getByRole('link', { name: 'Memories', exact: true }).first().click()
  await page.getByRole('article', { name: 'Is learning Dutch.' }).waitFor()
  await page.getByRole('navigation', { name: 'Topics' }).getByText('Learning').waitFor()
  expect(await page.getByText('Health').count()).toBe(0)
})
