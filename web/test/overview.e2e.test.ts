import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser } from './browser.ts'

const PHONE_PX = 390

let service: TestService
let person: Person
const browser = openBrowser()
beforeAll(async () => {
  service = await testService()
  person = await service.newPerson()
  const happened = (occurredAt: string, scope: string, content: string, importance = 50) => ({
    ...{ occurredAt: `${occurredAt}T12:00:00Z`, scope, content, importance },
  })
  const memories = [
    happened('2019-05-20', 'relationship', 'Met Jonas at a choir rehearsal.', 95),
    happened('2022-06-15', 'home', 'Moved to Porto.', 90),
    ...[1, 2, 3, 4, 5].map((day) => happened(`2026-03-0${day}`, 'fitness.trail', `Ran ${day} km.`, 40 + day)),
  ]
  await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories } })
})
afterAll(() => service.stop())

test('the overview shows topics over time and what happened by year, and leads to both', async () => {
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/memories')
  await page.getByRole('link', { name: 'Overview' }).click()
  const numbers = page.getByRole('region', { name: 'In numbers' })
  await numbers.getByText('May 2019 to March 2026 · 3 topics').waitFor()
  expect(await numbers.getByRole('paragraph').first().innerText()).toMatch(/^7\s+memories$/)
  // Each topic has a colour of its own, in its line and in the band.
  const colors = await page.evaluate<string[]>(
    "[...document.querySelectorAll('figure a svg')].map((icon) => getComputedStyle(icon).color)",
  )
  expect(new Set(colors).size).toBe(3)
  const year = page.getByRole('region', { name: '2026' })
  await year.waitFor()
  expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['2026', '2022', '2019'])
  expect(await year.getByRole('listitem').getByRole('button').count()).toBe(3)
  await year.getByRole('button', { name: 'Show 2 more' }).click()
  await year.getByText('Ran 1 km.').waitFor()
  await page.getByRole('button', { name: 'Moved to Porto.' }).click()
  await page.getByRole('dialog', { name: 'About this memory' }).getByText('Added by').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Fitness 5' }).click()
  await page.getByText('Ran 5 km.').waitFor()
  expect(new URL(page.url()).search).toBe('?scope=fitness.*')
})

test('a picture is saved with topics and numbers, without those that are sensitive and without the name', async () => {
  const page = await browser.visit(service.url, { width: PHONE_PX, as: person })
  await page.goto('/overview')
  await page.getByRole('button', { name: 'Share a picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share a picture' })
  // Home and relationships are sensitive.
  await dialog.getByRole('img', { name: 'My life so far. 2019–2026 · 5 memories · 1 topic' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE_PX)
  await dialog.getByRole('checkbox', { name: 'Home' }).check()
  await dialog.getByRole('img', { name: '2019–2026 · 6 memories · 2 topics' }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the picture' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('my-life-so-far.png')
  for (const name of ['Fitness', 'Home']) await dialog.getByRole('checkbox', { name }).uncheck()
  expect(await dialog.getByRole('button', { name: 'Save the picture' }).isDisabled()).toBe(true)
})

test('the overview of one month shows how much is of each topic', async () => {
  const other = await service.newPerson()
  const march = (day: number, scope: string) => ({
    scope,
    content: `Day ${day}.`,
    occurredAt: `2026-03-0${day}T12:00:00Z`,
  })
  const memories = [
    march(1, 'fitness'),
    march(2, 'fitness'),
    march(3, 'note.recipes'),
    march(4, 'fitness'),
    march(5, 'fitness'),
  ]
  await service.ok('POST', '/v1/memories', { cookie: other.cookie, body: { memories } })
  const page = await browser.visit(service.url, { width: PHONE_PX, as: other })
  await page.goto('/overview')
  await page.getByText('March 2026 · 2 topics').waitFor()
  const widthOf = async (name: string) => {
    const box = await page.getByRole('link', { name }).locator('[aria-hidden=true] > span').boundingBox()
    return box?.width ?? 0
  }
  expect((await widthOf('Fitness 4')) / (await widthOf('Notes 1'))).toBeCloseTo(4, 1)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Share a picture' }).click()
  await page.getByRole('img', { name: 'My life so far. 2026 · 5 memories' }).waitFor()
})

test('a changed memory changes the overview', async () => {
  const other = await service.newPerson()
  const page = await browser.visit(service.url, { as: other })
  await page.goto('/overview')
  await page.getByText('It begins with the first memory').waitFor()
  await page.getByRole('link', { name: 'Add a memory' }).click()
  await page.getByRole('button', { name: 'Add a memory' }).click()
  await page.getByLabel('What to remember').fill('Plays the viola.')
  await page.getByRole('button', { name: 'Remember this' }).click()
  await page.getByRole('article', { name: 'Plays the viola.' }).waitFor()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('button', { name: 'Plays the viola.' }).waitFor()
})
