import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raw, sql } from '../../server/src/foundation/sql/sql.ts'
import { HOUR_MS, openClock } from '../../server/test/hooks.ts'
import type { MailServer } from '../../server/test/mail-server.ts'
import { serviceWithMail } from '../../server/test/mail-service.ts'
import { operatorOk } from '../../server/test/operator.ts'
import { openReceiver } from '../../server/test/receiver.ts'
import { type Person, type TestService, testService } from '../../server/test/service.ts'
import { openBrowser, sendCredentials } from './browser.ts'
import { checkPage, flowScreens, type Screen, screenOf } from './check-pages.ts'

/* Notices by mail, acts of the operator as people see them, and what the pages say before an address is confirmed. */

const SCOPES = ['memory:read:note', 'memory:write:note', 'memory:read:health']

const clock = openClock()
let smtp: MailServer
let service: TestService
let withoutMail: TestService
const browser = openBrowser()
beforeAll(async () => {
  ;({ service, smtp } = await serviceWithMail({ userPlan: 'pro' }, { clock: clock.now }))
  withoutMail = await testService()
})
afterAll(() => Promise.all([service.stop(), withoutMail.stop()]))

async function mailTo(email: string, subject: RegExp) {
  await expect.poll(() => smtp.to(email, subject).length).toBeGreaterThan(0)
  return smtp.to(email, subject).at(-1)!
}

/** A new account that has confirmed its address. */
async function confirmed(kind: 'user' | 'developer'): Promise<Person> {
  const account = await (kind === 'user' ? service.newPerson() : service.newDeveloper())
  await service.ports.db.count(sql`
    update ${raw(kind === 'user' ? 'users' : 'developers')}
    set email = pending_email, pending_email = null, email_confirmed_at = now() where id = ${account.id}`)
  return account
}

describe.each(flowScreens)('on a %s', (screen: Screen) => {
  const visit = (url = service.url, as?: Person) => browser.visit(url, { ...screenOf(screen), as })
  const check = (page: Page, name: string) => checkPage(page, `account-${name}`, screen)
  /**
   * Checks the HTML version of a mail as a mail program shows it. The page stays open until the test has ended, since the
   * browser may never report that it has closed one.
   */
  const checkMail = async (name: string, email: string, subject: RegExp) => {
    const page = await visit()
    await page.setContent((await mailTo(email, subject)).html)
    await checkPage(page, `mail-${name}`, screen, { isStatic: true })
  }

  test('a new account that signed out is asked to confirm its address, like any address', async () => {
    const { email, cookie } = await service.newPerson()
    await service.ok('POST', '/v1/auth/logout', { cookie })
    const page = await visit()
    await page.goto('/login')
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    for (const address of [`${randomUUID()}@example.com`, email]) {
      await sendCredentials(page, { email: address, password: service.password })
      const hint = page.getByRole('note')
      await hint.getByRole('button', { name: 'Send the link again' }).waitFor()
      if (address === email) await check(page, 'sign-in-unconfirmed')
      await hint.getByRole('button', { name: 'Send the link again' }).click()
      await hint.getByText(`If a new account with ${address} waits for it`).waitFor()
    }
    await check(page, 'sign-in-link-sent')
    await expect.poll(() => smtp.to(email, /confirm/).length).toBe(2)
    await page.goto(/(http:\S+#msl_\w+)/.exec(smtp.to(email, /confirm/)[1]!.text)![1]!)
    await page.getByLabel('Password of the account', { exact: true }).fill(service.password)
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await page.getByRole('heading', { name: 'Address confirmed' }).waitFor()
  }, 300_000)

  test('mails about a connected app, an export and a failing webhook', async () => {
    const [person, developer] = [await confirmed('user'), await confirmed('developer')]
    const receiver = await openReceiver(() => 500)
    const app = await service.newApp(developer, SCOPES, { name: 'Sleep Diary' })
    await service.ok('POST', `/v1/dev/apps/${app.id}/subscriptions`, {
      cookie: developer.cookie,
      body: { url: receiver.url, events: ['memory.created'] },
    })
    const token = await service.connect(person, app, SCOPES)
    await checkMail('app-connected', person.email, /has access to your memories/)
    await service.remember(token, [{ content: 'Sings.', scope: 'note' }])
    await service.call('GET', '/v1/export', { cookie: person.cookie })
    await checkMail('export', person.email, /were exported/)
    await receiver.until(1)
    const failing = () =>
      service.ports.db.rows(
        sql`select 1 from webhook_subscriptions where app_id = ${app.id} and failing_since is not null`,
      )
    await expect.poll(failing).toHaveLength(1)
    clock.jump(2 * HOUR_MS)
    service.ports.deliveries.nudge()
    await checkMail('webhook-failing', developer.email, /A webhook is failing/)
    await receiver.close()
  }, 300_000)

  test('what the operator does: a plan, a link for a new password, a suspension', async () => {
    const person = await confirmed('user')
    await operatorOk(service, 'people', 'plan', person.email, 'plus')
    await checkMail('operator-plan', person.email, /plan/)
    await operatorOk(service, 'people', 'reset-link', person.email, '--mail')
    await checkMail('operator-reset', person.email, /choose a new password/)
    const page = await visit(service.url, person)
    await page.goto('/activity')
    await page.getByText('operator').first().waitFor()
    await check(page, 'operator-acts')
    await operatorOk(service, 'people', 'suspend', person.email)
    await checkMail('operator-suspended', person.email, /suspended/)
    await page.goto('/login')
    await sendCredentials(page, { email: person.email, password: service.password })
    await page.getByText('suspended').first().waitFor()
    await check(page, 'suspended')
  }, 300_000)

  test('without mail, a forgotten password is set with a link by the operator', async () => {
    const person = await withoutMail.newPerson()
    const page = await visit(withoutMail.url)
    await page.goto('/forgot-password')
    await page.getByText('This service sends no mail').waitFor()
    expect(await page.getByRole('button', { name: 'Send a link' }).count()).toBe(0)
    await check(page, 'forgot-password-without-mail')
    const { link } = await operatorOk(withoutMail, 'people', 'reset-link', person.email)
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('an even longer walk')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('heading', { name: 'Password changed' }).waitFor()
    await page.goto('/login')
    await sendCredentials(page, { email: person.email, password: service.password })
    await page.getByText('This e-mail and password do not match.').waitFor()
    expect(await page.getByText('Is the account new?').count()).toBe(0)
    await sendCredentials(page, { email: person.email, password: 'an even longer walk' })
    await page.getByRole('heading', { name: 'Memories', level: 1 }).waitFor()
  }, 300_000)
})
