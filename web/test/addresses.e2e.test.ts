import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MailServer } from '../../server/test/mail-server.ts'
import { serviceWithMail } from '../../server/test/mail-service.ts'
import { type TestService, testService } from '../../server/test/service.ts'
import { confirmedAccount } from './accounts.ts'
import { faultsOf, openBrowser, sendCredentials } from './browser.ts'

const OTHER_PASSWORD = 'an even longer walk'

let smtp: MailServer
let service: TestService
const browser = openBrowser()
beforeAll(async () => {
  ;({ service, smtp } = await serviceWithMail())
})
afterAll(() => service.stop())

const newAddress = () => `${randomUUID()}@example.com`

/** The link in the newest mail to an address with this subject. */
async function linkTo(email: string, subject: RegExp): Promise<string> {
  await expect.poll(() => smtp.to(email, subject).length).toBeGreaterThan(0)
  return /(http:\S+#msl_\w+)/.exec(smtp.to(email, subject).at(-1)?.text ?? '')?.[1] ?? ''
}

describe.each([
  { kind: 'user', hub: '' },
  { kind: 'developer', hub: '/developers' },
] as const)('a $kind', ({ kind, hub }) => {
  const signUp = async (page: Page, email: string) => {
    await page.goto(`${hub}/signup`)
    await sendCredentials(page, { email, password: service.password, name: 'Ada' })
    await page.waitForURL(hub ? '**/developers/apps' : '**/memories')
  }
  const section = (page: Page, name: string) => page.getByRole('region', { name })
  const confirmHere = async (page: Page, email: string) => {
    await page.goto(await linkTo(email, /confirm/))
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await page.getByText(`${email} is confirmed.`).waitFor()
  }

  test('confirms the address by a button, not by opening the link', async () => {
    const email = newAddress()
    const page = await browser.visit(service.url)
    await signUp(page, email)
    await page.goto(`${hub}/settings`)
    await section(page, 'E-mail address').getByText(`${email} is not confirmed yet.`).waitFor()
    await page.goto(await linkTo(email, /confirm/))
    await page.getByRole('button', { name: 'Confirm the address' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto(`${hub}/settings`)
    await section(page, 'E-mail address').getByText(`${email} is not confirmed yet.`).waitFor()
    await confirmHere(page, email)
    await page.getByRole('link', { name: 'go to your settings' }).click()
    await section(page, 'E-mail address').getByText(`${email}, confirmed`).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })

  test('confirms on another device with the password', async () => {
    const { email } = await (kind === 'user' ? service.newPerson() : service.newDeveloper())
    const page = await browser.visit(service.url, { width: 390 })
    await page.goto(await linkTo(email, /confirm/))
    await page.getByLabel('Password of the account').fill('not the password')
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await page.getByText('This is not the password').waitFor()
    await page.getByLabel('Password of the account').fill(service.password)
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await page.getByText(`${email} is confirmed.`).waitFor()
    await page.getByRole('link', { name: 'sign in' }).click()
    await sendCredentials(page, { email, password: service.password })
    await page.waitForURL(hub ? '**/developers/apps' : '**/memories')
  })

  test('gets back in with a new password by link', async () => {
    const { email } = await confirmedAccount(service, smtp, kind)
    const page = await browser.visit(service.url)
    await page.goto(`${hub}/login`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send a link' }).click()
    await page.getByText(`If ${email} has an account here`).waitFor()
    await page.goto(await linkTo(email, /choose a new password/))
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('This must be at least 8 characters').waitFor()
    await page.getByLabel('New password', { exact: true }).fill(OTHER_PASSWORD)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Your password is changed.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await sendCredentials(page, { email, password: OTHER_PASSWORD })
    await page.waitForURL(hub ? '**/developers/apps' : '**/memories')
    // The link was used up.
    await page.goto(await linkTo(email, /choose a new password/))
    await page.getByText('This link does not work').waitFor()
    expect(await page.getByRole('button', { name: 'Set the password' }).count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Ask for another link' }).click()
    await page.getByRole('button', { name: 'Send a link' }).waitFor()
  })

  test('opens a link that stops working before it is used', async () => {
    const { email } = await confirmedAccount(service, smtp, kind)
    const page = await browser.visit(service.url)
    const base = kind === 'user' ? '/v1/auth' : '/v1/dev/auth'
    await service.ok('POST', `${base}/password/forgot`, { body: { email } })
    const link = await linkTo(email, /choose a new password/)
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill(OTHER_PASSWORD)
    const [, token] = link.split('#')
    await service.ok('POST', `${base}/password/reset`, { body: { token, new_password: 'a third long walk' } })
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('This link does not work').waitFor()
    await page.getByRole('link', { name: 'Ask for another link' }).waitFor()
    expect(await page.getByRole('button', { name: 'Set the password' }).count()).toBe(0)
  })

  test('is led on by a used link that confirmed the address', async () => {
    const email = newAddress()
    const page = await browser.visit(service.url)
    await signUp(page, email)
    await confirmHere(page, email)
    await page.reload()
    await page.getByText('This link does not work').waitFor()
    expect(await page.getByRole('button', { name: 'Confirm the address' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Ask for another link' }).click()
    await section(page, 'E-mail address').getByText(`${email}, confirmed`).waitFor()
  })

  test('changes the address, and takes the change back from the old one', async () => {
    const account = await confirmedAccount(service, smtp, kind)
    const [email, next] = [account.email, newAddress()]
    const page = await browser.visit(service.url, { as: account })
    await page.goto(`${hub}/settings`)
    const address = section(page, 'E-mail address')
    await address.getByLabel('New address').fill(next)
    await address.getByLabel('Your password').fill(service.password)
    await address.getByRole('button', { name: 'Change the address' }).click()
    await address.getByText(`A link was sent to ${next}.`).waitFor()
    await confirmHere(page, next)
    await page.goto(`${hub}/settings`)
    await address.getByText(`${next}, confirmed`).waitFor()

    await page.goto(await linkTo(email, /address was changed/))
    await page.getByLabel('New password', { exact: true }).fill(OTHER_PASSWORD)
    await page.getByRole('button', { name: 'Take it back' }).click()
    await page.getByText('Your address is restored').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await sendCredentials(page, { email, password: OTHER_PASSWORD })
    await page.waitForURL(hub ? '**/developers/apps' : '**/memories')
  })

  test('sees the sessions, ends another one, and turns a notice off', async () => {
    const email = newAddress()
    const page = await browser.visit(service.url)
    await signUp(page, email)
    await confirmHere(page, email)
    const other = await browser.visit(service.url)
    await other.goto(`${hub}/login`)
    await sendCredentials(other, { email, password: service.password })
    await other.waitForURL(hub ? '**/developers/apps' : '**/memories')
    await expect.poll(() => smtp.to(email, /new device/).length).toBe(1)

    await page.goto(`${hub}/settings`)
    const sessions = section(page, 'Where you are signed in')
    await sessions.getByText('This one').waitFor()
    await expect.poll(() => sessions.getByText('Chrome on Linux').count()).toBe(2)
    await sessions.getByRole('button', { name: 'Sign out: Chrome on Linux' }).click()
    await expect.poll(() => sessions.getByText('Chrome on Linux').count()).toBe(1)
    await other.goto(`${hub}/settings`)
    await other.waitForURL('**/login**')

    const notices = section(page, 'Mails about your account')
    const optional = notices.getByRole('switch', { name: hub ? /A webhook that fails/ : /An export of all/ })
    await optional.click({ force: true })
    await expect.poll(() => optional.isChecked()).toBe(false)
    await page.reload()
    await optional.waitFor()
    expect(await optional.isChecked()).toBe(false)
    await notices.getByRole('listitem').filter({ hasText: 'sign-in on a device' }).waitFor()
    expect(await notices.getByRole('switch', { name: /sign-in on a device/ }).count()).toBe(0)
  })
})

test('consent asks for a confirmed address, and goes on once it is', async () => {
  const person = await service.newPerson()
  const { email } = person
  const app = await service.newApp(await confirmedAccount(service, smtp, 'developer'), ['memory:read:fitness'])
  const page = await browser.visit(service.url, { as: person })
  await page.goto(`/connect?client=${app.slug}`)
  await page.getByRole('note', { name: 'Confirm your address first' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('alert').getByText('Confirm your address first').waitFor()
  const mails = page.context().waitForEvent('page')
  await page.evaluate(`open(${JSON.stringify(await linkTo(email, /confirm/))}, '_blank', 'noopener')`)
  const tab = await mails
  await tab.getByRole('button', { name: 'Confirm the address' }).click()
  await tab.getByText(`${email} is confirmed.`).waitFor()
  await tab.close()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('textbox', { name: 'Code' }).waitFor()
})

test('without mail, the page for a forgotten password says so', async () => {
  const off = await testService()
  const page = await browser.visit(off.url)
  await page.goto('/forgot-password')
  await page.getByRole('note', { name: 'This service sends no mail' }).waitFor()
  expect(await page.getByRole('button', { name: 'Send a link' }).count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])
  await off.stop()
})
