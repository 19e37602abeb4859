import { afterAll, beforeAll, expect, test } from 'vitest'
import { withCurrentGrants } from '../src/edge/request/current-grants.ts'
import { MissingRow } from '../src/foundation/errors.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { type TestService, testService } from './service.ts'

/* An account is erased while its request runs: a statement finds no row of it any more. */

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

/** Runs a call that finds no row, with the account erased before. */
async function readAfterErasing(actor: object | undefined, erase: () => Promise<unknown>) {
  const ctx = { ...service.ports, actor } as never
  return withCurrentGrants(ctx, async () => {
    await erase()
    return service.ports.db.one(sql`select 1 from users where id = 'usr_gone'`)
  })
}

test('a request of an account that is erased meanwhile is refused as unauthorized', async () => {
  const { person, token } = await service.connected(['memory:read:note'])
  const erase = () =>
    service.ok('DELETE', '/v1/auth/account', { cookie: person.cookie, body: { password: service.password } })
  const app = await service.ports.tokens.actorOf(token)
  const { token_hash } = await service.ports.db.one<{ token_hash: Buffer }>(
    sql`select token_hash from sessions where holder_id = ${person.id}`,
  )
  const user = { kind: 'user', userId: person.id, sessionHash: token_hash }
  await expect(readAfterErasing(user, erase)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(readAfterErasing(app, async () => {})).rejects.toMatchObject({ code: 'connection_revoked' })
})

test('a row that is missing for another reason stays an internal error', async () => {
  const { token } = await service.connected(['memory:read:note'])
  const app = await service.ports.tokens.actorOf(token)
  await expect(readAfterErasing(app, async () => {})).rejects.toBeInstanceOf(MissingRow)
})
