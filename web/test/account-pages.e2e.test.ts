import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { totpCode, totpStep } from '../../server/src/domain/accounts/factors/totp.ts'
import { signUpPolicy } from '../../server/src/foundation/config-values.ts'
import { fromBase32 } from '../../server/test/factors.ts'
import type { MailServer } from '../../server/test/mail-server.ts'
import { serviceWithMail } from '../../server/test/mail-service.ts'
import { openProvider } from '../../server/test/openid-provider.ts'
import { operatorOk } from '../../server/test/operator.ts'
import type { Person, TestService } from '../../server/test/service.ts'
import { confirmedAccount } from './accounts.ts'
import { openBrowser, sendCredentials } from './browser.ts'
import { checkPage, flowScreens, type Screen, screenOf } from './check-pages.ts'
import { withAuthenticator } from './virtual-authenticator.ts'

/* Every step of the account flows, checked on each screen in both colour schemes: pages, dialogs and mails. */

const OTHER_PASSWORD = 'an even longer walk'

let smtp: MailServer
let provider: Awaited<ReturnType<typeof openProvider>>
let service: TestService
/** The same service under a host name, which passkeys need. */
let url: string
const browser = openBrowser()
beforeAll(async () => {
  provider = await openProvider()
  ;({ service, smtp } = await serviceWithMail({ openId: provider.config }))
  provider.serve(service.url)
  url = service.url.replace('127.0.0.1', 'localhost')
})
afterAll(async () => {
  await service.stop()
  await provider.close()
})
afterEach(() => allow('open'))

/** Sets SIGNUP of the running service. */
const allow = (policy: string) => {
  service.ports.config.signUp = signUpPolicy(policy)!
}
const newAddress = () => `${randomUUID()}@example.com`
const section = (page: Page, name: string) => page.getByRole('region', { name })

async function mailTo(email: string, subject: RegExp) {
  await expect.poll(() => smtp.to(email, subject).length).toBeGreaterThan(0)
  return smtp.to(email, subject).at(-1)!
}

async function linkTo(email: string, subject: RegExp): Promise<string> {
  return /(http:\S+#msl_\w+)/.exec((await mailTo(email, subject)).text)?.[1] ?? ''
}

describe.each(flowScreens)('on a %s', (screen: Screen) => {
  const visit = (origin = service.url, as?: Person) =>
    browser.visit(origin, { ...screenOf(screen), as }, [provider.issuer])

  /** Checks a page as it is, scrolled to a section of it. */
  const check = async (page: Page, name: string, part?: string) => {
    if (part) await section(page, part).evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await checkPage(page, `account-${name}`, screen)
  }
  /**
   * Checks the HTML version of a mail as a mail program shows it. The page stays open until the test has ended, since the
   * browser may never report that it has closed one.
   */
  const checkMail = async (name: string, email: string, subject: RegExp) => {
    const page = await visit()
    await page.setContent((await mailTo(email, subject)).html)
    await checkPage(page, `mail-${name}`, screen, { isStatic: true })
  }
  const signUp = async (page: Page, email: string) => {
    await page.goto('/signup')
    await sendCredentials(page, { email, password: service.password, name: 'Ada' })
    await page.waitForURL('**/memories')
  }
  const confirm = async (page: Page, email: string) => {
    await page.goto(await linkTo(email, /confirm/))
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await page.getByRole('heading', { name: 'Address confirmed' }).waitFor()
    await page.getByText(`${email} is confirmed.`).waitFor()
  }
  const signOut = async (page: Page) => {
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    await page.goto('/login')
  }

  test('sign-up, confirmation of the address, a forgotten password and a changed address', async () => {
    const [email, next] = [newAddress(), newAddress()]
    const page = await visit()
    await page.goto('/signup')
    await page.getByRole('button', { name: 'Sign in with Acme' }).waitFor()
    await check(page, 'sign-up')
    await signUp(page, email)
    await page.goto('/settings')
    await section(page, 'E-mail address').getByText('is not confirmed yet').waitFor()
    await check(page, 'unconfirmed', 'E-mail address')
    await checkMail('confirm', email, /confirm/)
    await page.goto(await linkTo(email, /confirm/))
    await page.getByRole('button', { name: 'Confirm the address' }).waitFor()
    await check(page, 'confirm')
    await confirm(page, email)
    await check(page, 'confirmed')

    await page.goto('/settings')
    const address = section(page, 'E-mail address')
    await address.getByLabel('New address').fill(next)
    await address.getByLabel('Your password').fill(service.password)
    await address.getByRole('button', { name: 'Change the address' }).click()
    await address.getByText(`A link was sent to ${next}.`).waitFor()
    await check(page, 'change-address', 'E-mail address')
    await confirm(page, next)
    await checkMail('address-changed', email, /address was changed/)
    await page.goto(await linkTo(email, /address was changed/))
    await page.getByRole('button', { name: 'Take it back' }).waitFor()
    await check(page, 'restore-address')
    await page.getByLabel('New password', { exact: true }).fill(OTHER_PASSWORD)
    await page.getByRole('button', { name: 'Take it back' }).click()
    await page.getByRole('heading', { name: 'Address restored' }).waitFor()
    await page.getByText('Your address is restored').waitFor()
    await check(page, 'restored')

    await page.goto('/forgot-password')
    await page.getByLabel('E-mail').fill(email)
    await check(page, 'forgot-password')
    await page.getByRole('button', { name: 'Send a link' }).click()
    await page.getByText(`If ${email} has an account here`).waitFor()
    await check(page, 'forgot-password-sent')
    await checkMail('reset', email, /choose a new password/)
    await page.goto(await linkTo(email, /choose a new password/))
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('This must be at least 8 characters').waitFor()
    await check(page, 'reset')
    await page.getByLabel('New password', { exact: true }).fill(service.password)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('heading', { name: 'Password changed' }).waitFor()
    await page.getByText('Your password is changed.').waitFor()
    expect(await page.title()).toBe('Password changed · Memory Service')
    await check(page, 'reset-done')
    await checkMail('password-changed', email, /password/)
    // The same page with the link that was used: it is loaded again.
    await page.goto('/forgot-password')
    await page.goto(await linkTo(email, /choose a new password/))
    await page.getByText('This link does not work').waitFor()
    await check(page, 'used-link')
  }, 300_000)

  test('a passkey, an authenticator app, recovery codes and the sign-in with them', async () => {
    const account = await confirmedAccount(service, smtp, 'user')
    const page = await visit(url, account)
    await withAuthenticator(page)
    await page.goto('/settings/sign-in')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('My laptop')
    await check(page, 'add-passkey')
    await page.getByRole('button', { name: 'Go on' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
    await dialog.waitFor()
    await check(page, 'recovery-codes')
    await dialog.getByRole('button', { name: 'I have stored them' }).click()
    await page.getByText('My laptop').waitFor()
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    const secret = fromBase32(await page.getByLabel('Key', { exact: true }).inputValue())
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Use this app' }).click()
    await page.getByText('is not the code that the app shows now.').waitFor()
    await check(page, 'authenticator-app')
    await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, totpStep(Date.now())))
    await page.getByRole('button', { name: 'Use this app' }).click()
    await page.getByText('In use since').waitFor()
    await check(page, 'sign-in-settings')
    await signOut(page)
    await check(page, 'sign-in')
    await sendCredentials(page, { email: account.email, password: service.password })
    await page.getByText('One more step').waitFor()
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The code or passkey is wrong, or was used before.').waitFor()
    await check(page, 'second-factor')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'Memories', level: 1 }).waitFor()
  }, 300_000)

  test('sessions, mails about the account, the security log and acts of the operator', async () => {
    const email = newAddress()
    const page = await visit()
    await signUp(page, email)
    await confirm(page, email)
    const other = await visit()
    await other.goto('/login')
    await sendCredentials(other, { email, password: service.password })
    await other.waitForURL('**/memories')
    await checkMail('new-device', email, /new device/)
    await page.goto('/settings')
    await section(page, 'Where you are signed in').getByText('This one').waitFor()
    await check(page, 'sessions', 'Where you are signed in')
    await section(page, 'Mails about your account').getByRole('switch').first().waitFor()
    await check(page, 'notices', 'Mails about your account')
    await operatorOk(service, 'people', 'plan', email, 'plus')
    await page.goto('/activity')
    await page.getByText('operator').first().waitFor()
    await check(page, 'security-log')

    const portal = await visit(service.url, await confirmedAccount(service, smtp, 'developer'))
    await portal.goto('/developers/settings')
    await section(portal, 'Security log').getByText('confirmed').first().waitFor()
    await check(portal, 'developer-security-log', 'Security log')
  }, 300_000)

  test('sign-in by the provider, and linking it', async () => {
    const { email } = await confirmedAccount(service, smtp, 'user')
    const page = await visit()
    await page.goto('/login')
    provider.use({ sub: randomUUID(), email, email_verified: true })
    await page.getByRole('button', { name: 'Sign in with Acme' }).click()
    await page.getByText('You have an account here already').waitFor()
    await check(page, 'provider-link')
    await sendCredentials(page, { email, password: service.password })
    await page.getByRole('heading', { name: 'Memories', level: 1 }).waitFor()
    await page.goto('/settings/sign-in')
    await page.getByRole('button', { name: 'Unlink' }).waitFor()
    await check(page, 'provider-linked')
    const down = await visit()
    await down.goto('/login?provider=unavailable')
    await down.getByText('Acme does not respond').waitFor()
    await check(down, 'provider-unavailable')
  }, 300_000)

  test('closed sign-up, and an invitation', async () => {
    const page = await visit()
    allow('closed')
    await page.goto('/signup')
    await page.getByText('New accounts cannot be created here').waitFor()
    expect(await page.getByRole('button', { name: 'Create account' }).count()).toBe(0)
    await check(page, 'sign-up-closed')
    allow('invite')
    await page.goto('/signup')
    await page.getByText('You need an invitation').waitFor()
    expect(await page.getByRole('button', { name: 'Create account' }).count()).toBe(0)
    await check(page, 'sign-up-by-invitation')
    // In the same tab, whose address then differs in the fragment only.
    const { link } = await operatorOk(service, 'invites', 'create')
    await page.goto(link)
    await page.getByText('You have an invitation').waitFor()
    await check(page, 'invited')
  }, 300_000)
})
