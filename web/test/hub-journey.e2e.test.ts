import { expect, test } from 'vitest'
import type { TestService } from '../../server/test/service.ts'
import { faultsOf, openBrowser, sendCredentials, setAccess } from './browser.ts'
import { type SampleApp, sampleAppForTests } from './sample-app.ts'

const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*']

let service: TestService
let sample: SampleApp
const browser = openBrowser()
sampleAppForTests(SCOPES, (opened) => void ({ service, sample } = opened))

test('a new user connects an app, corrects a memory it wrote, and disconnects it', async () => {
  const page = await browser.visit(service.url, {}, [sample.url])
  await page.goto('/')
  await page.getByRole('link', { name: 'Create your account' }).click()
  await sendCredentials(page, { email: 'ada@example.com', password: service.password, name: 'Ada' })
  await page.getByRole('heading', { name: 'Nothing is remembered yet' }).waitFor()

  await page.goto(sample.url)
  await page.getByRole('link', { name: 'Connect' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Connected', { exact: true }).waitFor()
  await service.remember(sample.token(), [{ scope: 'fitness.trail', kind: 'fact', content: 'Runs on Tusdays.' }])

  await page.goto('/memories')
  const memory = page.getByRole('article', { name: 'Runs on Tusdays.' })
  await memory.getByText('added by Trail Coach').waitFor()
  await memory.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('What to remember').fill('Runs on Tuesdays.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('article', { name: 'Runs on Tuesdays.' }).waitFor()
  const { memories } = await service.get('/v1/memories', sample.token())
  expect(memories.map(({ content }: { content: string }) => content)).toEqual(['Runs on Tuesdays.'])
  await service.get('/v1/memories?query=runs', sample.token())

  await page.getByRole('link', { name: 'Connected apps' }).click()
  await page.getByRole('link', { name: 'Trail Coach' }).click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disconnect Trail Coach?' })
  await dialog.getByText('can no longer read or change anything here').waitFor()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('This app is disconnected').waitFor()
  expect((await service.call('GET', '/v1/memories', { token: sample.token() })).status).toBe(401)

  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('listitem').filter({ hasText: 'You disconnected Trail Coach' }).waitFor()
  const added = page.getByRole('listitem').filter({ hasText: 'Trail Coach added memories 1 memory' })
  await added.getByText('Fitness', { exact: true }).waitFor()
  // Both reads of the app are one line, which opens to them by keyboard.
  await page.locator('summary', { hasText: 'Trail Coach looked things up 2 times' }).press('Enter')
  await page.getByRole('list').getByText('looked through memories').first().waitFor()
  // Each read opens to what the app was given.
  await page.locator('summary', { hasText: 'searched memories' }).press('Enter')
  const given = page.getByRole('list', { name: 'Memories as they are now' })
  await given.getByRole('listitem').filter({ hasText: 'Runs on Tuesdays.' }).waitFor()
  expect(await given.getByRole('listitem').count()).toBe(1)
  // And that to its details, which say who read it.
  await given.getByRole('link', { name: 'Runs on Tuesdays.' }).click()
  const details = page.getByRole('complementary', { name: 'About this memory' })
  await details.getByText('Trail Coach searched memories').waitFor()
})

test('a write of several memories opens to them in the activity, by keyboard', async () => {
  const person = await service.newPerson()
  const token = await service.connect(person, sample.app, SCOPES)
  const memories = ['Swims on Fridays.', 'Runs on Tuesdays.'].map((content) => ({ scope: 'fitness', content }))
  await service.ok('POST', '/v1/memories', { token, body: { memories } })
  const page = await browser.visit(service.url, { as: person, width: 390 })
  await page.goto('/activity')
  await page.locator('summary', { hasText: 'Trail Coach added memories 2 memories' }).press('Enter')
  const added = page.getByRole('list', { name: 'Memories as they are now' })
  await added.getByRole('link', { name: 'Runs on Tuesdays.' }).waitFor()
  expect(await added.getByRole('listitem').count()).toBe(2)
  expect(await faultsOf(page)).toEqual([])
  await added.getByRole('link', { name: 'Swims on Fridays.' }).click()
  await page.getByRole('dialog', { name: 'About this memory' }).getByText('No app has read it').waitFor()
})

test('narrowed grants take effect at once', async () => {
  const person = await service.newPerson()
  const token = await service.connect(person, sample.app, SCOPES)
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/connections')
  await page.getByRole('link', { name: 'Trail Coach' }).click()
  await setAccess(page, 'Fitness', 'Read')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('radio', { name: 'Read and change' }).waitFor({ state: 'detached' })
  expect((await service.get('/v1/connection', token)).scopes).toEqual(['memory:read:fitness.*'])
})

test('an app is paused in the list, and disconnected with all that it saved', async () => {
  const person = await service.newPerson()
  const { cookie } = person
  const token = await service.connect(person, sample.app, SCOPES)
  await service.remember(token, [{ scope: 'fitness', content: 'Runs.' }])
  await service.ok('POST', '/v1/memories', { cookie, body: { memories: [{ scope: 'fitness', content: 'Swims.' }] } })
  const page = await browser.visit(service.url, { as: person, width: 390 })
  await page.goto('/connections')
  const row = page.getByRole('article', { name: 'Trail Coach' })
  await row.getByText('50% of your store').waitFor()
  await row.getByRole('button', { name: 'Pause Trail Coach' }).click()
  await row.getByText('paused', { exact: true }).waitFor()
  expect((await service.call('GET', '/v1/memories', { token })).status).toBe(403)

  await row.getByRole('link', { name: 'Trail Coach' }).click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disconnect Trail Coach?' })
  await dialog.getByRole('checkbox', { name: 'And delete what it saved (1)' }).check()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('This app is disconnected').waitFor()
  const listed = (await service.ok('GET', '/v1/memories', { cookie })).memories
  expect(listed.map(({ content }: { content: string }) => content)).toEqual(['Swims.'])
})

test('an expired session asks for the password and keeps the input', async () => {
  const person = await service.newPerson()
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/memories')
  await page.getByRole('button', { name: 'Add a memory' }).click()
  await page.getByLabel('What to remember').fill('Plays the viola.')
  await service.ok('POST', '/v1/auth/logout', { cookie: person.cookie })
  await page.getByRole('button', { name: 'Remember this' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password', { exact: true }).fill('not the one')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.getByText('This e-mail and password do not match.').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(service.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('article', { name: 'Plays the viola.' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/memories')
})

test('a request is dropped when another user signs in', async () => {
  const [ada, grace] = [await service.newPerson(), await service.newPerson()]
  const page = await browser.visit(service.url, { as: ada })
  await page.goto('/memories')
  await page.getByRole('button', { name: 'Add a memory' }).click()
  await page.getByLabel('What to remember').fill('Only for Ada.')
  await service.ok('POST', '/v1/auth/logout', { cookie: ada.cookie })
  await page.getByRole('button', { name: 'Remember this' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('E-mail').fill(grace.email)
  await dialog.getByLabel('Password', { exact: true }).fill(service.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  // The page reloads, so it no longer contains Ada's input.
  await page.getByLabel('What to remember').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Nothing is remembered yet' }).waitFor()
  expect((await service.ok('GET', '/v1/memories', { cookie: grace.cookie })).memories).toEqual([])
})

test('a full plan shows how to make room and keeps the input', async () => {
  const person = await service.newPerson()
  const many = (round: number) =>
    Array.from({ length: 100 }, (_, at) => ({ scope: 'note', content: `Number ${round * 100 + at}.` }))
  for (let round = 0; round < 5; round++)
    await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories: many(round) } })
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/memories')
  await page.getByRole('button', { name: 'Add a memory' }).click()
  await page.getByLabel('What to remember').fill('One too many.')
  await page.getByRole('button', { name: 'Remember this' }).click()
  await page.getByText('The free plan allows 500 memories.').waitFor()
  await page.getByRole('checkbox', { name: 'Select: Number 499.' }).check()
  await page.getByRole('checkbox', { name: 'Select: Number 498.' }).check()
  await page.getByRole('region', { name: 'Selected memories' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete 2 memories?' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('2 memories deleted.').waitFor()
  await page.getByRole('button', { name: 'Remember this' }).click()
  await page.getByRole('article', { name: 'One too many.' }).waitFor()
})
