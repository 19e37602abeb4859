import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS, openClock } from '../../server/test/hooks.ts'
import { type ScriptedModel, scriptedModel } from '../../server/test/scripted-model.ts'
import { type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser, sendCredentials } from './browser.ts'
import { seedHub } from './seed-hub.ts'

const clock = openClock()
let model: ScriptedModel
let service: TestService
let home: Awaited<ReturnType<typeof seedHub>>
const browser = openBrowser()
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({ model: { url: model.url, name: 'a-model', apiKey: undefined } }, { clock: clock.now })
  home = await seedHub(service, model)
})
afterAll(async () => {
  await service.stop()
  await model.close()
})

const RIVER = 'Runs along the river every Tuesday before work, with Tom.'
const all = async (query = ''): Promise<{ id: string; content: string; createdAt: string }[]> =>
  (await service.ok('GET', `/v1/memories?limit=100${query}`, { cookie: home.ada.cookie })).memories

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
  expect(await page.getByRole('article').count()).toBe(3)
  await page.reload()
  await page.getByText('Is allergic to hazelnuts.').waitFor()
  expect(await page.getByRole('article').count()).toBe(3)
})

test('a search without matches shows only a message', async () => {
  const page = await browser.visit(service.url, { as: home.ada })
  await page.goto('/memories?query=zeppelin')
  await page.getByRole('heading', { name: 'No memory matches “zeppelin”' }).waitFor()
  expect(await page.getByRole('article').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
})

test('a pinned memory is listed first, and an edited scope is saved', async () => {
  const page = await browser.visit(service.url, { as: home.ada })
  await page.goto('/memories')
  const memory = page.getByRole('article', { name: 'Cooks without meat' })
  await memory.getByRole('button', { name: 'Pinned', pressed: false }).click()
  await page.getByRole('region', { name: 'Pinned' }).getByText('Cooks without meat').waitFor()
  // Until both lists are loaded again, it is in the other one, too.
  await expect.poll(() => memory.count()).toBe(1)
  await memory.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('combobox', { name: 'Scope' }).fill('nutrition.cooking')
  await page.getByRole('button', { name: 'Save' }).click()
  await memory.getByText('Nutrition · cooking').waitFor()
  const listed = async () => (await all('&scope=nutrition.cooking')).map(({ content }) => content)
  await expect.poll(listed).toEqual(['Cooks without meat during the week.'])
})

test('Undo restores a deleted memory with its id and times', async () => {
  const before = (await all()).find(({ content }) => content === RIVER)!
  const page = await browser.visit(service.url, { as: home.ada })
  await page.goto('/memories')
  const memory = page.getByRole('article', { name: 'Runs along the river' })
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
  const focused = page.locator(':focus')
  const press = (key: string) => page.keyboard.press(key)
  await page.goto('/memories')
  await page.getByRole('button', { name: 'I do not eat meat.' }).press('Enter')
  await page.getByRole('form', { name: 'A new memory' }).waitFor()
  expect(await focused.inputValue()).toBe('I do not eat meat.')
  await page.getByRole('combobox', { name: 'Scope' }).fill('family')
  await page.getByRole('button', { name: 'Remember this' }).press('Enter')
  await page.getByText('There is no such scope.').waitFor()
  await page.getByRole('combobox', { name: 'Scope' }).fill('nutrition')
  await page.getByRole('button', { name: 'Remember this' }).press('Enter')
  const card = page.getByRole('article', { name: 'I do not eat meat.' })
  await card.getByRole('button', { name: 'Edit' }).press('Enter')
  expect(await focused.inputValue()).toBe('I do not eat meat.')
  await press('Escape')
  await card.getByRole('button', { name: 'Edit' }).waitFor()
  expect(await focused.getAttribute('aria-label')).toBe('I do not eat meat.')
  await card.getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'About this memory' }).press('Enter')
  await page.getByRole('dialog', { name: 'About this memory' }).waitFor()
  await press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await focused.getAttribute('aria-label')).toBe('I do not eat meat.')
  await card.getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await page.locator('button:focus', { hasText: 'Undo' }).waitFor()
  await press('Enter')
  await card.waitFor()
  expect(await focused.getAttribute('id')).toBe('main')
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
  await page.getByRole('article', { name: 'Runs along the river' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'About this memory' }).click()
  const about = page.getByRole('dialog', { name: 'About this memory' })
  await about.getByRole('listitem').filter({ hasText: 'Trail Coach: can read it, can change or delete it' }).waitFor()
  await about.getByRole('img', { name: /This memory and \d near it/ }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await about.getByRole('button', { name: /Tom, her brother/ }).click()
  await about.getByText('Saved', { exact: true }).waitFor()
  await about.getByRole('button', { name: /Runs along the river/ }).waitFor()
})

test('memories can be exported to a file and imported again', async () => {
  const page = await browser.visit(service.url, { as: home.ada })
  await page.goto('/settings')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export everything' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain(RIVER)
  const lines = `${text}${JSON.stringify({ scope: 'note', content: 'Written by hand.' })}\n{"scope":"note"}\n`
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Import a file' }).click(),
  ])
  await chooser.setFiles({ name: 'memories.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines) })
  await page.getByText(/^1 new, \d+ were there already, 1 could not be stored\.$/).waitFor()
  expect((await all()).map(({ content }) => content)).toContain('Written by hand.')
})

test('an export asks for the password when the sign-in is older than 15 minutes', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  await page.goto('/settings')
  const start = page.getByRole('button', { name: 'Export everything' })
  await start.waitFor()
  clock.jump(16 * MINUTE_MS)
  await start.click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password', { exact: true }).fill(service.password)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Sign in', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.jsonl$/)
})

test('a user names the assistant, changes the password and erases the account', async () => {
  const person = await service.newPerson()
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/settings')
  await page.getByLabel('Name', { exact: true }).fill('Iris')
  await page.getByLabel('Tone').fill('Dry and kind.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  const { items } = await service.ok('GET', '/v1/identities', { cookie: person.cookie })
  expect(items[0]).toMatchObject({ name: 'Iris', personality: { description: 'Dry and kind.' } })

  await page.getByLabel('Current password').fill('another one')
  await page.getByLabel('New password').fill('longer than before')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('This is not the password.').waitFor()
  await page.getByLabel('Current password').fill(service.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Changed. You are signed out everywhere else.').waitFor()

  await page.getByRole('button', { name: 'Erase my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase your account?' })
  await dialog.getByLabel('Your password').fill('longer than before')
  await dialog.getByRole('button', { name: 'Erase everything' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await sendCredentials(page, { email: person.email, password: 'longer than before' })
  await page.getByText('This e-mail and password do not match.').waitFor()
})
