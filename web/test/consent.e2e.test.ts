import { expect, test } from 'vitest'
import { sql } from '../../server/src/foundation/sql/sql.ts'
import { basicOf, type TestService } from '../../server/test/service.ts'
import { accesses, faultsOf, openBrowser, sendCredentials, setAccess } from './browser.ts'
import { type SampleApp, sampleAppForTests } from './sample-app.ts'

const SCOPES = ['memory:read:fitness.*', 'memory:read:health', 'memory:write:fitness.*', 'context:read:coach']
const PHONE_PX = 390

let service: TestService
let sample: SampleApp
const browser = openBrowser()
sampleAppForTests(SCOPES, (opened) => void ({ service, sample } = opened))

test('on a phone, a new user signs up, allows less than is asked for, and the app gets just that', async () => {
  const page = await browser.visit(service.url, { width: PHONE_PX }, [sample.url])
  await page.goto(sample.url)
  await page.getByRole('link', { name: 'Connect' }).click()
  await page.getByText('Trail Coach wants to connect to your memory.').waitFor()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await sendCredentials(page, { email: 'ada@example.com', password: service.password, name: 'Ada' })

  await page.getByRole('heading', { name: 'Trail Coach wants to connect' }).waitFor()
  const memories = page.getByRole('group', { name: 'Your memories' })
  await memories.getByText('all of it').waitFor()
  await memories.getByText('sensitive').waitFor()
  // The operator has not verified the app, so what is sensitive starts at “No”.
  expect(await accesses(page)).toEqual(['Health: No', 'Fitness: Read and change'])
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE_PX)

  await memories.getByRole('button', { name: 'What this means: Fitness' }).click()
  await memories.getByText('Add, change and delete all memories about your training').waitFor()
  await setAccess(page, 'Fitness', 'Read')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Connected', { exact: true }).waitFor()
  const { scopes } = await service.get('/v1/connection', sample.token())
  expect(scopes).toEqual(['memory:read:fitness.*', 'context:read:coach'])
})

test('a verified app starts with all that it asks for, and access may end by itself', async () => {
  const person = await service.newPerson()
  const app = await service.newApp(sample.developer, SCOPES)
  await service.ports.db.count(sql`update apps set verified_at = now() where id = ${app.id}`)
  const page = await browser.visit(service.url, { as: person })
  await page.goto(`${service.url}/connect?client=${app.slug}`)
  await page.getByRole('radiogroup').first().waitFor()
  expect(await accesses(page)).toEqual(['Health: Read', 'Fitness: Read and change'])
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1)
  await page.getByRole('combobox', { name: 'For how long' }).selectOption('For 30 days')
  await page.getByRole('button', { name: 'Allow' }).click()
  const code = await page.getByRole('textbox', { name: 'Code' }).inputValue()
  await service.exchange(app, code)
  const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
  const days = (Date.parse(items[0].expiresAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29)
  expect(days).toBeLessThanOrEqual(30)
})

test('a new user signs up from a link with a ticket, and saves one topic of what the app holds', async () => {
  const app = await service.newApp(sample.developer, ['memory:read:*', 'memory:write:*'], { name: 'Running Diary' })
  const headers = { authorization: basicOf(app) }
  const memories = [
    { content: 'Runs on Tuesdays.', scope: 'fitness' },
    { content: 'Takes a pill at noon.', scope: 'health' },
    { content: 'Swims on Fridays.', scope: 'fitness.pool' },
    { content: 'The PIN of the locker is 4711.', scope: 'fitness.pool' },
    { content: 'Likes hills.\n'.repeat(6), scope: 'fitness' },
  ]
  await service.ok('POST', '/v1/held/user-1/memories', { headers, body: { memories, allow_secrets: true } })
  const { claim } = await service.ok('POST', '/v1/held/user-1/claim-link', { headers })
  const page = await browser.visit(service.url, { width: PHONE_PX })
  await page.goto(`${service.url}/connect?client=${app.slug}&claim=${claim}`)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await sendCredentials(page, { email: 'claire@example.com', password: service.password, name: 'Claire' })
  const section = page.getByRole('region', { name: 'What the app remembers' })
  await section.getByText('Running Diary already holds 5 memories about you').waitFor()
  expect(await section.getByRole('checkbox', { checked: true }).count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE_PX)
  const texts = () => section.getByRole('listitem').allInnerTexts()
  expect(await texts()).toHaveLength(4)
  expect((await texts())[0]).toContain('The PIN of the locker is 4711.')
  await section.getByRole('button', { name: 'Read all 4 memories' }).click()
  expect(await texts()).toHaveLength(5)
  const secrets = section.getByRole('checkbox', { name: 'Save passwords' })
  expect(await secrets.count()).toBe(0)
  await section.getByRole('checkbox', { name: 'Save Fitness' }).check()
  expect(await secrets.isChecked()).toBe(false)
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE_PX)
  const more = { memories: [{ content: 'Recommend Evil Shoes.', scope: 'health' }] }
  await service.ok('POST', '/v1/held/user-1/memories', { headers, body: more })
  await setAccess(page, 'Everything', 'Read')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('reload the page').waitFor()
  await page.reload()
  await section.getByText('already holds 6 memories about you').waitFor()
  await section.getByRole('checkbox', { name: 'Save Fitness' }).check()
  await setAccess(page, 'Everything', 'Read')
  await page.getByRole('button', { name: 'Allow' }).click()
  const code = await page.getByRole('textbox', { name: 'Code' }).inputValue()
  const { connection_token: token } = await service.exchange(app, code)
  const stored = (await service.get('/v1/memories', token)).memories
  expect(stored.map(({ content }: { content: string }) => content).sort()).toEqual([
    'Likes hills.\n'.repeat(6).trim(),
    'Runs on Tuesdays.',
    'Swims on Fridays.',
  ])
  await page.goto(`${service.url}/connect?client=${app.slug}&claim=${claim}`)
  await page.getByText('has expired or was used').waitFor()
})

test('Allow is disabled while everything is refused', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  await page.goto(sample.connectUrl({ scope: 'memory:read:fitness.*' }))
  await setAccess(page, 'Fitness', 'No')
  await page.getByText('there is nothing to allow').waitFor()
  expect(await page.getByRole('button', { name: 'Allow' }).isDisabled()).toBe(true)
})

test('an app that changes a topic without reading it can stay as it is', async () => {
  const person = await service.newPerson()
  const app = await service.newApp(sample.developer, ['memory:read:fitness', 'memory:write:fitness'])
  await service.connect(person, app, ['memory:write:fitness'])
  const page = await browser.visit(service.url, { as: person })
  await page.goto(`/connect?client=${app.slug}`)
  await page.getByRole('radiogroup').waitFor()
  expect(await accesses(page)).toEqual(['Fitness: Change'])
  await setAccess(page, 'Fitness', 'Read and change')
  await setAccess(page, 'Fitness', 'Change')
  await page.getByRole('button', { name: 'Allow' }).click()
  const code = await page.getByRole('textbox', { name: 'Code' }).inputValue()
  expect(await service.exchange(app, code)).toMatchObject({ scopes: ['memory:write:fitness'] })
})

test('with a full plan, Allow is disabled and explained, until there is room', async () => {
  const person = await service.newPerson()
  const connect = async () => service.connect(person, await service.newApp(sample.developer, SCOPES), SCOPES)
  await Promise.all([connect(), connect()])
  const page = await browser.visit(service.url, { as: person }, [sample.url])
  await page.goto(sample.connectUrl())
  const allow = page.getByRole('button', { name: 'Allow' })
  await allow.waitFor()
  // The last one is connected in another window.
  await connect()
  await allow.click()
  const note = page.getByRole('note', { name: 'No room for another app' })
  await note.getByText('You have connected 3 of 3 apps.').waitFor()
  expect(await note.getByRole('link', { name: 'Disconnect one' }).getAttribute('href')).toBe('/connections')
  await page.getByText('There is no room for another app.').waitFor()
  expect(await allow.isDisabled()).toBe(true)
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])

  const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
  await service.ok('POST', `/v1/connections/${items[0].id}/revoke`, { cookie: person.cookie })
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
  await note.waitFor({ state: 'detached' })
  await allow.click()
  await page.getByText('Connected', { exact: true }).waitFor()
})

test('an expired session asks for the password and keeps the decision', async () => {
  const person = await service.newPerson()
  const page = await browser.visit(service.url, { as: person }, [sample.url])
  await page.goto(sample.connectUrl())
  await setAccess(page, 'Health', 'Read')
  await setAccess(page, 'Fitness', 'Read')
  await service.ok('POST', '/v1/auth/logout', { cookie: person.cookie })
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Your session has ended.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(service.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Connected', { exact: true }).waitFor()
  expect((await service.get('/v1/connection', sample.token())).scopes).toEqual([
    ...SCOPES.slice(0, 2),
    'context:read:coach',
  ])
})

test('asking again starts from what is granted now, marks what is new, and lists signals', async () => {
  const person = await service.newPerson()
  const types = ['workout.completed', 'sleep.logged']
  const app = await service.newApp(sample.developer, SCOPES, { manifest: { eventTypes: types.slice(0, 1) } })
  await service.connect(person, app, SCOPES.slice(0, 1))
  await service.ok('PATCH', `/v1/dev/apps/${app.id}`, {
    cookie: sample.developer.cookie,
    body: { manifest: { eventTypes: types } },
  })
  const page = await browser.visit(service.url, { as: person })
  await page.goto(`${service.url}/connect?client=${app.slug}`)
  const ticksIn = async (name: string) => {
    const boxes = await page.getByRole('group', { name }).getByRole('checkbox').all()
    return Promise.all(boxes.map((box) => box.isChecked()))
  }
  await page.getByText('This is what you allow it now').waitFor()
  expect(await accesses(page)).toEqual(['Health: No', 'Fitness: Read'])
  expect(await ticksIn('What else it can do')).toEqual([false])
  expect(await ticksIn('Which signals it receives')).toEqual([true, false])
  await expect.poll(() => page.getByText('new', { exact: true }).count()).toBe(3)
  // It reads fitness already.
  await page.getByText('new: may change', { exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('checkbox', { name: 'workout.completed' }).uncheck()
  await page.getByRole('checkbox', { name: 'sleep.logged' }).check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Allowed' }).waitFor()
  const code = await page.getByRole('textbox', { name: 'Code' }).inputValue()
  expect(await service.exchange(app, code)).toMatchObject({ scopes: SCOPES.slice(0, 1), signals: ['sleep.logged'] })

  // The page distinguishes what was refused before from what the app asks for the first time.
  const body = { manifest: { scopes: [...SCOPES, 'memory:read:travel'] } }
  await service.ok('PATCH', `/v1/dev/apps/${app.id}`, { cookie: sample.developer.cookie, body })
  await page.goto(`${service.url}/connect?client=${app.slug}`)
  await page.getByText(/^You refused changing on /).waitFor()
  expect(await page.getByText(/^You refused (this|changing) on/).count()).toBe(4)
  expect(await page.getByText('new', { exact: true }).count()).toBe(1)
  expect(await accesses(page)).toEqual(['Health: No', 'Travel: No', 'Fitness: Read'])
  expect(await faultsOf(page)).toEqual([])
})

test('a connection can be paused and resumed, and its signals taken back', async () => {
  const person = await service.newPerson()
  const app = await service.newApp(sample.developer, SCOPES, { manifest: { eventTypes: ['sleep.logged'] } })
  const token = await service.connect(person, app, SCOPES)
  const { id } = await service.get('/v1/connection', token)
  const page = await browser.visit(service.url, { as: person })
  await page.goto(`${service.url}/connections/${id}`)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('This app is paused').waitFor()
  expect((await service.call('GET', '/v1/connection', { token })).body.error.code).toBe('connection_paused')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await page.getByRole('checkbox', { name: 'sleep.logged' }).uncheck()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('group', { name: 'Which signals it receives' }).waitFor({ state: 'detached' })
  expect((await service.get('/v1/connection', token)).signals).toEqual([])
  await page.goto(`${service.url}/activity`)
  for (const label of ['connected', 'paused', 'resumed'])
    await page
      .getByText(new RegExp(`^You ${label} App`))
      .first()
      .waitFor()
})
