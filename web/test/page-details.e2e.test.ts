import { expect, test } from 'vitest'
import type { Person, TestService } from '../../server/test/service.ts'
import { faultsOf, openBrowser, settled } from './browser.ts'
import { hubForTests, type SeededHub } from './seed-hub.ts'

let service: TestService
let home: SeededHub
const browser = openBrowser()
hubForTests((opened) => void ({ service, home } = opened))

/** The sizes of texts on a page that are not in the scale, with the class of the element. */
const OTHER_SIZES = `(() => {
  const probe = document.body.appendChild(document.createElement('span'))
  const scale = [1, 2, 3, 4, 5].map((step) => {
    probe.style.fontSize = 'var(--text-' + step + ')'
    return getComputedStyle(probe).fontSize
  })
  probe.remove()
  const hasText = ({ childNodes }) => [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
  // Charts measure texts above the page.
  const isOnPage = (element) => element.getBoundingClientRect().bottom > 0
  return [...document.querySelectorAll('body *')].filter(hasText).filter(isOnPage)
    .map((element) => [getComputedStyle(element).fontSize, element.getAttribute('class')])
    .filter(([size]) => !scale.includes(size))
})()`

test('all texts have a size of the scale', async () => {
  const stops = [
    [home.ada, '/memories', 'Is allergic to hazelnuts.'],
    [home.ada, '/connections', 'No longer connected'],
    [home.ada, `/connections/${home.connectionId}`, 'Show as a table'],
    [home.ada, '/review', 'Remember this?'],
    [home.grace, '/developers/apps', 'Trail Coach'],
    [home.grace, `/developers/apps/${home.trail.id}/usage`, 'Show as a table'],
  ] as const
  for (const [as, path, ready] of stops) {
    const page = await browser.visit(service.url, { as })
    await page.goto(path)
    await page.getByText(ready).first().waitFor()
    await settled(page)
    expect.soft(await page.evaluate(OTHER_SIZES), path).toEqual([])
  }
})

test('the lines of usage charts are solid, as those of other charts', async () => {
  const page = await browser.visit(service.url, { as: home.grace })
  await page.goto(`/developers/apps/${home.trail.id}/usage`)
  const line = page.locator('.recharts-cartesian-grid line').first()
  await line.waitFor({ state: 'attached' })
  expect(Number.parseFloat((await line.getAttribute('stroke-dasharray')) ?? '0')).toBe(0)
})

test('what has no limit has no bar, and addresses for services are explained in plain words', async () => {
  const page = await browser.visit(service.url, { as: home.ada })
  await page.route('**/v1/usage', async (route) => {
    const response = await route.fetch()
    const { memories, ...usage } = await response.json()
    await route.fulfill({ response, json: { ...usage, memories: { ...memories, limit: null } } })
  })
  await page.goto('/settings')
  await page.getByText(', without limit').waitFor()
  expect(await page.getByRole('progressbar', { name: 'without limit' }).count()).toBe(0)
  expect(await page.getByRole('progressbar').count()).toBeGreaterThan(0)
  await page.getByText('Give one of them its address, and it adds to your memories.').waitFor()
})

test('on a phone, the bar of selected memories has two lines, and a cross clears it', async () => {
  const page = await browser.visit(service.url, { as: home.ada, width: 390 })
  await page.goto('/memories')
  await page.getByRole('checkbox').first().check()
  const bar = page.getByRole('region', { name: 'Selected memories' })
  await bar.getByRole('button', { name: 'Delete' }).waitFor()
  const middles = await bar.getByRole('button').evaluateAll((all) =>
    all.map((button) => {
      const { top, bottom } = button.getBoundingClientRect()
      return Math.round((top + bottom) / 2)
    }),
  )
  expect(new Set(middles).size).toBe(2)
  await bar.getByRole('button', { name: 'Clear the selection' }).click()
  await bar.waitFor({ state: 'detached' })
})

test('on a phone, a page begins with what it is about, and its filters are folded', async () => {
  const topOf = async (path: string, as: Person, role: 'article' | 'heading' | 'region', name?: RegExp) => {
    const page = await browser.visit(service.url, { as, width: 390, touch: true })
    await page.goto(path)
    const box = await page.getByRole(role, { name }).first().boundingBox()
    expect(await page.getByRole('combobox').count(), path).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    return { page, top: box!.y }
  }
  expect((await topOf('/memories', home.ada, 'article')).top).toBeLessThan(320)
  expect((await topOf('/activity', home.ada, 'region', /^Today/)).top).toBeLessThan(220)
  // Nothing to search or to filter.
  const memories = await topOf('/memories', home.newcomer, 'heading', /^Nothing is remembered yet/)
  expect(memories.top).toBeLessThan(200)
  expect(await memories.page.getByRole('searchbox').count()).toBe(0)
  const activity = await topOf('/activity', await service.newPerson(), 'heading', /^Nothing has happened yet/)
  for (const name of ['Filters', 'Export']) expect(await activity.page.getByText(name, { exact: true }).count()).toBe(0)
})

test('filters of the activity are set by plain words, and shown folded as buttons that remove them', async () => {
  const page = await browser.visit(service.url, { as: home.ada, width: 390 })
  await page.goto('/activity')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'What' }).click()
  const group = page.getByRole('group', { name: 'Adding, changing and deleting' })
  await group.getByRole('option', { name: 'Added memories' }).click()
  await page.getByText('Trail Coach looked').first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Filters' }).click()
  expect(await page.getByRole('combobox').count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove the filter: Added memories' }).click()
  await page.getByRole('button', { name: /^Remove the filter/ }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
})

test('beside the details of a memory, topics keep their names where the window is wide', async () => {
  for (const [width, hasNames] of [
    [1440, true],
    [1280, false],
  ] as const) {
    const page = await browser.visit(service.url, { as: home.ada, width })
    await page.goto('/memories')
    await page.getByRole('article').first().getByRole('link').first().click()
    await page.getByRole('complementary', { name: 'About this memory' }).waitFor()
    const name = await page.getByRole('navigation', { name: 'Topics' }).getByText('Fitness').boundingBox()
    expect(name!.width > 20, String(width)).toBe(hasNames)
  }
})

test('the settings have one way to save, a time zone that is chosen, and links to their parts', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  await page.goto('/settings')
  const name = page.getByLabel('Your name')
  await name.waitFor()
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('UTC')
  const save = page.getByRole('button', { name: /^Save/ })
  expect(await save.allInnerTexts()).toEqual(['Save', 'Save'])
  const variant = () => save.first().getAttribute('data-variant')
  expect(await variant()).toBe('default')
  await name.fill('Ada')
  expect(await variant()).toBe('filled')
  await save.first().click()
  await page.getByText('Saved.').waitFor()
  expect(await variant()).toBe('default')
  await page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link', { name: 'Account' }).click()
  const account = page.getByRole('heading', { name: 'Account and sign-in' })
  await expect.poll(async () => (await account.boundingBox())!.y).toBeLessThan(400)
  expect(await faultsOf(page)).toEqual([])
})

test('the details of a memory that replaced another say so', async () => {
  const page = await browser.visit(service.url, { as: home.ada })
  await page.goto('/review')
  await page.getByRole('button', { name: 'Yes, replace it' }).click()
  await page.getByRole('heading', { name: 'Has this changed?' }).waitFor({ state: 'detached' })
  await page.goto('/memories')
  await page.getByRole('link', { name: 'No longer takes lisinopril.' }).click()
  const details = page.getByRole('complementary', { name: 'About this memory' })
  await details.getByRole('heading', { name: 'Replaced', exact: true }).waitFor()
  await details.getByRole('button', { name: 'Takes lisinopril.' }).waitFor()
})

test('a menu that opens for the first time returns the focus to its button on Escape', async () => {
  const page = await browser.visit(service.url, { as: home.ada })
  await page.goto('/memories')
  for (const [role, name] of [
    ['dialog', 'Your account'],
    ['menu', 'More'],
  ] as const) {
    const button = page.getByRole('button', { name, exact: true }).first()
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole(role).waitFor()
    await page.getByRole(role).locator(':focus').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await page.getByRole(role).waitFor({ state: 'hidden' })
    await button.and(page.locator(':focus')).waitFor()
  }
})

test('Escape closes the form for a new memory', async () => {
  const page = await browser.visit(service.url, { as: home.ada })
  await page.goto('/memories')
  const button = page.getByRole('button', { name: 'Add a memory' })
  await button.click()
  const form = page.getByRole('form', { name: 'A new memory' })
  await form.waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  await button.and(page.locator(':focus')).waitFor()
})

test('without a connection, the navigation stays and leads to pages that are loaded', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  await page.goto('/memories')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Overview' }).waitFor()
  await page.context().setOffline(true)
  await navigation.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('main').getByRole('heading', { name: 'No connection' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor()
  await page.getByRole('banner').getByRole('button').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await navigation.getByRole('link', { name: 'Memories' }).click()
  await page.getByRole('main').getByRole('heading', { name: 'Memories' }).waitFor()
  await navigation.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Your life so far' }).waitFor()
})
