import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { signUpPolicy } from '../src/foundation/config-values.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { DAY_MS, HOUR_MS, openClock } from './hooks.ts'
import type { MailServer } from './mail-server.ts'
import { serviceWithMail } from './mail-service.ts'
import { operator, operatorOk } from './operator.ts'
import { isShared, type Reply, type TestService, testService } from './service.ts'

/* Who may create an account, and the operator's commands for invitations, password links and usage. */

const PASSWORD = 'a long walk home'
const clock = openClock()

let smtp: MailServer
let service: TestService
beforeAll(async () => {
  ;({ service, smtp } = await serviceWithMail({}, { clock: clock.now }))
})
afterAll(() => service.stop())
afterEach(() => allow('open'))

/** Sets SIGNUP of the running service. */
const allow = (policy: string) => {
  service.ports.config.signUp = signUpPolicy(policy)!
}
const newAddress = (domain = 'example.com') => `${randomUUID()}@${domain}`
const outcome = ({ status, body }: Reply) => (body.error ? `${status} ${body.error.code}` : status)
const cookieOf = ({ headers }: Reply) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
const logIn = (email: string, password = PASSWORD) =>
  service.call('POST', '/v1/auth/login', { body: { email, password } })
const tokenIn = (text: string) => /#(?:invitation=)?(\w+)/.exec(text)?.[1] ?? ''
const invite = async (...words: string[]) => tokenIn((await operatorOk(service, 'invites', 'create', ...words)).link)

const KINDS = [
  { kind: 'person', base: '/v1/auth', flags: [], page: '/signup' },
  { kind: 'developer', base: '/v1/dev/auth', flags: ['--developer'], page: '/developers/signup' },
] as const

describe.each(KINDS)('sign-up of a $kind', ({ base, flags, page }) => {
  const signUp = (email = newAddress(), invitation?: string) =>
    service.call('POST', `${base}/signup`, { body: { email, password: PASSWORD, ...(invitation && { invitation }) } })
  const change = (cookie: string, email: string) =>
    service.call('POST', `${base}/email`, { cookie, body: { email, password: PASSWORD } })
  const confirm = async (email: string, cookie: string) => {
    await expect.poll(() => smtp.to(email, /confirm/).length).toBe(1)
    const body = { token: tokenIn(smtp.to(email, /confirm/)[0]!.text) }
    return outcome(await service.call('POST', `${base}/email/confirm`, { cookie, body }))
  }

  test('closed: is refused, also with an invitation', async () => {
    const invitation = await invite(...flags)
    allow('closed')
    expect(await service.ok('GET', '/v1/auth/signup')).toEqual({ mode: 'closed', domains: [] })
    expect(outcome(await signUp())).toBe('403 sign_up_closed')
    expect(outcome(await signUp(newAddress(), invitation))).toBe('403 sign_up_closed')
  })

  test('by domain: is for addresses at the domain, in any case, and for people with an invitation', async () => {
    allow('example.org,sub.example.net')
    expect(await service.ok('GET', '/v1/auth/signup')).toEqual({
      mode: 'domain',
      domains: ['example.org', 'sub.example.net'],
    })
    expect(outcome(await signUp(newAddress('EXAMPLE.ORG')))).toBe(201)
    for (const domain of ['example.com', 'not-example.org', 'example.org.evil.example', 'example.net'])
      expect(outcome(await signUp(newAddress(domain))), domain).toBe('403 invitation_required')
    expect(outcome(await signUp(newAddress(), await invite(...flags)))).toBe(201)
  })

  test('by domain: an account that confirmed no address cannot take one outside the domain', async () => {
    allow('example.org')
    const email = newAddress('example.org')
    const cookie = cookieOf(await signUp(email))
    expect(outcome(await change(cookie, newAddress()))).toBe('403 invitation_required')
    expect(outcome(await change(cookie, newAddress('example.org')))).toBe(200)
    expect(outcome(await change(cookie, email))).toBe(200)
    await expect.poll(() => smtp.to(email, /confirm/).length).toBe(2)
    const body = { token: tokenIn(smtp.to(email, /confirm/)[1]!.text) }
    expect(outcome(await service.call('POST', `${base}/email/confirm`, { cookie, body }))).toBe(200)
    expect(outcome(await change(cookie, newAddress()))).toBe(200)
  })

  test('by invitation: takes one that is unused, current, for this kind of account and this address', async () => {
    allow('invite')
    expect(outcome(await signUp())).toBe('403 invitation_required')
    expect(outcome(await signUp(newAddress(), 'inv_made_up'))).toBe('403 invitation_required')
    const made = await operatorOk(service, 'invites', 'create', ...flags)
    expect(made.link).toContain(`${service.url}${page}#invitation=inv_`)
    expect(outcome(await signUp(newAddress(), tokenIn(made.link)))).toBe(201)
    expect(outcome(await signUp(newAddress(), tokenIn(made.link)))).toBe('403 invitation_required')

    const otherKind = await invite(...(flags.length ? [] : ['--developer']))
    expect(outcome(await signUp(newAddress(), otherKind))).toBe('403 invitation_required')

    const email = newAddress()
    const forOne = await invite(...flags, '--email', email.toUpperCase())
    expect(outcome(await signUp(newAddress(), forOne))).toBe('403 invitation_required')
    const reply = await signUp(email, forOne)
    expect(reply.status).toBe(201)
    // The address cannot be replaced by another before the invited one is confirmed.
    expect(outcome(await change(cookieOf(reply), newAddress()))).toBe('403 invitation_required')
    expect(await confirm(email, cookieOf(reply))).toBe(200)

    const late = await invite(...flags, '--days', '1')
    clock.jump(DAY_MS + 1)
    expect(outcome(await signUp(newAddress(), late))).toBe('403 invitation_required')

    const { id, link } = await operatorOk(service, 'invites', 'create', ...flags)
    await operatorOk(service, 'invites', 'revoke', id)
    expect((await operator(service, 'invites', 'revoke', id)).status).toBe(3)
    expect(outcome(await signUp(newAddress(), tokenIn(link)))).toBe('403 invitation_required')
    const { items } = await operatorOk(service, 'invites', 'list')
    expect(items.find((each: { id: string }) => each.id === made.id).usedBy).toMatch(/^(usr|dev)_/)
    expect(JSON.stringify(items)).not.toContain(tokenIn(made.link))
  })
})

test('mail that is configured later locks no account out', async () => {
  const dataDir = isShared() ? undefined : await mkdtemp(join(tmpdir(), 'memory-mail-'))
  const before = await testService({ mail: { kind: 'off' }, ...(dataDir && { dataDir }) })
  const scopes = ['memory:read:note']
  const { person, developer, app, token } = await before.connected(scopes)
  const other = await before.newApp(developer, scopes)
  await before.stop()
  const after = await before.again(smtp.config)
  try {
    expect((await after.call('GET', '/v1/auth/session', { cookie: person.cookie })).status).toBe(200)
    expect((await after.call('GET', '/v1/dev/apps', { cookie: developer.cookie })).status).toBe(200)
    expect((await after.call('GET', '/v1/memories', { token })).status).toBe(200)
    const logIn = async (base: string, { email }: { email: string }, password = PASSWORD) =>
      outcome(await after.call('POST', `${base}/login`, { body: { email, password } }))
    expect(await logIn('/v1/auth', person)).toBe(200)
    expect(await logIn('/v1/dev/auth', developer)).toBe(200)
    const authorize = async ({ slug }: { slug: string }) =>
      outcome(await after.call('POST', '/v1/oauth/authorize', { cookie: person.cookie, body: { slug, scopes } }))
    expect(await authorize(app)).toBe(200)
    expect(await authorize(other)).toBe('403 address_unconfirmed')
    await after.ok('POST', '/v1/auth/email/resend', { cookie: person.cookie, body: {} })
    await expect.poll(() => smtp.to(person.email, /confirm/).length).toBe(1)
    const body = { token: tokenIn(smtp.to(person.email, /confirm/)[0]!.text) }
    await after.ok('POST', '/v1/auth/email/confirm', { cookie: person.cookie, body })
    expect(await authorize(other)).toBe(200)
  } finally {
    await after.stop()
    if (dataDir) await rm(dataDir, { recursive: true })
  }
})

describe('an account whose address was never confirmed', () => {
  const run = () =>
    service.ports.db.transaction((db) =>
      Promise.resolve(jobs.find(({ name }) => name === 'erase unconfirmed accounts')!.run({ ...service.ports, db })),
    )
  const signUp = async (base: string) => {
    const email = newAddress()
    const reply = await service.call('POST', `${base}/signup`, { body: { email, password: PASSWORD } })
    return { email, cookie: cookieOf(reply), id: (reply.body.user ?? reply.body.developer).id as string }
  }
  const left = async (ids: string[]) => {
    const rows = await service.ports.db.rows<{ id: string }>(sql`
      select id from users where id = any(${ids}) union select id from developers where id = any(${ids})`)
    return rows.map(({ id }) => id).sort()
  }

  test('is erased after 30 days, unless it contains something or is in use', async () => {
    const empty = [await signUp('/v1/auth'), await signUp('/v1/dev/auth')]
    const full = await signUp('/v1/auth')
    const memories = [{ content: 'I like long walks.', scope: 'note' }]
    await service.ok('POST', '/v1/memories', { cookie: full.cookie, body: { memories } })
    const fromBefore = await signUp('/v1/auth')
    const { db } = service.ports
    await db.count(sql`update users set email = pending_email, pending_email = null where id = ${fromBefore.id}`)
    const confirmed = await signUp('/v1/auth')
    await db.count(sql`update users set email = pending_email, pending_email = null, email_confirmed_at = now()
      where id = ${confirmed.id}`)
    const all = [...empty, full, fromBefore, confirmed].map(({ id }) => id)
    await run()
    expect(await left(all)).toHaveLength(5)
    clock.jump(31 * DAY_MS)
    const inUse = await signUp('/v1/auth')
    await db.count(sql`update users set created_at = ${new Date(clock.now().getTime() - 31 * DAY_MS).toISOString()}
      where id = ${inUse.id}`)
    await jobs.find(({ name }) => name === 'delete expired sessions')!.run(service.ports)
    await run()
    expect(await left([...all, inUse.id])).toEqual([full.id, fromBefore.id, confirmed.id, inUse.id].sort())
  })
})

describe('a link that the operator makes for a new password', () => {
  const confirmed = async () => {
    const email = newAddress()
    const reply = await service.call('POST', '/v1/auth/signup', { body: { email, password: PASSWORD } })
    const { id } = reply.body.user
    await service.ports.db.count(sql`update users set email = pending_email, pending_email = null where id = ${id}`)
    return { email, id: id as string, cookie: cookieOf(reply) }
  }
  const reset = async (token: string, new_password: string) =>
    outcome(await service.call('POST', '/v1/auth/password/reset', { body: { token, new_password } }))

  test('is printed once, works once within its hours, ends sessions, and is recorded', async () => {
    const { email, id, cookie } = await confirmed()
    const made = await operatorOk(service, 'people', 'reset-link', email, '--hours', '2')
    expect(made).toMatchObject({ id, mailed: false, link: expect.stringMatching(/\/reset-password#msl_\w+$/) })
    clock.jump(HOUR_MS)
    expect(await reset(tokenIn(made.link), 'an even longer walk')).toBe(200)
    expect(await reset(tokenIn(made.link), 'yet another password')).toBe('400 invalid_link')
    expect((await service.call('GET', '/v1/memories', { cookie })).status).toBe(401)
    const entered = await logIn(email, 'an even longer walk')
    // The operator handed it out, so it says nothing about the address.
    expect(entered.body.user.emailConfirmed).toBe(false)
    const { items } = await service.ok('GET', '/v1/audit', { cookie: cookieOf(entered) })
    expect(items).toContainEqual(
      expect.objectContaining({ actor: 'operator', action: 'operator.reset_link', target: 'printed' }),
    )
    const log = await operatorOk(service, 'log', '--person', email)
    expect(JSON.stringify(log)).not.toContain(tokenIn(made.link))

    const late = await operatorOk(service, 'people', 'reset-link', id)
    clock.jump(HOUR_MS + 1)
    expect(await reset(tokenIn(late.link), 'yet another password')).toBe('400 invalid_link')
  })

  test('is mailed with --mail, and then printed nowhere', async () => {
    const { email } = await confirmed()
    const { output, status } = await operator(service, 'people', 'reset-link', email, '--mail')
    expect([status, output]).toEqual([0, expect.not.stringContaining('msl_')])
    await expect.poll(() => smtp.to(email, /choose a new password/).length).toBe(1)
    const [mail] = smtp.to(email, /choose a new password/)
    expect(mail?.text).toContain('The operator of the service made a link')
    expect(await reset(tokenIn(mail!.text), 'an even longer walk')).toBe(200)
    expect((await logIn(email, 'an even longer walk')).body.user.emailConfirmed).toBe(true)
  })

  test('is not made for an account without an address, nor mailed where mail is off', async () => {
    const { body } = await service.call('POST', '/v1/dev/auth/signup', {
      body: { email: newAddress(), password: PASSWORD },
    })
    expect((await operator(service, 'developers', 'reset-link', body.developer.id)).status).toBe(2)
    const { email } = await confirmed()
    const off = { ports: { ...service.ports, mailer: { ...service.ports.mailer, kind: 'off' as const } } }
    expect(await operator(off, 'people', 'reset-link', email, '--mail')).toEqual({
      status: 2,
      output: expect.stringContaining('SMTP_URL'),
    })
  })
})

describe('the commands', () => {
  const words = async (...given: string[]) => {
    const { status, output } = await operator(service, ...given)
    return [status, output] as const
  }

  test('name the ids of accounts that have not confirmed an address', async () => {
    const email = newAddress()
    const { body } = await service.call('POST', '/v1/auth/signup', { body: { email, password: PASSWORD } })
    const message = `No person has confirmed the address ${email} yet. Name the id of the account instead: ${body.user.id}.`
    expect(await words('people', 'show', email)).toEqual([3, message])
    expect((await words('people', 'show', body.user.id))[0]).toBe(0)
  })

  test('explain themselves: all of them, an area, and each one', async () => {
    const [status, overview] = await words('--help')
    expect(status).toBe(0)
    const names = [...overview.matchAll(/^ {2}((?:[a-z-]+ ?){1,2})(?: <| {2})/gm)].map(([, name = '']) => name.trim())
    expect(names).toEqual(expect.arrayContaining(['people reset-link', 'invites create', 'usage', 'keys rotate']))
    for (const name of names) {
      const [status, help] = await words(...name.split(' '), '--help')
      expect([name, status, help]).toEqual([name, 0, expect.stringContaining(`memory-service admin ${name}`)])
      expect(help).toContain('--json')
    }
    expect(await words('people', '--help')).toEqual([0, expect.not.stringContaining('apps stop')])
  })

  test.each([
    ['no command', ['--json'], 2, 'A command is missing'],
    ['an unknown command', ['people', 'sing'], 2, 'Unknown command: people sing'],
    ['an unknown option', ['usage', '--loud'], 2, "'--loud'"],
    ['a missing argument', ['people', 'show'], 2, 'people show takes <email or id>'],
    ['a number out of range', ['usage', '--top', '0'], 2, '--top must be a whole number from 1 to 100; got 0'],
    ['hours out of range', ['people', 'reset-link', 'x', '--hours', '25'], 2, '--hours must be a whole number'],
    ['an unknown plan', ['people', 'plan', 'x', 'gold'], 2, 'free, plus, pro; got gold'],
    ['an unknown limit', ['limits', 'set', 'x', 'songs', '1'], 2, 'The limit must be one of memories'],
    ['a limit that is no number', ['limits', 'set', 'x', 'memories', 'many'], 2, 'a number from 0'],
    ['no address', ['invites', 'create', '--email', 'ada'], 2, '--email must be an address; got ada'],
    ['an unknown person', ['people', 'show', 'ada@example.net'], 3, 'No person has the address or id ada@example.net'],
    ['an unknown app', ['apps', 'stop', 'nothing'], 3, 'No app has the slug or id nothing'],
  ])('refuse %s', async (_, given, status, message) => {
    expect(await words(...given)).toEqual([status, expect.stringContaining(message)])
    const json = await operator(service, ...given, '--json')
    expect(json.status).toBe(status)
    expect(JSON.parse(json.output)).toEqual({ error: { status, message: expect.stringContaining(message) } })
  })
})
