import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestService } from '../../server/test/service.ts'
import { faultsOf, openBrowser } from './browser.ts'
import { hubForTests, type SeededHub } from './seed-hub.ts'

let service: TestService
let home: SeededHub
const browser = openBrowser()
hubForTests((opened) => void ({ service, home } = opened))

const RIVER = 'Runs along the river every Tuesday before work, with Tom.'
const all = async (query = ''): Promise<{ id: string; content: string; createdAt: string }[]> =>
  (await service.ok('GET', `/v1/memories?limit=100${query}`, { cookie: home.ada.cookie })).memories

/** A person with 250 numbered memories, written in three months; the last one is the newest. */
async function personWithLongList() {
  const person = await service.newPerson()
  const { cookie } = person
  for (let start = 0; start < LONG_LIST; start += 50) {
    const memories = Array.from({ length: 50 }, (_, at) => ({
      content: `Lighthouse number ${start + at}.`,
      scope: 'travel',
    }))
    await service.ok('POST', '/v1/memories', { cookie, body: { memories } })
  }
  return person
}
const LONG_LIST = 250
const ROWS_MAX = 40

/** Scrolls to the end of the list until all of it has been loaded. */
const scrollToEnd = (page: Page) =>
  expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      return page.getByRole('article', { name: 'Lighthouse number 0.' }).count()
    })
    .toBe(1)

test('search and filters narrow the list and are stored in the address', async () => {
  const page = await browser.visit(service.url, { as: home.ada })
  await page.goto('/memories')
  await page.getByRole('searchbox', { name: 'Search your memories' }).pressSequentially('allergic')
  await page.getByText('Is allergic to hazelnuts.').waitFor()
  await page.getByText(RIVER).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText(RIVER).waitFor()

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Added by' }).click()
  await page.getByRole('option', { name: 'Table for One' }).click()
  await page.getByText(RIVER).waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('article').count()).toBe(4)
  await page.reload()
  await page.getByText('Is allergic to hazelnuts.').waitFor()
  await expect.poll(() => page.getByRole('article').count()).toBe(4)
})

test('a search without matches shows only a message', async () => {
  const page = await browser.visit(service.url, { as: home.ada })
  await page.goto('/memories?query=zeppelin')
  await page.getByRole('heading', { name: 'No memory matches “zeppelin”' }).waitFor()
  expect(await page.getByRole('article').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
})

test('the rail narrows the list to a topic or to what is pinned', async () => {
  const page = await browser.visit(service.url, { as: home.ada })
  await page.goto('/memories')
  const rail = page.getByRole('navigation', { name: 'Topics' })
  const total = (await all()).length
  await rail.getByRole('link', { name: `All ${total}` }).waitFor()
  await rail.getByRole('link', { name: /^Nutrition 2$/ }).click()
  await page.getByText(RIVER).waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('article').count()).toBe(2)
  await rail.getByRole('link', { name: /^breakfast 1$/ }).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
  await page.reload()
  await page.getByRole('article', { name: 'Porridge with berries' }).waitFor()

  await rail.getByRole('link', { name: /^All/ }).click()
  const memory = page.getByRole('article', { name: 'Cooks without meat' })
  await memory.getByRole('button', { name: 'Pin', pressed: false }).click()
  await memory.getByRole('button', { name: 'Pin', pressed: true }).waitFor()
  await rail.getByRole('link', { name: 'Pinned' }).click()
  await page.getByText(RIVER).waitFor({ state: 'detached' })
  await memory.waitFor()
})

test('a long list loads itself while the user scrolls, renders only rows near the window, and marks words of a search', async () => {
  const page = await browser.visit(service.url, { as: await personWithLongList() })
  await page.goto('/memories')
  const rows = page.getByRole('article')
  await rows.first().waitFor()
  await scrollToEnd(page)
  expect(await rows.count()).toBeLessThan(ROWS_MAX)
  const last = page.getByRole('article', { name: 'Lighthouse number 0.' })
  expect(await last.getAttribute('aria-posinset')).toBe(String(LONG_LIST))
  expect(await last.getAttribute('aria-setsize')).toBe(String(LONG_LIST))
  expect(await faultsOf(page)).toEqual([])
  // All of it is printed.
  await page.evaluate('dispatchEvent(new Event("beforeprint"))')
  expect(await rows.count()).toBe(LONG_LIST)
  await page.evaluate('dispatchEvent(new Event("afterprint"))')
  await expect.poll(() => rows.count()).toBeLessThan(ROWS_MAX)
  await page.getByRole('searchbox', { name: 'Search your memories' }).fill('lighthouses')
  await page.locator('mark', { hasText: 'Lighthouse' }).first().waitFor()
})

test('going back to a long list finds the position, and another topic begins at the top', async () => {
  const page = await browser.visit(service.url, { as: await personWithLongList() })
  await page.goto('/memories')
  await page.getByRole('article').first().waitFor()
  await scrollToEnd(page)
  await page.evaluate('scrollBy(0, -6000)')
  const topRow = () =>
    page.evaluate<string>(
      'document.elementFromPoint(700, 300)?.closest("article")?.getAttribute("aria-label") ?? "no row"',
    )
  await expect.poll(topRow).toMatch(/^Lighthouse/)
  const before = await topRow()
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
  await page.goBack()
  await expect.poll(topRow).toBe(before)
  await page.getByRole('link', { name: 'Pinned' }).click()
  await page.getByRole('heading', { name: 'No matches' }).waitFor()
  await page.getByRole('link', { name: /^All/ }).click()
  await page.getByRole('article', { name: `Lighthouse number ${LONG_LIST - 1}.` }).waitFor()
})

test('letters that follow one another are searched for together, 60 ms after the last one', async () => {
  const person = await service.newPerson()
  await service.ok('POST', '/v1/memories', {
    cookie: person.cookie,
    body: { memories: [{ content: 'Plays chess.', scope: 'note' }] },
  })
  const page = await browser.visit(service.url, { as: person })
  const searches: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/v1/memories' && searchParams.has('query')) searches.push(searchParams.get('query'))
  })
  await page.clock.install()
  await page.goto('/memories')
  await page.getByText('Plays chess.').waitFor()
  const field = page.getByRole('searchbox', { name: 'Search your memories' })
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const letters of ['c', 'ch', 'chess']) await field.fill(letters)
  await page.clock.runFor(60)
  await expect.poll(() => searches).toEqual(['chess'])
})

test('a row that is edited outlives scrolling, and arrow keys move between rows', async () => {
  const page = await browser.visit(service.url, { as: await personWithLongList() })
  await page.goto('/memories')
  const edited = page.getByRole('article', { name: 'Lighthouse number 248.' })
  await edited.getByRole('button', { name: 'Edit' }).click()
  await edited.getByLabel('What to remember').fill('A lighthouse in the fog.')
  const focusedRow = (name: string) =>
    page.locator('article:has(a:focus)').and(page.getByRole('article', { name })).waitFor()
  await page.getByRole('article', { name: 'Lighthouse number 247.' }).getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await focusedRow('Lighthouse number 246.')
  await page.keyboard.press('j')
  await focusedRow('Lighthouse number 245.')
  await page.keyboard.press('k')
  await focusedRow('Lighthouse number 246.')
  await scrollToEnd(page)
  // The row with the focus is far outside the window, and still the one that the keyboard is at.
  await page.keyboard.press('ArrowUp')
  await focusedRow('Lighthouse number 247.')
  expect(await edited.getByLabel('What to remember').inputValue()).toBe('A lighthouse in the fog.')
})

test('the Shift key selects all memories up to another one', async () => {
  const page = await browser.visit(service.url, { as: await personWithLongList() })
  await page.goto('/memories')
  await page.getByRole('checkbox', { name: 'Select: Lighthouse number 247.' }).check()
  await page.getByRole('checkbox', { name: 'Select: Lighthouse number 243.' }).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selected memories' })
  await bar.getByText('5 memories selected').waitFor()
  await page.getByRole('checkbox', { name: 'Select: Lighthouse number 245.' }).focus()
  await page.keyboard.press('Shift+Space')
  await bar.getByText('2 memories selected').waitFor()
})

test('a search counts what it found, and sets apart what is less related', async () => {
  const person = await service.newPerson()
  const { cookie } = person
  const contents = [
    'Is training for a half marathon in May.',
    'Has half a litre of milk in the fridge.',
    'Plays chess.',
  ]
  await service.ok('POST', '/v1/memories', {
    cookie,
    body: { memories: contents.map((content) => ({ content, scope: 'note' })) },
  })
  const page = await browser.visit(service.url, { as: person, width: 390 })
  await page.goto('/memories?query=marathon')
  await page.getByText('1 found', { exact: true }).waitFor()
  await page.goto('/memories?query=half+marathon+in+May')
  await page.getByText('1 found', { exact: true }).waitFor()
  const weak = page.getByRole('feed', { name: 'Less related' })
  await weak.getByRole('article', { name: 'Has half a litre' }).waitFor()
  expect(await weak.getByRole('article').count()).toBe(1)
  expect(await faultsOf(page)).toEqual([])
})

test('a search that nothing fits says so above what is less related', async () => {
  const page = await browser.visit(service.url, { as: home.ada, width: 320 })
  await page.goto('/memories?query=favourite+colour+of+the+river')
  await page.getByText('Nothing fits “favourite colour of the river” well.').waitFor()
  await page.getByRole('heading', { name: 'Less related' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
})

test('on a wide screen the details are beside the list, and follow it by keyboard', async () => {
  const person = await service.newPerson()
  const { cookie } = person
  for (const content of ['Plays chess.', 'Plays go.', 'Plays shogi.'])
    await service.ok('POST', '/v1/memories', { cookie, body: { memories: [{ content, scope: 'note' }] } })
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/memories')
  const details = page.getByRole('complementary', { name: 'About this memory' })
  const row = (name: string) => page.getByRole('article', { name })
  await row('Plays shogi.').getByRole('link').click()
  await details.getByText('Plays shogi.').waitFor()
  await details.locator('h2:focus').waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280)
  await details.getByRole('button', { name: 'Previous memory', disabled: true }).waitFor()
  await page.keyboard.press('j')
  await details.getByText('Plays go.').waitFor()
  await details.getByRole('button', { name: 'Next memory' }).click()
  await details.getByText('Plays chess.').waitFor()
  await page.locator('article[aria-current=true]').and(row('Plays chess.')).waitFor()

  // Edit, pin and delete in it.
  await details.getByRole('button', { name: 'Edit' }).click()
  await details.getByLabel('What to remember').fill('Plays blitz chess.')
  await details.getByRole('button', { name: 'Save' }).click()
  await details.locator('button:focus', { hasText: 'Edit' }).waitFor()
  await details.getByRole('button', { name: 'Pin', exact: true }).click()
  await details.getByRole('button', { name: 'Unpin' }).waitFor()
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })
  await page.locator('article:has(a:focus)').and(row('Plays blitz chess.')).waitFor()
  await page.keyboard.press('Enter')
  await details.getByRole('button', { name: 'Delete' }).click()
  await details.waitFor({ state: 'detached' })
  await row('Plays blitz chess.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row('Plays blitz chess.').waitFor()
})

test.each([390, 720])('at %i pixels, a jump to a date before all memories says so and leads on', async (width) => {
  const page = await browser.visit(service.url, { as: home.ada, width })
  await page.goto('/memories')
  await page.getByRole('article').first().waitFor()
  await page.getByLabel('Jump to a date').fill('2010-06-01')
  await page.getByRole('heading', { name: 'Nothing was added before 1 June 2010' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  expect(await page.getByRole('link', { name: 'See what happened when' }).getAttribute('href')).toBe('/overview')
  await page.getByRole('link', { name: 'Clear the date' }).click()
  await page.getByRole('article').first().waitFor()
})
