import { afterAll, beforeAll, expect, test } from 'vitest'
import { candidate, importsOf } from '../../server/test/importing.ts'
import { type TestService, testService } from '../../server/test/service.ts'
import { newTwoApps } from '../../server/test/two-apps.ts'
import { faultsOf, openBrowser } from './browser.ts'

let service: TestService
let imports: ReturnType<typeof importsOf>
const browser = openBrowser()
beforeAll(async () => {
  service = await testService()
  imports = importsOf(service)
})
afterAll(() => service.stop())

/** A person with suggestions of an import, on the review page. */
async function reviewing(count: number) {
  const person = await service.newPerson()
  const { id } = await imports.begin(person)
  const lines = Array.from({ length: count }, (_, at) => candidate(`Has visited town number ${at}.`))
  await imports.send(person, id, lines)
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/review')
  await page.getByText('Has visited town number').first().waitFor()
  const bar = page.getByRole('region', { name: 'Selected suggestions' })
  return { person, page, bar }
}

test('suggestions are selected and kept by the keyboard, and wait again after Undo', async () => {
  const { person, page, bar } = await reviewing(3)
  await page.getByRole('checkbox').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await bar.getByText('2 suggestions selected').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await bar.getByRole('button', { name: 'Keep', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Kept: 2 suggestions').waitFor()
  await expect.poll(() => imports.contents(person)).toHaveLength(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => imports.contents(person)).toEqual([])
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(3)
})

test('all suggestions are kept by one button, and wait again after Undo', async () => {
  const { person, page } = await reviewing(3)
  await page.getByRole('button', { name: 'Keep all 3', exact: true }).click()
  await page.getByText('Kept: 3 suggestions').waitFor()
  await expect.poll(() => imports.contents(person)).toHaveLength(3)
  await page.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor()
  expect(await page.getByRole('button', { name: /^Keep all/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => imports.contents(person)).toEqual([])
  await page.getByRole('button', { name: 'Keep all 3', exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('of a long list, all that are shown are kept', async () => {
  const { page } = await reviewing(30)
  await page.getByRole('button', { name: 'Keep all 20 shown' }).waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('button', { name: 'Keep all 30', exact: true }).waitFor()
})

test('all suggestions of a long list are declined at once, after a question', async () => {
  const { person, page, bar } = await reviewing(130)
  for (const shown of [120, 130]) {
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(shown)
  }
  await page.getByRole('checkbox').first().check()
  await bar.getByRole('button', { name: 'Select all shown' }).click()
  await bar.getByText('130 suggestions selected').waitFor()
  await bar.getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline 130 suggestions?' })
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor()
  expect(await imports.waiting(person)).toEqual([])
  expect(await imports.contents(person)).toEqual([])
})

test('the navigation says how many decisions wait, on a phone too, and counts down', async () => {
  const { page, person } = await reviewing(3)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Review/ })
  await expect.poll(() => link.ariaSnapshot()).toContain('Review 3 waiting')
  await page.getByRole('button', { name: 'Decline' }).first().click()
  await expect.poll(() => link.ariaSnapshot()).toContain('Review 2 waiting')

  // The first page counts them when it has all it shows, without an interaction and before the navigation is open.
  const phone = await browser.visit(service.url, { as: person, width: 390 })
  await phone.goto('/memories')
  await phone.getByRole('banner').getByText('2 waiting').waitFor()
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await phone.getByRole('button', { name: 'Open navigation' }).click()
  await phone.getByRole('link', { name: 'Review 2 waiting' }).click()
  await phone.getByRole('heading', { name: 'Review', level: 1 }).waitFor()
  expect(await faultsOf(phone)).toEqual([])
})

test('a suggestion says which import it comes from, with a link, and on which day', async () => {
  const { page } = await reviewing(1)
  const card = page.getByRole('article', { name: 'Remember this?' })
  expect(await card.getByRole('time').innerText()).toMatch(/\d{1,2} \w+ \d{4}/)
  await card.getByRole('link', { name: /^an import from/ }).click()
  await page.getByRole('heading', { name: 'Bring your memories' }).waitFor()
})

test('what an app did to statements about health is shown, and is taken back or kept', async () => {
  const scopes = ['memory:read:*', 'memory:write:*']
  const { person, token } = await service.connected(scopes)
  const { cookie } = person
  const memories = ['Is allergic to penicillin.', 'Has asthma.'].map((content) => ({ scope: 'health', content }))
  const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie, body: { memories } })
  const [allergy, asthma] = memoryIds
  await service.ok('DELETE', `/v1/memories/${allergy}`, { token })
  await service.ok('PATCH', `/v1/memories/${asthma}`, { token, body: { content: 'Has no asthma.' } })
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/review')
  await page.getByRole('heading', { name: 'Changed by apps' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByText(/added by you, changed by App/).waitFor()
  await page.getByText('2 waiting').first().waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Restore it' }).click()
  await page.getByRole('button', { name: 'Restore it' }).waitFor({ state: 'detached' })
  expect(await service.get(`/v1/memories/${allergy}`, token)).toMatchObject({ content: 'Is allergic to penicillin.' })
  await page.getByRole('button', { name: 'Keep this change' }).click()
  await page.getByRole('heading', { name: 'Changed by apps' }).waitFor({ state: 'detached' })
  expect(await service.get(`/v1/memories/${asthma}`, token)).toMatchObject({ content: 'Has no asthma.' })
  expect(await faultsOf(page)).toEqual([])
})

test('a question about a muted app says why it replaces nothing, and is decided once the app is shown again', async () => {
  const { person, cookie, good, bad, connection, write } = await newTwoApps(service)
  const [old] = await write(good, { content: 'I live in Oslo.' })
  await write(bad, { content: 'I moved to Berlin.' })
  const page = await browser.visit(service.url, { as: person })
  // The page was loaded before the app was muted.
  await service.ok('POST', `/v1/connections/${connection}/mute`, { cookie })
  await page.route(
    '**/v1/connections',
    async (route) => {
      const response = await route.fetch()
      const { items, ...rest } = await response.json()
      const shown = items.map((item: object) => ({ ...item, mutedAt: null }))
      await route.fulfill({ response, json: { ...rest, items: shown } })
    },
    { times: 1 },
  )
  await page.goto('/review')
  const card = page.getByRole('article', { name: 'Has this changed: I live in Oslo.' })
  await card.getByRole('button', { name: 'Yes, replace it' }).click()
  await page.getByText(/its app is muted/).waitFor()
  expect(await page.getByText(/changed since it was shown/).count()).toBe(0)

  await card.getByText(/^App .+ is hidden from your other apps, so that it can replace nothing/).waitFor()
  expect(await card.getByRole('button').allInnerTexts()).toEqual(['No, both are true'])
  expect(await faultsOf(page)).toEqual([])
  await card.getByRole('link', { name: 'Connected apps' }).click()
  await page.getByRole('switch', { name: 'Hide it from other apps' }).click()
  await expect.poll(() => page.getByRole('switch', { name: 'Hide it from other apps' }).isChecked()).toBe(false)
  await page.goto('/review')
  await card.getByRole('button', { name: 'Yes, replace it' }).click()
  await card.waitFor({ state: 'detached' })
  expect((await service.get(`/v1/memories/${old}`, good)).supersededBy).not.toBeNull()
})

test('the review shows no error while a process of the release before answers', async () => {
  const { person } = await service.connected(['memory:read:*'])
  const page = await browser.visit(service.url, { as: person })
  const error = { code: 'not_found', message: 'Not found.' }
  for (const path of ['memories/app-changes', 'review/waiting'])
    await page.route(`**/v1/${path}`, (route) => route.fulfill({ status: 404, json: { error } }))
  await page.goto('/review')
  await page.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])
})
