import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser, sendCredentials } from './browser.ts'

let service: TestService
const browser = openBrowser()
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

test('a visitor signs up from the home page, signs out and signs in again', async () => {
  const page = await browser.visit(service.url)
  await page.goto('/')
  await page.getByRole('heading', { name: 'One memory, yours, for all your apps' }).waitFor()
  await page.getByRole('link', { name: 'Create your account' }).click()
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  await sendCredentials(page, { email: 'ada@example.com', password: service.password, name: 'Ada' })
  await page.getByRole('heading', { name: 'Memories' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/memories')
  expect(await page.title()).toBe('Memories · Memory Service')

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await sendCredentials(page, { email: 'ada@example.com', password: 'not hers at all' })
  await page.getByText('This e-mail and password do not match.').waitFor()
  await sendCredentials(page, { email: 'ada@example.com', password: service.password })
  await page.getByRole('heading', { name: 'Memories' }).waitFor()
})

test('validation errors are shown at their fields', async () => {
  const page = await browser.visit(service.url)
  await page.goto('/signup')
  await sendCredentials(page, { email: 'no address', password: 'short', name: 'Ada' })
  await page.getByText('This does not look like an e-mail address.').waitFor()
  await page.getByText('This must be at least 8 characters.').waitFor()
})

test('a button keeps the focus while its action runs, and a second press does nothing', async () => {
  const page = await browser.visit(service.url)
  await page.goto('/signup')
  let respond = () => {}
  let requests = 0
  await page.route('**/v1/auth/signup', (route) => {
    requests++
    respond = () => void route.continue()
  })
  await sendCredentials(page, { email: 'busy@example.com', password: 'short', name: 'Ada' })
  const button = page.getByRole('button', { name: 'Create account' })
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
  await button.press('Enter')
  await page.getByLabel('Name').press('Enter')
  await button.focus()
  respond()
  await page.getByText('This must be at least 8 characters.').waitFor()
  expect(requests).toBe(1)
  expect(await button.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true)
  expect(await button.getAttribute('aria-disabled')).toBe(null)
})

test('signing out in one tab signs out the others', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  const other = await page.context().newPage()
  await page.goto('/memories')
  await other.goto('/memories')
  await other.getByRole('heading', { name: 'Memories' }).waitFor()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('too many sign-in attempts show the time to wait', async () => {
  const strict = await testService({ authRateLimit: 1 })
  try {
    const page = await browser.visit(strict.url)
    await page.goto('/login')
    const guess = { email: 'ada@example.com', password: 'a wrong guess' }
    await sendCredentials(page, guess)
    await page.getByText('This e-mail and password do not match.').waitFor()
    await sendCredentials(page, guess)
    await page.getByText(/^Please wait \d+ seconds, then try again\.$/).waitFor()
    expect(await faultsOf(page)).toEqual([])
  } finally {
    await strict.stop()
  }
})

test('a lost connection shows an error and keeps the input', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  await page.goto('/memories')
  await page.getByRole('button', { name: 'Add a memory' }).click()
  await page.getByLabel('What to remember').fill('Written on a train.')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Remember this' }).click()
  await page.getByText('No connection').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Remember this' }).click()
  await page.getByRole('article', { name: 'Written on a train.' }).waitFor()
})

test('a page whose scripts cannot be loaded shows an error, and loads once there is a connection', async () => {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, ['memory:read:fitness'])
  const page = await browser.visit(service.url, { as: developer })
  await page.goto(`/developers/apps/${app.id}`)
  await page.getByRole('heading', { name: 'Credentials' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The service did not answer.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  // The header and the navigation are still there.
  expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').count()).toBeGreaterThan(0)
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Usage' }).waitFor()
})

test('a navigation moves the focus to the new heading, and the keyboard can skip the navigation', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  await page.goto('/memories')
  await page.getByRole('heading', { name: 'Memories' }).waitFor()
  await page.keyboard.press('Tab')
  await page.locator(':focus', { hasText: 'Skip to the page' }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('#main:focus').waitFor()
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
  await page.locator('h1:focus', { hasText: 'Activity' }).waitFor()
  await page.getByRole('button', { name: 'Open navigation' }).waitFor({ state: 'hidden' })
})

test('on a phone, the navigation opens with its button and closes with Escape', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson(), width: 390 })
  await page.goto('/memories')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('link', { name: 'Settings', exact: true }).press('Escape')
  await page.getByRole('link', { name: 'Settings', exact: true }).waitFor({ state: 'hidden' })
  await page.locator('button:focus[aria-label="Open navigation"]').click()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Open navigation' }).waitFor()
})

test('an unknown address shows a page with status 404', async () => {
  const page = await browser.visit(service.url)
  const reply = await page.goto('/no/such/page')
  expect(reply?.status()).toBe(404)
  await page.getByRole('heading', { name: 'There is no page here' }).waitFor()
})

test('a user names the assistant, changes the password and erases the account', async () => {
  const person = await service.newPerson()
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/settings')
  await page.getByLabel('Name', { exact: true }).fill('Iris')
  await page.getByLabel('Tone').fill('Dry and kind.')
  await page.getByRole('region', { name: 'Your assistant', exact: true }).getByRole('button', { name: 'Save' }).click()
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
  await page.getByRole('heading', { name: 'Your account is erased' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/goodbye')
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await sendCredentials(page, { email: person.email, password: 'longer than before' })
  await page.getByText('This e-mail and password do not match.').waitFor()
})

test('an expired session does not reach the pages after the next sign-in', async () => {
  const person = await service.newPerson()
  const expired = { ...person, cookie: `${person.cookie}x` }
  const page = await browser.visit(service.url, { as: expired })
  await page.goto('/memories')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  let checks = 0
  page.on('request', (request) => void (request.url().endsWith('/v1/auth/session') && checks++))
  await sendCredentials(page, { email: person.email, password: service.password })
  await page.getByText('Nothing is remembered yet').waitFor()
  // A refused request would make the page check its session again.
  expect(checks).toBe(1)
})

test('a form whose scripts a deployment has removed offers to reload the page, which then opens it', async () => {
  const person = await service.newPerson()
  const memories = [{ content: 'Plays chess.', scope: 'note' }]
  await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories } })
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/memories')
  await page.getByRole('button', { name: 'Add a memory' }).first().waitFor()
  await page.route('**/assets/hub-*.js', (route) => route.fulfill({ status: 404, body: 'not found' }))
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll('/assets/', '/assets/newer-') })
    },
  )
  await page.getByRole('searchbox').first().fill('typed before')
  await page.getByRole('button', { name: 'Add a memory' }).first().click()
  const alert = page.getByRole('alert')
  await alert.getByText('There is a new version').waitFor()
  // Nothing is reloaded without being asked.
  expect(await page.getByRole('searchbox').first().inputValue()).toBe('typed before')
  expect(await alert.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])
  await page.unrouteAll()
  await alert.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('button', { name: 'Add a memory' }).first().click()
  await page.getByRole('textbox', { name: 'What to remember' }).waitFor()
})

test('a form whose scripts cannot be loaded can be opened once they can', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  await page.goto('/memories')
  await page.getByRole('button', { name: 'Add a memory' }).waitFor()
  await page.route('**/assets/hub-*.js', (route) => route.abort('internetdisconnected'))
  await page.route('**/healthz', (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'Add a memory' }).first().click()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('textbox', { name: 'What to remember' }).waitFor()
})

test('a form whose scripts cannot be loaded can be closed', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  await page.goto('/memories')
  await page.getByRole('button', { name: 'Add a memory' }).first().waitFor()
  await page.route('**/assets/hub-*.js', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('button', { name: 'Add a memory' }).first().click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alert').waitFor({ state: 'detached' })
})

test('the keyboard stays at a memory while its form is loaded', async () => {
  const person = await service.newPerson()
  const app = await service.newApp(await service.newDeveloper(), ['memory:write:*'])
  await service.remember(await service.connect(person, app, ['memory:write:*']), [
    { content: 'Is learning Dutch.', scope: 'learning' },
  ])
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/memories')
  const card = page.getByRole('article', { name: 'Is learning Dutch.' })
  await card.waitFor()
  let load = () => {}
  await page.route('**/assets/hub-*.js', (route) => void (load = () => void route.continue()))
  await card.getByRole('button', { name: 'Edit' }).press('Enter')
  await card.getByRole('status').waitFor()
  await page.locator('article:focus').waitFor()
  load()
  await card.getByRole('textbox', { name: 'What to remember' }).waitFor()
  await card.locator(':focus').waitFor()
})

test('memories are not moved to a topic that the dialog does not show', async () => {
  const person = await service.newPerson()
  const app = await service.newApp(await service.newDeveloper(), ['memory:write:*'])
  await service.remember(await service.connect(person, app, ['memory:write:*']), [
    { content: 'Is learning Dutch.', scope: 'learning' },
  ])
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/memories')
  await page.getByRole('checkbox', { name: 'Select: Is learning Dutch.' }).check()
  let load = () => {}
  await page.route('**/assets/hub-*.js', (route) => void (load = () => void route.continue()))
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('status').waitFor()
  const move = dialog.getByRole('button', { name: 'Move', exact: true })
  expect(await move.isDisabled()).toBe(true)
  load()
  await dialog.getByRole('combobox', { name: 'Topic' }).click()
  expect(await move.isDisabled()).toBe(true)
  await page.getByRole('option', { name: 'Travel' }).click()
  await move.click()
  await page.getByRole('article').getByText('Travel').waitFor()
})
