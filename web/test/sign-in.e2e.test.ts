import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { totpCode, totpStep } from '../../server/src/domain/accounts/factors/totp.ts'
import { fromBase32 } from '../../server/test/factors.ts'
import { openProvider } from '../../server/test/openid-provider.ts'
import { type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser, sendCredentials } from './browser.ts'
import { withAuthenticator } from './virtual-authenticator.ts'

let provider: Awaited<ReturnType<typeof openProvider>>
let service: TestService
/** The same service under a host name, which passkeys need. */
let url: string
const browser = openBrowser()
beforeAll(async () => {
  provider = await openProvider()
  service = await testService({ openId: provider.config })
  provider.serve(service.url)
  url = service.url.replace('127.0.0.1', 'localhost')
})
afterAll(() => Promise.all([service.stop(), provider.close()]))

/** The text of the element that has the focus; undefined if none has. */
const focusIn = (page: Page) =>
  page.evaluate<string | undefined>(
    `document.activeElement.matches('body') ? undefined : document.activeElement.textContent`,
  )

const SURFACES = [
  { kind: 'user', signIn: '/login', settings: '/settings', start: 'Memories' },
  { kind: 'developer', signIn: '/developers/login', settings: '/developers/settings', start: 'Apps' },
] as const

describe.each(SURFACES)('a $kind', ({ kind, signIn, settings, start }) => {
  const newAccount = () => (kind === 'user' ? service.newPerson() : service.newDeveloper())
  const begin = async () => {
    const account = await newAccount()
    const page = await browser.visit(url, { as: account })
    await withAuthenticator(page)
    await page.goto(settings)
    await page.getByRole('link', { name: 'Passkeys and second factors' }).click()
    await page.getByRole('heading', { name: 'Sign-in', level: 1 }).waitFor()
    return { page, email: account.email }
  }
  const signOut = async (page: Page) => {
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    await page.goto(signIn)
  }
  const codes = async (page: Page) => {
    const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
    await dialog.waitFor()
    // It opened as another dialog closed; the Tab key does not leave it.
    for (const name of ['Copy all', 'I have stored them', 'Copy all']) {
      await expect.poll(() => focusIn(page)).toBe(name)
      await page.keyboard.press('Tab')
    }
    // They are shown only once, so the browser asks before the tab closes.
    const warned = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    await (await warned).dismiss()
    const found = await dialog.locator('code').allTextContents()
    await dialog.getByRole('button', { name: 'I have stored them' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => focusIn(page)).not.toBe(undefined)
    return found
  }

  test('adds a passkey and signs in with it, alone and after the password', async () => {
    const { page, email } = await begin()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('My laptop')
    await page.getByRole('button', { name: 'Go on' }).click()
    expect(await codes(page)).toHaveLength(10)
    await page.getByText('My laptop').waitFor()
    expect(await faultsOf(page)).toEqual([])

    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { name: start, level: 1 }).waitFor()

    await signOut(page)
    await sendCredentials(page, { email, password: service.password })
    await page.getByText('One more step').waitFor()
    expect(await faultsOf(page)).toEqual([])
    // What belongs to the first step is gone.
    expect(await page.getByRole('link').allTextContents()).not.toContain('Forgot your password?')
    expect(await page.getByRole('button').allTextContents()).not.toContain('Sign in with a passkey')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: start, level: 1 }).waitFor()

    await page.goto(`${settings}/sign-in`)
    await page.getByText('last used').waitFor()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('At work')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByText('At work').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('At work').first().waitFor({ state: 'hidden' })
  })

  test('sets up an authenticator app, and signs in with its codes and with a recovery code', async () => {
    const { page, email } = await begin()
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    const secret = fromBase32(await page.getByLabel('Key', { exact: true }).inputValue())
    expect(await faultsOf(page)).toEqual([])
    const code = (steps = 0) => totpCode(secret, totpStep(Date.now()) + steps)
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Use this app' }).click()
    await page.getByText('is not the code that the app shows now.').waitFor()
    expect(await focusIn(page)).toBe('Use this app')
    await page.getByLabel('Code', { exact: true }).fill(code())
    await page.getByRole('button', { name: 'Use this app' }).click()
    const [recovery = ''] = await codes(page)
    await page.getByText('In use since').waitFor()

    await signOut(page)
    await sendCredentials(page, { email, password: service.password })
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The code or passkey is wrong, or was used before.').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(code(1))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: start, level: 1 }).waitFor()

    await signOut(page)
    await sendCredentials(page, { email, password: service.password })
    await page.getByLabel('Code', { exact: true }).fill(recovery)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: start, level: 1 }).waitFor()
    await page.goto(`${settings}/sign-in`)
    await page.getByText('9 of 10 are left').waitFor()
    await page.getByRole('button', { name: 'Make new codes' }).click()
    expect(await codes(page)).not.toContain(recovery)
    await page.getByText('10 of 10 are left').waitFor()
  })

  test('signs in by the provider, and links it to an account after a sign-in to that', async () => {
    const { email } = await newAccount()
    const page = await browser.visit(service.url, {}, [provider.issuer])
    await page.goto(signIn)
    provider.use({ sub: crypto.randomUUID(), email, email_verified: true })
    await page.getByRole('button', { name: 'Sign in with Acme' }).click()
    await page.getByText('You have an account here already').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await sendCredentials(page, { email, password: service.password })
    await page.getByRole('heading', { name: start, level: 1 }).waitFor()
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with Acme' }).click()
    await page.getByRole('heading', { name: start, level: 1 }).waitFor()
    await page.goto(`${settings}/sign-in`)
    await page.getByText(email).waitFor()
    await page.getByRole('button', { name: 'Unlink' }).click()
    await page.getByRole('button', { name: 'Link your Acme identity' }).click()
    await page.getByText(email).waitFor()
  })

  test('learns that the provider is down, and signs in with the password', async () => {
    provider.use({ sub: crypto.randomUUID(), email: 'nobody@example.com', email_verified: true })
    const page = await browser.visit(service.url, {}, [provider.issuer])
    await page.goto(`${signIn}?provider=unavailable`)
    await page.getByText('Acme does not respond').waitFor()
    await page.getByLabel('Password', { exact: true }).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })
})

describe('the request of an app', () => {
  const requestOf = async () => {
    const app = await service.newApp(await service.newDeveloper(), ['memory:read:note'])
    return `/connect?client=${app.slug}`
  }
  const decision = (page: Page) => page.getByRole('button', { name: 'Allow' })

  test('is decided after a sign-in by the provider', async () => {
    provider.use({ sub: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com`, email_verified: true })
    const page = await browser.visit(service.url, {}, [provider.issuer])
    await page.goto(await requestOf())
    await page.getByRole('link', { name: 'Forgot your password?' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in with Acme' }).click()
    await decision(page).waitFor()
  })

  /** Opens a browser that is signed in to an account with a passkey. */
  const withPasskey = async () => {
    const page = await browser.visit(url, { as: await service.newPerson() })
    await withAuthenticator(page)
    await page.goto('/settings/sign-in')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'I have stored them' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    return page
  }

  test('is decided after a sign-in with a passkey', async () => {
    const page = await withPasskey()
    await page.context().clearCookies()
    await page.goto(await requestOf())
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await decision(page).waitFor()
  })

  test('is decided after the session expired, with both steps of a sign-in', async () => {
    const page = await withPasskey()
    await page.goto(await requestOf())
    await decision(page).waitFor()
    await page.context().clearCookies()
    await decision(page).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill(service.password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.getByText('One more step').waitFor()
    expect(await dialog.getByRole('button').allTextContents()).not.toContain('Sign in with a passkey')
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'Allowed' }).waitFor()
  })
})

test('an IP address as the address of the page explains why it has no passkeys', async () => {
  const page = await browser.visit(service.url)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('Passkeys need a host name in the address of this page, such as http://localhost').waitFor()
})
