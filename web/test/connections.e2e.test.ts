import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser } from './browser.ts'

const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*']
const PAGES = { homepageUrl: 'https://trail-coach.example/', privacyUrl: 'https://legal.example/privacy' }

let service: TestService
let person: Person
let id: string
const browser = openBrowser()
beforeAll(async () => {
  service = await testService()
  person = await service.newPerson()
  const developer = await service.newDeveloper()
  const about = { description: 'Plans your next run.', ...PAGES }
  const trail = await service.newApp(developer, SCOPES, { name: 'Trail Coach', ...about })
  const token = await service.connect(person, trail, SCOPES)
  await service.remember(
    token,
    Array.from({ length: 7 }, (_, at) => ({ scope: 'fitness', content: `Ran lap number ${at}.` })),
  )
  id = (await service.get('/v1/connection', token)).id
  await service.connect(person, await service.newApp(developer, SCOPES, { name: 'Silent App' }), SCOPES)
})
afterAll(() => service.stop())

test('a connected app still says what it says of itself, and links to its pages', async () => {
  const page = await browser.visit(service.url, { as: person })
  await page.goto(`/connections/${id}`)
  await page.getByRole('region', { name: 'About this app' }).getByText('“Plans your next run.”').waitFor()
  const links = page.getByRole('region', { name: 'Pages of this app' }).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(Object.values(PAGES))
  expect(await faultsOf(page)).toEqual([])
})

test.each([390, 1280])('at %i pixels, the buttons of all connected apps are in one column', async (width) => {
  const page = await browser.visit(service.url, { as: person, width })
  await page.goto('/connections')
  const buttons = page.getByRole('button', { name: 'Pause' })
  await expect.poll(() => buttons.count()).toBe(2)
  const [first, second] = await Promise.all([buttons.nth(0).boundingBox(), buttons.nth(1).boundingBox()])
  expect(first!.x).toBe(second!.x)
})

test('the preview of what is taken back says how many more there are than it lists', async () => {
  const page = await browser.visit(service.url, { as: person })
  await page.goto(`/connections/${id}`)
  await page.getByRole('button', { name: 'Show what would change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take back what Trail Coach did?' })
  await dialog.getByText('7 memories it added will move to the trash').waitFor()
  expect(await dialog.getByRole('listitem').count()).toBe(5)
  await dialog.getByText(/^and 2 more\b/).waitFor()
})

test.each([320, 1280])('at %i pixels, the end of an app’s access is set and lifted by keyboard', async (width) => {
  const page = await browser.visit(service.url, { as: person, width })
  const end = async () => {
    const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
    return items.find((one: { id: string }) => one.id === id).expiresAt as string | null
  }
  await page.goto(`/connections/${id}`)
  const choice = page.getByRole('combobox', { name: 'For how long' })
  expect(await page.getByRole('button', { name: 'Set the time' }).count()).toBe(0)
  await choice.selectOption('For 30 days')
  await page.getByRole('button', { name: 'Set the time' }).press('Enter')
  await page.locator('#main:focus').waitFor()
  await page.getByRole('button', { name: 'Set the time' }).waitFor({ state: 'detached' })
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  const days = (Date.parse((await end()) ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThanOrEqual(30)
  expect(await choice.locator('option:checked').textContent()).toMatch(/^As now, until /)
  await choice.selectOption('Until I disconnect it')
  await page.getByRole('button', { name: 'Set the time' }).click()
  await expect.poll(end).toBeNull()
})
