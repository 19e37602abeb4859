import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser, setAccess } from './browser.ts'

const PHONE_PX = 390

let service: TestService
let person: Person
let slug: string
/** An app that also asks for bundles. */
let coach: string
let connected: Person
const browser = openBrowser()
beforeAll(async () => {
  service = await testService()
  person = await service.newPerson()
  const developer = await service.newDeveloper()
  const scopes = ['memory:read:fitness.*', 'memory:write:fitness.*', 'memory:read:health']
  slug = (await service.newApp(developer, scopes, { name: 'Trail Coach' })).slug
  const more = [...scopes, 'context:read:coach']
  coach = (await service.newApp(developer, more, { name: 'Coach', manifest: { intents: ['coach'] } })).slug
  connected = (await service.connected(scopes)).person
})
afterAll(() => service.stop())

test('a German browser gets consent and memories in German', async () => {
  const page = await browser.visit(service.url, { as: person, width: PHONE_PX, locale: 'de-AT' })
  await page.goto(`/connect?client=${slug}`)
  await page.getByRole('heading', { name: 'Trail Coach möchte sich verbinden' }).waitFor()
  await setAccess(page, 'Fitness', 'Lesen')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Erlauben' }).click()
  await page.getByRole('heading', { name: 'Erlaubt', exact: true }).waitFor()

  const memories = [{ content: 'Läuft am Fluss.', scope: 'fitness.trail' }]
  await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories } })
  await page.goto('/memories')
  await page.getByText('Läuft am Fluss.').waitFor()
  await page.getByRole('link', { name: 'Fitness 1' }).waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('de')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE_PX)
  expect(await faultsOf(page)).toEqual([])
  // The number of memories in the usage, and errors of the service by their code.
  await page.goto('/connections/con_none')
  await page.getByRole('heading', { name: 'Diese App ist nicht verbunden' }).waitFor()
})

test('on a narrow phone, Japanese names of topics are not broken', async () => {
  const page = await browser.visit(service.url, { as: person, width: 360, locale: 'ja' })
  await page.goto(`/connect?client=${slug}`)
  const name = page.getByRole('main').getByText('フィットネス', { exact: true }).first()
  await name.waitFor()
  expect(await name.evaluate((element) => element.getClientRects().length)).toBe(1)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  expect(await faultsOf(page)).toEqual([])
})

test('on a phone, the box of another permission is beside its Japanese name', async () => {
  const page = await browser.visit(service.url, { as: person, width: PHONE_PX, locale: 'ja' })
  await page.goto(`/connect?client=${coach}`)
  const box = await page.getByRole('checkbox').first().boundingBox()
  const explain = await page.getByRole('group').last().getByRole('button').boundingBox()
  expect(Math.abs(box!.y - explain!.y)).toBeLessThan(box!.height)
})

test('in French, the button that explains a topic is beside the last word of its name', async () => {
  // At 360 pixels, the name takes two lines; at 390, the button would not fit beside it on one.
  for (const width of [360, PHONE_PX]) {
    const page = await browser.visit(service.url, { as: person, width, locale: 'fr' })
    await page.goto(`/connect?client=${coach}`)
    const name = page.getByRole('main').getByText('Forme physique', { exact: true })
    await name.waitFor()
    const lines = await name.evaluate((element) =>
      [...element.getClientRects()].map(({ right, bottom }) => [right, bottom]),
    )
    const [right = 0, bottom = 0] = lines.at(-1) ?? []
    const button = await page.getByRole('button', { name: /Forme physique/ }).boundingBox()
    // The name ends with the room for the button.
    expect(button!.x + button!.width).toBeCloseTo(right, 0)
    expect(button!.y).toBeLessThan(bottom)
  }
})

test('the buttons of connected apps show their whole label in every language', async () => {
  for (const locale of ['en', 'de', 'es', 'fr', 'ja']) {
    const page = await browser.visit(service.url, { as: connected, locale })
    await page.goto('/connections')
    const labels = page.getByRole('article').getByRole('button').locator('.mantine-Button-label')
    await labels.first().waitFor()
    const cut = await labels.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length)
    expect([locale, cut]).toEqual([locale, 0])
  }
})

test('each entry of the navigation takes one line in every language', async () => {
  for (const locale of ['en', 'de', 'es', 'fr', 'ja']) {
    const page = await browser.visit(service.url, { as: connected, width: 820, locale })
    await page.goto('/connections')
    const links = page.getByRole('navigation').first().locator('a')
    await links.first().waitFor()
    const heights = await links.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
    expect([locale, Math.max(...heights) - Math.min(...heights) < 10]).toEqual([locale, true])
  }
})

test('the topic of pinned memories has a plural name', async () => {
  const memories = [{ content: 'Corre junto al río.', scope: 'fitness', pinned: true }]
  await service.ok('POST', '/v1/memories', { cookie: connected.cookie, body: { memories } })
  for (const [locale, name] of [
    ['es', 'Fijados'],
    ['fr', 'Épinglés'],
  ] as const) {
    const page = await browser.visit(service.url, { as: connected, locale })
    await page.goto('/memories')
    await page.getByRole('link', { name }).first().waitFor()
  }
})

test('the choice of a language is stored, and the portal stays in English', async () => {
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/settings')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('日本語')
  await page.getByRole('heading', { name: '設定', level: 1 }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.reload()
  await page.getByRole('link', { name: '連携中のアプリ' }).click()
  await page.getByRole('heading', { name: '連携中のアプリ', level: 1 }).waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('ja')
  await page.goto('/developers')
  await page.getByRole('heading', { name: 'Your app can remember people, with their consent' }).waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('en')
  await page.getByRole('link', { name: 'Go to the Hub' }).click()
  await page.getByRole('heading', { name: '記憶', level: 1 }).waitFor()
})

test('without a connection a page of its own is shown, which stores nothing and ends with the connection', async () => {
  const page = await browser.visit(service.url, { as: person, locale: 'de', serviceWorker: true })
  await page.goto('/')
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  await page.context().setOffline(true)
  await page.goto('/connections')
  await page.getByRole('heading', { name: 'Keine Verbindung' }).waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('de')
  expect(await page.evaluate('caches.keys()')).toEqual([])
  expect(await faultsOf(page)).toEqual([])
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Verbundene Apps' }).waitFor()
})
