import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { factorsOf, KINDS } from './factors.ts'
import { serviceWithMail } from './mail-service.ts'
import { browse, openProvider } from './openid-provider.ts'
import type { Reply, TestService } from './service.ts'

/* Sign-ins and links while an account changes: another connection holds the account until the change is done. */

const WAIT = { timeout: 30_000 }

let provider: Awaited<ReturnType<typeof openProvider>>
let service: TestService
let other: pg.Client
beforeAll(async () => {
  provider = await openProvider()
  ;({ service } = await serviceWithMail({ openId: provider.config }))
  provider.serve(service.url)
  other = new pg.Client({ connectionString: service.databaseUrl })
  await other.connect()
})
afterAll(async () => {
  await other?.end()
  await service?.stop()
  await provider?.close()
})

/** Waits until a statement of the service waits for a lock of the other connection. */
const untilBlocked = () =>
  vi.waitFor(async () => {
    const { rows } = await other.query(`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    if (!rows.length) throw new Error('no statement waits for a lock')
  }, WAIT)

const cookiesOf = ({ headers }: Reply) =>
  headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')

describe.each(KINDS)('an account of a $kind', ({ kind, base }) => {
  const factors = () => factorsOf(service, base)
  const table = `${kind}s`

  /** Runs a call that waits for the account, with a change of it done in between. */
  async function changedMeanwhile<T>(id: string, call: () => Promise<T>, ...changes: string[]): Promise<T> {
    await other.query('begin')
    await other.query(`select from ${table} where id = $1 for update`, [id])
    const called = call()
    const first = await Promise.race([called.then(() => 'done'), untilBlocked()])
    for (const change of changes) await other.query(change, [id])
    await other.query('commit')
    expect(first).toBeUndefined()
    return called
  }

  const sessionsOf = async (id: string) =>
    (await service.ports.db.one<{ n: number }>(sql`select count(*)::int as n from sessions where holder_id = ${id}`)).n

  /** Comes back from the provider; signs in, or links with a session. */
  async function visit(sub: string, path: string, cookie = '') {
    provider.use({ sub, email: `${sub}@example.com`, email_verified: true, name: 'T' })
    const body = path === 'openid' ? undefined : {}
    const begun = await service.call('POST', `${base}/${path}`, { ...(cookie && { cookie }), body })
    const callback = await browse(begun.body.url, `${service.url}${base}/openid/callback`)
    const cookies = [cookiesOf(begun), cookie].filter(Boolean).join('; ')
    return () => service.call('GET', callback.slice(service.url.length), { cookie: cookies })
  }
  const outcomeOf = ({ headers }: Reply) =>
    new URL(headers.get('location') ?? '', service.url).searchParams.get('provider')

  /** An account that can sign in by its address. */
  async function confirmed() {
    const owner = await factors().signUp()
    await other.query(
      `update ${table} set email = $1, pending_email = null, email_confirmed_at = now() where id = $2`,
      [owner.email, owner.id],
    )
    return owner
  }

  async function linked() {
    const owner = await factors().signUp()
    const sub = randomUUID()
    expect(outcomeOf(await (await visit(sub, 'openid', owner.cookie))())).toBe('linked')
    return { owner, sub }
  }

  test('is not entered by a passkey that is removed meanwhile', async () => {
    const owner = await factors().signUp()
    const { passkey } = await factors().addPasskey(owner)
    const signIn = () => factors().signInWith(passkey)
    const reply = await changedMeanwhile(
      owner.id,
      signIn,
      'delete from passkeys where holder_id = $1',
      'delete from sessions where holder_id = $1',
    )
    expect([reply.status, await sessionsOf(owner.id)]).toEqual([401, 0])
  })

  test('is not entered by an identity that is removed meanwhile', async () => {
    const { owner, sub } = await linked()
    const finish = await visit(sub, 'login/openid')
    const reply = await changedMeanwhile(
      owner.id,
      finish,
      'delete from openid_links where holder_id = $1',
      'delete from sessions where holder_id = $1',
    )
    expect([outcomeOf(reply), await sessionsOf(owner.id)]).toEqual(['failed', 0])
  })

  test('is not entered by a second factor after an identity that is removed meanwhile', async () => {
    const { owner, sub } = await linked()
    const { recovery_codes } = await factors().addTotp(owner)
    const [used, code] = recovery_codes
    const pending = async () => {
      const reply = await (await visit(sub, 'login/openid'))()
      expect(outcomeOf(reply)).toBe('second_factor')
      return cookiesOf(reply)
    }
    expect((await factors().secondStep(await pending(), { code: used })).status).toBe(200)
    const cookie = await pending()
    const reply = await changedMeanwhile(
      owner.id,
      () => factors().secondStep(cookie, { code }),
      'delete from openid_links where holder_id = $1',
      'delete from sessions where holder_id = $1',
    )
    expect([reply.status, await sessionsOf(owner.id)]).toEqual([401, 0])
  })

  test('is entered in turn: a sign-in waits for one that is under way', async () => {
    const owner = await confirmed()
    await other.query('begin')
    // As two sign-ins could hold it together; what changes the account would wait for both and for those that follow.
    await other.query(`select from ${table} where id = $1 for share`, [owner.id])
    const signedIn = factors().logIn(owner)
    const first = await Promise.race([signedIn.then(() => 'signed in'), untilBlocked()])
    await other.query('commit')
    expect(first).toBeUndefined()
    expect((await signedIn).status).toBe(200)
  })

  test('gets no link and no mail while it is being erased', async () => {
    const { id, email } = await confirmed()
    const forgot = () => service.call('POST', `${base}/password/forgot`, { body: { email } })
    const reply = await changedMeanwhile(
      id,
      forgot,
      'delete from account_links where account_id = $1',
      'delete from mails where account_id = $1',
      `delete from ${table} where id = $1`,
    )
    expect([reply.status, reply.body]).toEqual([200, { ok: true }])
    const left = await service.ports.db.rows(sql`
      select purpose as what from account_links where email = ${email}
      union all select kind from mails where account_id = ${id}`)
    expect(left).toEqual([])
  })
})
