import { expect, test } from 'vitest'
import type { TestService } from '../../server/test/service.ts'
import { faultsOf, openBrowser } from './browser.ts'
import { hubForTests, type SeededHub } from './seed-hub.ts'

let service: TestService
let home: SeededHub
const browser = openBrowser()
hubForTests((opened) => void ({ service, home } = opened))

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
  const about = page.getByRole('complementary', { name: 'About this memory' })
  await about.getByText('Is allergic to hazelnuts.').first().waitFor()
  await about.getByText('Table for One').first().waitFor()

  await page.keyboard.press('Control+k')
  await dialog.getByRole('combobox').fill('hazelnuts')
  await option.waitFor()
  // Less related memories are left to the search.
  expect(await dialog.getByRole('option').count()).toBe(2)
  await dialog.getByRole('combobox').fill('trail')
  await dialog.getByRole('option', { name: 'Trail Coach Connected app' }).click()
  await page.getByRole('heading', { name: 'Trail Coach', level: 1 }).waitFor()

  await page.keyboard.press('Control+k')
  await dialog.getByRole('combobox').fill('add a')
  await page.keyboard.press('Enter')
  const content = page.getByRole('form', { name: 'A new memory' }).getByRole('textbox', { name: 'What to remember' })
  await content.and(page.locator(':focus')).waitFor()
  expect(new URL(page.url()).search).toBe('')

  await page.keyboard.press('Control+k')
  await dialog.getByRole('combobox').fill('activ')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
})

test('memories of several topics are moved to none that was not chosen', async () => {
  const person = await service.newPerson()
  const memories = ['note', 'travel'].map((scope) => ({ content: `Of ${scope}.`, scope }))
  await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories } })
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/memories')
  for (const name of ['Select: Of note.', 'Select: Of travel.']) await page.getByRole('checkbox', { name }).check()
  const bar = page.getByRole('region', { name: 'Selected memories' })
  const dialog = page.getByRole('dialog', { name: 'Move 2 memories' })
  const topic = dialog.getByRole('combobox', { name: 'Topic' })
  const move = dialog.getByRole('button', { name: 'Move' })
  await bar.getByRole('button', { name: 'Move' }).click()
  await topic.waitFor()
  expect(await topic.inputValue()).toBe('')
  expect(await move.isDisabled()).toBe(true)
  expect(await faultsOf(page)).toEqual([])
  await topic.click()
  await page.getByRole('option', { name: 'Travel' }).click()
  expect(await move.isEnabled()).toBe(true)
  // What was chosen once is not chosen the next time.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await bar.getByRole('button', { name: 'Move' }).click()
  await topic.waitFor()
  expect(await topic.inputValue()).toBe('')
})
