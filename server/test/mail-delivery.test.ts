import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NewMail, queueMail } from '../src/domain/mail/mail.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { openLog } from '../src/foundation/telemetry/log.ts'
import { openClock } from './hooks.ts'
import type { MailServer } from './mail-server.ts'
import { serviceWithMail } from './mail-service.ts'
import { isShared, secondService, type TestService, testService } from './service.ts'

const HOUR_MS = 60 * 60_000

const clock = openClock()
let smtp: MailServer
let service: TestService
beforeAll(async () => {
  ;({ service, smtp } = await serviceWithMail({}, { clock: clock.now }))
})
afterAll(() => service.stop())

const address = () => `${randomUUID()}@example.com`
const mailTo = (to: string, more: Partial<NewMail> = {}): NewMail => ({
  accountId: null,
  to,
  kind: 'test',
  limit: 'notice',
  subject: 'A test',
  paragraphs: ['Hello.'],
  ...more,
})
const queue = (to: string, more: Partial<NewMail> = {}) => queueMail(service.ports, mailTo(to, more))
const waiting = async () => (await service.ports.db.one<{ n: number }>(sql`select count(*) as n from mails`)).n

describe('the outbox', () => {
  test('sends a mail as text and HTML, once, and deletes it', async () => {
    const to = address()
    const url = 'https://memory.example/confirm?a=1&b=2#token'
    await queue(to, { link: { label: 'Confirm', url }, closing: ['If this was not you, <ignore> it.'] })
    await expect.poll(() => smtp.to(to)).toHaveLength(1)
    const [mail] = smtp.to(to)
    expect(mail).toMatchObject({ from: '"Memory" <memory@example.com>', to, recipients: [to], subject: 'A test' })
    expect(mail?.text).toContain(`Confirm:\n${url}`)
    expect(mail?.html).toContain('href="https://memory.example/confirm?a=1&amp;b=2#token"')
    expect(mail?.html).toContain('&lt;ignore&gt;')
    expect(mail?.html).not.toMatch(/<img|src=|url\(/)
    expect(mail?.headers).toContain('Auto-Submitted: auto-generated')
    await expect.poll(waiting).toBe(0)
    expect(smtp.to(to)).toHaveLength(1)
  })

  test('sends nothing of a transaction that is rolled back', async () => {
    const [lost, sent] = [address(), address()]
    const failed = service.ports.db.transaction(async (db) => {
      await queueMail({ ...service.ports, db }, mailTo(lost))
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    await queue(sent)
    await expect.poll(() => smtp.to(sent)).toHaveLength(1)
    await expect.poll(waiting).toBe(0)
    expect(smtp.to(lost)).toEqual([])
  })

  test('adds no header and no recipient from the texts of a mail', async () => {
    const to = address()
    await queue(to, { subject: `Hello\r\nBcc: eve@example.com\r\n\r\n<b>`, paragraphs: ['a\r\n.\r\nMAIL FROM:<x>'] })
    await expect.poll(() => smtp.to(to)).toHaveLength(1)
    const [mail] = smtp.to(to)
    expect(mail?.recipients).toEqual([to])
    expect(mail?.subject).toBe('Hello Bcc: eve@example.com <b>')
    expect(mail?.headers.filter((line) => /^bcc/i.test(line))).toEqual([])
    expect(mail?.html).toContain('<title>Hello Bcc: eve@example.com &lt;b&gt;</title>')
  })

  test('shows the subject without the name of the service, and lines with a hyphen as a list', async () => {
    const to = address()
    await queue(to, { subject: 'Memory Service: your plan is now plus', paragraphs: ['It has:', '- <more>', '- all'] })
    await expect.poll(() => smtp.to(to)).toHaveLength(1)
    const [mail] = smtp.to(to)
    expect(mail?.subject).toBe('Memory Service: your plan is now plus')
    expect(mail?.html).toMatch(/<h1[^>]*>Your plan is now plus<\/h1>/)
    expect(mail?.html).toMatch(/<p>It has:<\/p>\s*<ul[^>]*><li>&lt;more&gt;<\/li><li>all<\/li><\/ul>/)
    expect(mail?.text).toContain('- <more>')
  })

  test('links a line at the end of a mail to its URL', async () => {
    const to = address()
    const closing = ['Or <wait>.', { text: 'Change it in the <settings>', url: 'https://example.com/settings?a=1&b' }]
    await queue(to, { paragraphs: ['Hello'], closing })
    await expect.poll(() => smtp.to(to)).toHaveLength(1)
    const [mail] = smtp.to(to)
    expect(mail?.text).toContain('Or <wait>.\n\nChange it in the <settings>: https://example.com/settings?a=1&b')
    expect(mail?.html).toMatch(
      /Change it in the &lt;settings&gt;: <a href="https:\/\/example.com\/settings\?a=1&amp;b"/,
    )
    expect(mail?.html).toContain('>Or &lt;wait&gt;.</p>')
  })

  test('stores contents encrypted', async () => {
    const to = address()
    smtp.refuseIf(() => ({ status: 451, text: 'later' }))
    await queue(to, { paragraphs: ['something private'] })
    const { content } = await service.ports.db.one<{ content: Buffer }>(sql`select content from mails`)
    expect(content.includes('private')).toBe(false)
    expect(content.includes(to)).toBe(false)
    await retry()
    expect(smtp.to(to)).toHaveLength(1)
  })

  test('retries a mail after a temporary failure', async () => {
    const to = address()
    const before = smtp.attempts()
    smtp.refuseIf(() => ({ status: 451, text: 'later' }))
    await queue(to)
    await expect.poll(() => smtp.attempts()).toBe(before + 1)
    await retry()
    expect(smtp.attempts()).toBe(before + 2)
    expect(smtp.to(to)).toHaveLength(1)
  })

  test('gives up a mail that the server refuses for good', async () => {
    const to = address()
    const before = smtp.attempts()
    smtp.refuseIf(() => ({ status: 550, text: 'no such user' }))
    await queue(to)
    await expect.poll(waiting).toBe(0)
    expect(smtp.attempts()).toBe(before + 1)
    smtp.refuseIf(() => undefined)
  })

  test('deletes a mail that could not be sent before it expired', async () => {
    const to = address()
    smtp.refuseIf(() => ({ status: 451, text: 'later' }))
    await queue(to, { expiresAt: new Date(clock.now().getTime() + HOUR_MS) })
    await expect.poll(released).toBe(1)
    smtp.refuseIf(() => undefined)
    clock.jump(2 * HOUR_MS)
    service.ports.mailer.nudge()
    await expect.poll(waiting).toBe(0)
    expect(smtp.to(to)).toEqual([])
  })

  test('limits mails to one address, separately for links and notices', async () => {
    const to = address()
    const results = []
    for (let i = 0; i < 6; i++) results.push(await queue(to, { limit: 'link', subject: 'A link' }))
    expect(results).toEqual([true, true, true, true, true, false])
    expect(await queue(to.toUpperCase(), { limit: 'link' })).toBe(false)
    expect(await queue(to, { subject: 'A notice' })).toBe(true)
    await expect.poll(() => smtp.to(to, /notice/)).toHaveLength(1)
    await expect.poll(waiting).toBe(0)
    expect(smtp.to(to, /link/)).toHaveLength(5)
  })

  test('limits notices of one kind, so that the owner hears of others', async () => {
    const to = address()
    const results = []
    for (let i = 0; i < 21; i++) results.push(await queue(to, { kind: 'export_made' }))
    expect(results.indexOf(false)).toBe(20)
    expect(await queue(to, { kind: 'address_changed' })).toBe(true)
    await expect.poll(waiting).toBe(0)
  })

  test('keeps to the limit of mails per hour, of which those without a confirmed address use half and links have a fifth', async () => {
    const limited = await testService({ mail: { ...smtp.config.mail, perHour: 5 } as never }, { clock: clock.now })
    const recipients = [address(), address(), address()]
    for (const to of recipients) await queueMail(limited.ports, mailTo(to))
    const sent = () => recipients.filter((to) => smtp.to(to).length).length
    await expect.poll(sent).toBe(2)
    const held = () =>
      limited.ports.db.maybe<{ attempt_count: number }>(sql`
        select attempt_count from mails where lease is null and due_at > ${clock.now().toISOString()}`)
    await expect.poll(held).toEqual({ attempt_count: 0 })
    const id = 'usr_known'
    const known = [address(), address(), address()]
    await limited.ports.db.count(sql`
      insert into users (id, email, password_hash, plan, created_at, email_confirmed_at)
      values (${id}, ${address()}, '', 'free', now(), now())`)
    for (const to of known) await queueMail(limited.ports, mailTo(to, { accountId: id }))
    await expect.poll(() => known.filter((to) => smtp.to(to).length).length).toBe(2)
    const owner = address()
    const link = { accountId: id, kind: 'reset_password', limit: 'link' } as const
    await queueMail(limited.ports, mailTo(owner, link))
    await expect.poll(() => smtp.to(owner).length).toBe(1)
    await limited.ports.db.count(sql`update throttles set ends_at = now() where key like 'mail hour%'`)
    clock.jump(HOUR_MS)
    limited.ports.mailer.nudge()
    await expect.poll(sent).toBe(3)
    await limited.stop()
  })

  if (isShared())
    test('sends each mail once with several processes', async () => {
      const second = await secondService(service, smtp.config, { clock: clock.now })
      const recipients = Array.from({ length: 20 }, address)
      await Promise.all(
        recipients.map((to, i) => queueMail(i % 2 ? service.ports : second.ports, mailTo(to, { kind: 'many' }))),
      )
      await expect.poll(waiting).toBe(0)
      expect(recipients.map((to) => smtp.to(to).length)).toEqual(recipients.map(() => 1))
      await second.stop()
    })

  // Mails whose first attempt failed and that are no longer leased.
  async function released(): Promise<number> {
    const { n } = await service.ports.db.one<{ n: number }>(sql`
      select count(*) as n from mails where lease is null and attempt_count = 1`)
    return n
  }

  /** Waits until the first attempt has failed, accepts mail again, and lets the retry become due. */
  async function retry(): Promise<void> {
    await expect.poll(released).toBe(1)
    smtp.refuseIf(() => undefined)
    clock.jump(60_000)
    service.ports.mailer.nudge()
    await expect.poll(waiting).toBe(0)
  }
})

describe('without SMTP', () => {
  test('writes each mail to a file that only its owner reads, and logs its name but not its link', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'mails-')), 'mail')
    const lines: string[] = []
    const log = openLog('info', { write: (line: string) => void lines.push(line) })
    const local = await testService({ mail: { kind: 'file', folder } }, { log })
    const to = address()
    await queueMail(local.ports, mailTo(to, { link: { label: 'Confirm', url: 'https://memory.example/#secret' } }))
    await expect.poll(async () => (await readdir(folder).catch(() => [])).length).toBe(1)
    const [name = ''] = await readdir(folder)
    await expect.poll(() => lines.filter((line) => line.includes(name)).length).toBe(1)
    expect(await readFile(join(folder, name), 'utf8')).toContain('https://memory.example/#secret')
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    expect(lines.join('')).not.toContain('secret')
    expect(lines.join('')).not.toContain(to)
    await local.stop()
    await rm(folder, { recursive: true })
  })

  test('queues nothing where mail is off', async () => {
    const off = await testService()
    expect(await queueMail(off.ports, mailTo(address()))).toBe(false)
    expect(await off.ports.db.rows(sql`select 1 from mails`)).toEqual([])
    await off.stop()
  })
})
