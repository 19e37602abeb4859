import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScriptedModel, scriptedModel } from '../../server/test/scripted-model.ts'
import { type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser, settled } from './browser.ts'
import { seedHub } from './seed-hub.ts'

let model: ScriptedModel
let service: TestService
let home: Awaited<ReturnType<typeof seedHub>>
const browser = openBrowser()
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({ model: { url: model.url, name: 'a-model', apiKey: undefined } })
  home = await seedHub(service, model)
})
afterAll(async () => {
  await service.stop()
  await model.close()
})

const RIVER = 'Runs along the river every Tuesday before work, with Tom.'
const all = async (query = ''): Promise<{ id: string; content: string; createdAt: string }[]> =>
  (await service.ok('GET', `/v1/memories?limit=100${query}`, { cookie: home.ada.cookie })).memories

/** A function that returns how visible the first button with a name is. */
const OPACITY = `((name) => getComputedStyle([...document.querySelectorAll('article button')]
  .find((button) => button.getAttribute('aria-label') === name)).opacity)`

test('on touch, the actions of a memory are always visible, and large enough for a finger', async () => {
  const person = await service.newPerson()
  const memories = [{ content: 'Plays chess.', scope: 'note' }]
  await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories } })
  const page = await browser.visit(service.url, { as: person, width: 390, touch: true })
  await page.goto('/memories')
  const memory = page.getByRole('article', { name: 'Plays chess.' })
  await memory.waitFor()
  for (const name of ['Pinned', 'More']) {
    const action = memory.getByRole('button', { name })
    await expect.poll(() => page.evaluate(`${OPACITY}(${JSON.stringify(name)})`)).toBe('1')
    const { width, height } = (await action.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
  }
})

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
  await memory.getByRole('button', { name: 'Pinned', pressed: false }).click()
  await memory.getByRole('button', { name: 'Pinned', pressed: true }).waitFor()
  await rail.getByRole('link', { name: 'Pinned' }).click()
  await page.getByText(RIVER).waitFor({ state: 'detached' })
  await memory.waitFor()
})

test('a memory is moved by plain names, its importance and dates are changed, and its readers are shown', async () => {
  const page = await browser.visit(service.url, { as: home.ada })
  await page.goto('/memories')
  const memory = page.getByRole('article', { name: 'Learning Portuguese' })
  await memory.getByRole('button', { name: 'Edit' }).click()
  await memory.getByText('No app can read it; only you.').waitFor()
  await page.getByRole('combobox', { name: 'Topic' }).click()
  await page.getByRole('option', { name: 'Nutrition' }).click()
  await memory.getByText('Can be read by: Table for One').waitFor()
  await page.getByRole('combobox', { name: 'Part of it' }).fill('Coffee & cake')
  await memory.getByText('Importance and dates').click()
  await page.getByLabel('Importance').fill('90')
  await page.getByLabel('True until').fill('2030-01-02T03:04')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await memory.getByText('Nutrition · coffee cake').waitFor()
  const [listed] = (await service.ok('GET', '/v1/memories?scope=nutrition.coffee_cake', { cookie: home.ada.cookie }))
    .memories
  expect(listed).toMatchObject({ importance: 90, validUntil: '2030-01-02T03:04:00.000Z' })
})

test('several memories are selected to be moved, pinned and exported', async () => {
  const person = await service.newPerson()
  const { cookie } = person
  const memories = ['First.', 'Second.', 'Third.'].map((content) => ({ content, scope: 'note' }))
  await service.ok('POST', '/v1/memories', { cookie, body: { memories } })
  const page = await browser.visit(service.url, { as: person, width: 390 })
  await page.goto('/memories')
  const bar = page.getByRole('region', { name: 'Selected memories' })
  const select = async () => {
    await page.getByRole('checkbox', { name: 'Select: First.' }).check()
    await bar.getByRole('button', { name: 'Select all shown' }).click()
    await bar.getByText('3 memories selected').waitFor()
  }
  await select()
  expect(await faultsOf(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('button', { name: 'Export' }).click(),
  ])
  expect((await readFile(await download.path(), 'utf8')).trim().split('\n').length).toBe(3)
  await bar.getByRole('button', { name: 'Pin', exact: true }).click()
  await bar.waitFor({ state: 'detached' })
  await select()
  await bar.getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 3 memories' })
  await dialog.getByRole('combobox', { name: 'Topic' }).click()
  await page.getByRole('option', { name: 'Travel' }).click()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await bar.waitFor({ state: 'detached' })
  const listed = (await service.ok('GET', '/v1/memories', { cookie })).memories
  expect(listed.map(({ scope, pinned }: { scope: string; pinned: boolean }) => [scope, pinned])).toEqual(
    Array.from({ length: 3 }, () => ['travel', true]),
  )
})

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

test('a slash opens search and commands, which the keyboard operates', async () => {
  const page = await browser.visit(service.url, { as: home.ada })
  await page.goto('/connections')
  await page.getByRole('link', { name: 'Trail Coach' }).waitFor()
  await page.keyboard.press('/')
  const dialog = page.getByRole('dialog', { name: 'Search and commands' })
  await dialog.getByRole('combobox').fill('hazelnuts')
  const option = dialog.getByRole('option', { name: 'Is allergic to hazelnuts.' })
  await option.waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await dialog.getByRole('option', { name: 'Is allergic to hazelnuts.', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.locator('mark', { hasText: 'hazelnuts' }).first().waitFor()

  await page.keyboard.press('Control+k')
  await dialog.getByRole('combobox').fill('activ')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
})

test('a notice is shown as soon as its scripts can be loaded', async () => {
  const person = await service.newPerson()
  const app = await service.newApp(await service.newDeveloper(), ['memory:write:*'])
  await service.remember(await service.connect(person, app, ['memory:write:*']), [
    { content: 'Is learning Dutch.', scope: 'learning' },
    { content: 'Is learning to dance.', scope: 'learning' },
  ])
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/memories')
  const removeMemory = async (name: string) => {
    const memory = page.getByRole('article', { name })
    await memory.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await memory.waitFor({ state: 'detached' })
  }
  await page.route('**/assets/notices-*.js', (route) => route.abort('internetdisconnected'))
  await removeMemory('Is learning Dutch.')
  await settled(page)
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  await page.unrouteAll()
  await removeMemory('Is learning to dance.')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('article', { name: 'Is learning Dutch.' }).waitFor()
  await page.getByRole('article', { name: 'Is learning to dance.' }).waitFor()
})

test('Undo restores a deleted memory with its id and times', async () => {
  const before = (await all()).find(({ content }) => content === RIVER)!
  const page = await browser.visit(service.url, { as: home.ada })
  await page.goto('/memories')
  const memory = page.getByRole('article', { name: 'Runs along the river every Tuesday before work, with' })
  await memory.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await memory.waitFor({ state: 'detached' })
  expect((await service.call('GET', `/v1/memories/${before.id}`, { cookie: home.ada.cookie })).status).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await memory.waitFor()
  const after = (await all()).find(({ id }) => id === before.id)
  expect(after).toMatchObject({ content: RIVER, createdAt: before.createdAt })
})

test('memories can be added, edited, deleted and restored by keyboard, without losing the focus', async () => {
  const person = await service.newPerson()
  const page = await browser.visit(service.url, { as: person })
  // A form is loaded when it is opened, and then takes the focus.
  const editor = page.locator('textarea:focus')
  const press = (key: string) => page.keyboard.press(key)
  await page.goto('/memories')
  await page.getByRole('button', { name: 'I do not eat meat.' }).press('Enter')
  await page.getByRole('form', { name: 'A new memory' }).waitFor()
  expect(await editor.inputValue()).toBe('I do not eat meat.')
  await page.getByRole('combobox', { name: 'Topic' }).fill('learn')
  await press('ArrowDown')
  await press('Enter')
  await page.getByRole('button', { name: 'Remember this' }).press('Enter')
  const card = page.getByRole('article', { name: 'I do not eat meat.' })
  await card.getByRole('button', { name: 'Edit' }).press('Enter')
  expect(await editor.inputValue()).toBe('I do not eat meat.')
  await press('Escape')
  await card.getByRole('button', { name: 'Edit' }).waitFor()
  await page.locator('article:focus[aria-label="I do not eat meat."]').waitFor()
  await card.getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'About this memory' }).press('Enter')
  const details = page.getByRole('complementary', { name: 'About this memory' })
  await details.locator('h2:focus').waitFor()
  await press('Escape')
  await details.waitFor({ state: 'detached' })
  await page.locator('article:focus[aria-label="I do not eat meat."]').waitFor()
  await card.getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await page.locator('button:focus', { hasText: 'Undo' }).waitFor()
  await press('Enter')
  await card.waitFor()
  await page.locator('#main:focus').waitFor()
})

test('a long memory is cut until Show all is pressed, and each text has its own direction', async () => {
  const person = await service.newPerson()
  const texts = [`It began like this. ${'And so it went on. '.repeat(400)}`, 'تعيش والدتها في الإسكندرية.']
  const memories = texts.map((content) => ({ content, scope: 'note' }))
  await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories } })
  const page = await browser.visit(service.url, { as: person, width: 390 })
  await page.goto('/memories')
  const long = page.getByRole('article', { name: 'It began like this.' })
  const height = async () => (await long.boundingBox())!.height
  await long.getByRole('button', { name: 'Show all', expanded: false }).click()
  await long.getByRole('button', { name: 'Show less', expanded: true }).waitFor()
  expect(await height()).toBeGreaterThan(1_000)
  await long.getByRole('button', { name: 'Show less' }).click()
  await long.getByRole('button', { name: 'Show all' }).waitFor()
  expect(await height()).toBeLessThan(500)
  const direction = 'getComputedStyle(document.querySelector(\'[aria-label^="تعيش"] [dir]\')).direction'
  expect(await page.evaluate(direction)).toBe('rtl')
})

test('memory details show source, readers and related memories', async () => {
  const page = await browser.visit(service.url, { as: home.ada })
  await page.goto('/memories')
  await page
    .getByRole('article', { name: 'Runs along the river every Tuesday before work, with' })
    .getByRole('button', { name: 'More' })
    .click()
  await page.getByRole('menuitem', { name: 'About this memory' }).click()
  const about = page.getByRole('complementary', { name: 'About this memory' })
  await about.getByRole('listitem').filter({ hasText: 'Trail Coach: can read it, can change or delete it' }).waitFor()
  await about.getByRole('img', { name: /This memory and \d near it/ }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await about.getByRole('button', { name: /Tom, her brother/ }).click()
  await about.getByText('Saved', { exact: true }).waitFor()
  await about.getByRole('button', { name: /Runs along the river every Tuesday before work, with/ }).waitFor()
})

test('the text of a memory opens its details, which have an address: reload keeps them, back closes them', async () => {
  const page = await browser.visit(service.url, { as: home.ada })
  await page.goto('/memories?query=river')
  const content = page.getByRole('article').getByRole('link', { name: RIVER })
  await content.focus()
  await page.keyboard.press('Enter')
  const details = page.getByRole('complementary', { name: 'About this memory' })
  await details.getByText(RIVER).first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  const { searchParams } = new URL(page.url())
  expect([searchParams.get('query'), searchParams.get('memory')]).toEqual(['river', expect.stringMatching(/^mem_/)])
  await page.reload()
  await details.getByText(RIVER).first().waitFor()
  await page.goBack()
  await details.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('?query=river')
  await content.click()
  await details.getByRole('button', { name: 'Close' }).click()
  await details.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).search).toBe('?query=river')
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
