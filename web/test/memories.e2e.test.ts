import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { TestService } from '../../server/test/service.ts'
import { faultsOf, openBrowser, settled } from './browser.ts'
import { hubForTests, type SeededHub } from './seed-hub.ts'

let service: TestService
let home: SeededHub
const browser = openBrowser()
hubForTests((opened) => void ({ service, home } = opened))

const RIVER = 'Runs along the river every Tuesday before work, with Tom.'
const all = async (query = ''): Promise<{ id: string; content: string; createdAt: string }[]> =>
  (await service.ok('GET', `/v1/memories?limit=100${query}`, { cookie: home.ada.cookie })).memories

/** A function that returns how visible the first button with a name is. */
const OPACITY = `((name) => getComputedStyle([...document.querySelectorAll('article button')]
  .find((button) => button.getAttribute('aria-label') === name)).opacity)`

/** The memories of a person who has one, on a touch screen. */
async function chessPlayer(width: number) {
  const person = await service.newPerson()
  const memories = [{ content: 'Plays chess.', scope: 'note' }]
  await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories } })
  const page = await browser.visit(service.url, { as: person, width, touch: true })
  await page.goto('/memories')
  return { person, page }
}

test.each([
  { width: 390, names: ['More'] },
  { width: 820, names: ['Pin', 'More'] },
])('on a touch screen of $width pixels, the actions of a memory are visible and large enough for a finger', async (screen) => {
  const { page } = await chessPlayer(screen.width)
  const memory = page.getByRole('article', { name: 'Plays chess.' })
  await memory.waitFor()
  for (const name of screen.names) {
    const action = memory.getByRole('button', { name })
    await expect.poll(() => page.evaluate(`${OPACITY}(${JSON.stringify(name)})`)).toBe('1')
    const { width, height } = (await action.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
  }
})

test('on a phone, a memory is pinned and unpinned in its menu', async () => {
  const { page } = await chessPlayer(390)
  const more = page.getByRole('article', { name: 'Plays chess.' }).getByRole('button', { name: 'More' })
  for (const name of ['Pin', 'Unpin', 'Pin']) {
    await more.click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
})

test('on a phone, the menu of a memory takes another change only after the last one', async () => {
  const { person, page } = await chessPlayer(390)
  const more = page.getByRole('article', { name: 'Plays chess.' }).getByRole('button', { name: 'More' })
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  await more.click()
  let load = () => {}
  await page.route('**/v1/scopes', (route) => void (load = () => void route.continue()), { times: 1 })
  await item('Pin').click()
  await more.click()
  await item('Unpin').waitFor()
  for (const name of ['Unpin', 'Delete']) expect(await item(name).isDisabled()).toBe(true)
  load()
  await item('Unpin').click()
  const isPinned = async () => (await service.ok('GET', '/v1/memories', { cookie: person.cookie })).memories[0].pinned
  await expect.poll(isPinned).toBe(false)
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
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Goal', exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await memory.getByText('Nutrition · coffee cake').waitFor()
  const [listed] = (await service.ok('GET', '/v1/memories?scope=nutrition.coffee_cake', { cookie: home.ada.cookie }))
    .memories
  expect(listed).toMatchObject({ type: 'goal', importance: 90, validUntil: '2030-01-02T03:04:00.000Z' })
})

test('the details say where an app learned a memory', async () => {
  const { person, token } = await service.connected(['memory:read:note', 'memory:write:note'])
  const source = { url: 'https://chat.example/threads/7', quote: 'I moved to Faro last week.' }
  const { memoryIds } = await service.remember(token, [{ content: 'Lives in Faro.', scope: 'note', source }])
  const page = await browser.visit(service.url, { as: person })
  await page.goto(`/memories?memory=${memoryIds[0]}`)
  const about = page.getByRole('complementary', { name: 'About this memory' })
  await about.getByText(source.quote).waitFor()
  const link = about.getByRole('link', { name: 'chat.example' })
  expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([source.url, 'noreferrer noopener'])
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
  // They have one topic, so there is nothing to move until another is chosen.
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Topic' }).inputValue()).toBe('Notes')
  expect(await dialog.getByRole('button', { name: 'Move' }).isDisabled()).toBe(true)
  await dialog.getByRole('combobox', { name: 'Topic' }).click()
  await page.getByRole('option', { name: 'Travel' }).click()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await bar.waitFor({ state: 'detached' })
  const listed = (await service.ok('GET', '/v1/memories', { cookie })).memories
  expect(listed.map(({ scope, pinned }: { scope: string; pinned: boolean }) => [scope, pinned])).toEqual(
    Array.from({ length: 3 }, () => ['travel', true]),
  )
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

test('a form that closes late leaves the focus where the user has moved it', async () => {
  const person = await service.newPerson()
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/memories')
  await page.getByRole('button', { name: 'I do not eat meat.' }).click()
  const form = page.getByRole('form', { name: 'A new memory' })
  await form.waitFor()
  // The list shows the memory while the form still waits for the topics.
  let load = () => {}
  await page.route('**/v1/scopes', (route) => void (load = () => void route.continue()))
  await form.getByRole('button', { name: 'Remember this' }).click()
  const card = page.getByRole('article', { name: 'I do not eat meat.' })
  await card.getByRole('button', { name: 'Edit' }).click()
  await card.locator('textarea:focus').waitFor()
  load()
  await form.waitFor({ state: 'detached' })
  await settled(page)
  expect(await card.locator('textarea:focus').count()).toBe(1)
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
  await about.getByRole('region', { name: 'Related memories' }).getByText('the same topic').first().waitFor()
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
