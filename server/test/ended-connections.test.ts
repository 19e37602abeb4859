import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { type TestService, testService } from './service.ts'

/* What is kept and listed of connections with many long scopes. */

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const scopesOf = (count: number, chars: number) =>
  Array.from({ length: count }, (_, n) => `memory:read:note.${`${n}`.padStart(chars, 'x')}`)

test('a connection that has ended keeps the first of its scopes and no refusals, and its list has no descriptions', async () => {
  const [person, developer] = [await service.newPerson(), await service.newDeveloper()]
  const app = await service.newApp(developer, ['memory:read:*'])
  const scopes = scopesOf(60, 90)
  const { cookie } = person
  const body = { slug: app.slug, scopes, refused: ['memory:read:health'] }
  await service.exchange(app, (await service.ok('POST', '/v1/oauth/authorize', { cookie, body })).code)
  const list = async () => (await service.ok('GET', '/v1/connections', { cookie })).items
  const [active] = await list()
  expect(active.scopes).toEqual(scopes)
  expect(active.described).toHaveLength(60)
  await service.ok('POST', `/v1/connections/${active.id}/revoke`, { cookie })
  const [ended] = await list()
  expect(ended.scopes).toEqual(scopes.slice(0, 18))
  expect(ended.described).toEqual([])
  const { refused } = await service.ports.db.one<{ refused: object }>(sql`
    select refused from connections where user_id = ${person.id} and id = ${active.id}`)
  expect(refused).toEqual({})
})

test('a consent grants scopes of at most 8,192 characters in all', async () => {
  const { cookie } = await service.newPerson()
  const { slug } = await service.newApp(await service.newDeveloper(), ['memory:read:*'])
  const authorize = (scopes: string[]) =>
    service.call('POST', '/v1/oauth/authorize', { cookie, body: { slug, scopes } })
  const refused = await authorize(scopesOf(100, 90))
  expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'scopes'])
  expect((await authorize(scopesOf(75, 90))).status).toBe(200)
})

test('a manifest lists scopes of at most 8,192 characters in all', async () => {
  const developer = await service.newDeveloper()
  const { cookie } = developer
  const issue = ({ status, body }: Awaited<ReturnType<TestService['call']>>) => [status, body.error?.details[0].path]
  const many = { manifest: { scopes: scopesOf(100, 90) } }
  const body = { name: 'Long names', ...many }
  expect(issue(await service.call('POST', '/v1/dev/apps', { cookie, body }))).toEqual([400, 'manifest.scopes'])
  const app = await service.newApp(developer, scopesOf(75, 90))
  const edit = (body: object) => service.call('PATCH', `/v1/dev/apps/${app.id}`, { cookie, body })
  expect(issue(await edit(many))).toEqual([400, 'manifest.scopes'])
  // A scope that is listed twice counts once.
  expect(issue(await edit({ manifest: { scopes: [...scopesOf(50, 90), ...scopesOf(50, 90)] } }))).toEqual([
    200,
    undefined,
  ])
})

test('the consent page offers as much of a longer manifest as one consent grants', async () => {
  const { cookie } = await service.newPerson()
  const { id, slug } = await service.newApp(await service.newDeveloper(), [])
  // As it was stored by a release without the limit.
  const scopes = scopesOf(100, 90)
  await service.ports.db.count(sql`
    update apps set manifest = manifest || ${JSON.stringify({ scopes })}::jsonb where id = ${id}`)
  const preview = await service.ok('GET', `/v1/oauth/preview?slug=${slug}`, { cookie })
  const offered: string[] = preview.scopes.map(({ scope }: { scope: string }) => scope)
  expect([...offered, ...preview.outside]).toEqual(scopes)
  expect(offered.length).toBeGreaterThan(70)
  await service.ok('POST', '/v1/oauth/authorize', { cookie, body: { slug, scopes: offered } })
})
