import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/src/foundation/sql/sql.ts'
import { type TestService, testService } from '../../server/test/service.ts'
import { openBrowser, sendCredentials } from './browser.ts'

const SUBSCRIPTIONS_MAX = 20
const CALLS_MAX = 10_000
const USERS_MAX = 50
const SCOPES = ['memory:write:fitness']

let service: TestService
const browser = openBrowser()
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

test('the portal explains a reached limit and how to make room', async () => {
  const developer = await service.newDeveloper()
  const { cookie } = developer
  const app = await service.newApp(developer, SCOPES, { name: 'Trail Coach' })
  const body = { url: 'https://trail.example/hooks', events: ['memory.created'] }
  for (let i = 0; i < SUBSCRIPTIONS_MAX; i++)
    await service.ok('POST', `/v1/dev/apps/${app.id}/subscriptions`, { cookie, body })
  const page = await browser.visit(service.url, { as: developer })
  await page.goto(`/developers/apps/${app.id}/webhooks`)
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an endpoint' })
  await dialog.getByLabel('Address').fill('not an address')
  await dialog.getByRole('checkbox', { name: 'memory.created' }).check()
  await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
  await dialog.getByText('must be an absolute URL').waitFor()
  await dialog.getByLabel('Address').fill(body.url)
  await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
  await dialog.getByText('There is room for 20 subscriptions. Delete one').waitFor()
})

test('the usage page and the consent page explain a plan that is used up', async () => {
  const { person, developer, app, token } = await service.connected(SCOPES)
  await service.ports.db.count(sql`
    insert into usage_days (app_id, day, developer_id, api_calls)
    values (${app.id}, ${new Date().toISOString().slice(0, 10)}::date, ${developer.id}, ${CALLS_MAX})`)
  await connectUsers(app.id, USERS_MAX - 1)
  await expect
    .poll(async () => {
      const body = { memories: [{ content: 'Runs on Tuesdays.', scope: 'fitness' }] }
      return (await service.call('POST', '/v1/memories', { token, body })).status
    })
    .toBe(402)

  const page = await browser.visit(service.url, { as: developer })
  await page.goto(`/developers/apps/${app.id}/usage`)
  await page.getByText('The sandbox plan is full').waitFor()
  await page.getByText('This month’s calls are used up.').waitFor()
  await page.getByText('No new user can connect').waitFor()

  const newUser = await browser.visit(service.url, { as: await service.newPerson() })
  await newUser.goto(`/connect?client=${app.slug}`)
  await newUser.getByRole('button', { name: 'Allow' }).click()
  await newUser.getByText('Only its makers can make room').waitFor()
  expect((await service.call('GET', '/v1/connections', { cookie: person.cookie })).body.items).toHaveLength(1)
})

/** Connects more users to an app, directly in the database. */
async function connectUsers(appId: string, count: number): Promise<void> {
  const { db } = service.ports
  for (let i = 0; i < count; i++) {
    const { id } = await service.newPerson()
    await db.count(sql`
      insert into connections (id, user_id, app_id, scopes, status, connected_at)
      values (${`con_${i}`}, ${id}, ${appId}, ${SCOPES}, 'active', now())`)
  }
}

test('Enter in an empty search of the manifest creates no app', async () => {
  const developer = await service.newDeveloper()
  const page = await browser.visit(service.url, { as: developer })
  await page.goto('/developers/apps/new')
  await page.getByLabel('Name').fill('Trail Coach')
  for (const field of [page.getByPlaceholder('Pick, or type to search').first(), page.getByLabel('Any other scope')]) {
    await field.focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
  }
  await page.getByRole('heading', { name: 'New app' }).waitFor()
  expect((await service.ok('GET', '/v1/dev/apps', { cookie: developer.cookie })).items).toEqual([])
})

test('a developer sees what the operator did', async () => {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, SCOPES, { name: 'Night Run' })
  await service.ports.db.count(sql`
    insert into operator_acts (id, at, act, subject_id, detail)
    values ('act_1', now(), 'apps.stop', ${app.id}, null), ('act_2', now(), 'developers.plan', ${developer.id}, 'pro')`)
  const page = await browser.visit(service.url, { as: developer })
  await page.goto('/developers/settings')
  await page.getByText('Set your plan: pro').waitFor()
  await page.getByText(`Stopped the app ${app.slug}`).waitFor()
})

test('a developer changes the password, signs out and erases the account', async () => {
  const developer = await service.newDeveloper()
  const page = await browser.visit(service.url, { as: developer })
  await page.goto('/developers/settings')
  await page.getByLabel('Current password').fill('not the one')
  await page.getByLabel('New password').fill('a moth in a relay')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('This is not the password.').waitFor()
  await page.getByLabel('Current password').fill(service.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Changed. You are signed out everywhere else.').waitFor()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await sendCredentials(page, { email: developer.email, password: 'a moth in a relay' })
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await page.getByRole('button', { name: 'Erase my account' }).click()
  await page.getByLabel('Your password').fill('a moth in a relay')
  await page.getByRole('button', { name: 'Erase everything' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const body = { email: developer.email, password: 'a moth in a relay' }
  expect((await service.call('POST', '/v1/dev/auth/login', { body })).status).toBe(401)
})
