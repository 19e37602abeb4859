import { randomUUID } from 'node:crypto'
import { totpCode, totpStep } from '../src/domain/accounts/factors/totp.ts'
import { startStep } from '../src/domain/accounts/steps.ts'
import { newId } from '../src/foundation/ids.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { newPasskey } from './authenticator.ts'
import { fromBase32 } from './factors.ts'
import type { Person, TestService } from './service.ts'

/* What the victims of the tenancy test have to sign in with, and what routes about that need to succeed for them. */

// The issuer in the examples of routes.
const ISSUER = 'https://id.example.com'
const BASES = { user: '/v1/auth', developer: '/v1/dev/auth' } as const

/**
 * For both accounts: a passkey with one id, an identity at a provider, the answer to options for another passkey, and
 * the secret of an authenticator app that is not in use yet.
 */
export async function newFactors(service: TestService, person: Person, developer: Person, marker: string) {
  const passkeyId = newId('psk')
  for (const [holder, { id }] of Object.entries({ user: person, developer })) {
    await service.ports.db.count(sql`
      insert into passkeys (credential_id, holder_id, id, name, public_key, sign_count, transports, backed_up, created_at)
      values (${randomUUID()}, ${id}, ${passkeyId}, ${`Named ${marker}`}, '', 0, '{}', false, now())`)
    await service.ports.db.count(sql`
      insert into openid_links (issuer, subject, holder, holder_id, email, created_at)
      values (${ISSUER}, ${randomUUID()}, ${holder}, ${id}, ${`${marker}@example.com`}, now())`)
  }
  const of = async (base: string, { cookie }: Person) => ({
    created: newPasskey(service.url).create(await service.ok('POST', `${base}/passkeys/options`, { cookie })),
    secret: fromBase32((await service.ok('POST', `${base}/totp`, { cookie })).secret),
  })
  return { passkeyId, user: await of(BASES.user, person), developer: await of(BASES.developer, developer) }
}

interface Victim {
  person: Person
  developer: Person
  factors: Awaited<ReturnType<typeof newFactors>> | undefined
}

const holderOf = (name: string) => (name.endsWith('OfDeveloper') ? 'developer' : 'user')
const codeOf = ({ secret }: { secret: Buffer }) => totpCode(secret, totpStep(Date.now()))

/** The body of a route whose example would fail for the rightful caller. */
export function factorBody(name: string, factors: Victim['factors']): unknown {
  if (!factors) return undefined
  const own = factors[holderOf(name)]
  if (/^addPasskey(OfDeveloper)?$/.test(name)) return { passkey: own.created }
  return name.startsWith('confirmTotp') ? { code: codeOf(own) } : undefined
}

/** Does what the rightful caller does before a route; returns cookies to send beside the session, `; …`. */
export async function prepareFactors(service: TestService, name: string, victim: Victim): Promise<string> {
  const holder = holderOf(name)
  const { id, cookie } = holder === 'user' ? victim.person : victim.developer
  if (name.startsWith('removeTotp'))
    await service.ok('POST', `${BASES[holder]}/totp/confirm`, {
      cookie,
      body: { code: codeOf(victim.factors![holder]) },
    })
  if (!name.startsWith('confirmProviderLink')) return ''
  const data = JSON.stringify({ issuer: ISSUER, subject: randomUUID(), email: 'ada@example.com' })
  const token = await startStep(service.ports, 'openid_link', holder, { accountId: id, data })
  return `; ms_${holder === 'user' ? '' : 'dev_'}openid=${token}`
}
