import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { exportWhole } from '../src/domain/portable/export-formats.ts'
import { type Sql, sql } from '../src/foundation/sql/sql.ts'
import { linesOf, many, transfersOf, written } from './portable.ts'
import { type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'pro' })
})
afterAll(() => service.stop())

const MEMORIES = [
  { content: 'Likes rye bread.', scope: 'nutrition', kind: 'preference' },
  { content: 'Runs on Tuesdays.', scope: 'fitness.run' },
]

async function store() {
  const { person, token } = await service.connected(['memory:read:fitness.*', 'memory:write:*'])
  await service.remember(token, MEMORIES)
  await service.ok('POST', '/v1/chats', { cookie: person.cookie, body: { title: 'A chat' } })
  return { person, token, cookie: person.cookie }
}

describe('an export in the format of another service', () => {
  test('as PAM or MIF holds all memories of the user with their ids', async () => {
    const { cookie } = await store()
    const pam = await service.call('GET', '/v1/export?format=pam', { cookie })
    expect(pam.headers.get('content-type')).toMatch(/^application\/json/)
    expect(pam.headers.get('content-disposition')).toMatch(/filename="memories-\d{4}-\d\d-\d\d\.pam\.json"$/)
    const document = JSON.parse(pam.body)
    expect(document).toMatchObject({ schema: 'portable-ai-memory', integrity: { total_memories: 2 } })
    expect(document.memories.map(({ content }: { content: string }) => content).sort()).toEqual([
      'Likes rye bread.',
      'Runs on Tuesdays.',
    ])
    const { body } = await service.call('GET', '/v1/export?format=mif', { cookie })
    const mif = JSON.parse(body)
    expect(mif).toMatchObject({ mif_version: '2.0', memories: [{ content: expect.any(String) }, {}] })
    const { memories } = await service.ok('GET', '/v1/memories', { cookie })
    const ids = mif.memories.map(
      ({ metadata }: { metadata: { memory_service: { id: string } } }) => metadata.memory_service.id,
    )
    expect(ids.sort()).toEqual(memories.map(({ id }: { id: string }) => id).sort())
  })

  test('as notes is an archive, and as text to paste it is plain text', async () => {
    const { cookie } = await store()
    const notes = await service.call('GET', '/v1/export?format=markdown', { cookie })
    expect(notes.headers.get('content-type')).toBe('application/zip')
    expect(String(notes.body).startsWith('PK')).toBe(true)
    const text = await service.call('GET', '/v1/export?format=prompt', { cookie })
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text.body).toMatch(/## Fitness run\n\[\d{4}-\d\d-\d\d\] - Runs on Tuesdays\./)
  })

  test('is one of the known ones', async () => {
    const { cookie } = await store()
    const { status, body } = await service.call('GET', '/v1/export?format=csv', { cookie })
    expect([status, body.error.code]).toEqual([400, 'validation_failed'])
  })

  test('is refused beyond the number of memories that is written at once', async () => {
    const person = await service.newPerson()
    const { imported } = transfersOf(service)
    await imported(person, written(many(1)))
    await service.ports.db.count(sql`
      insert into memories select (jsonb_populate_record(m, jsonb_build_object('id', m.id || n, 'place', n))).*
      from memories m, generate_series(1, 10000) n where m.user_id = ${person.id}`)
    const { status, body } = await service.call('GET', '/v1/export?format=pam', { cookie: person.cookie })
    expect([status, body.error.details[0].path]).toEqual([400, 'format'])
    expect(body.error.message).toContain('jsonl')
  })
})

describe('exports as one document', () => {
  test('are limited to ten a minute for each connection', async () => {
    const limited = await testService({ rateLimit: 600 })
    onTestFinished(() => limited.stop())
    const { person, token } = await limited.connected(['memory:read:*'])
    const statusOf = async (credential: object) =>
      (await limited.call('GET', '/v1/export?format=markdown', credential)).status
    const statuses = await Promise.all(Array.from({ length: 12 }, () => statusOf({ token })))
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    expect(await statusOf({ cookie: person.cookie })).toBe(200)
  })
})

describe('an export of an app', () => {
  test('that waits for others is refused once the connection has ended', async () => {
    const { cookie, token } = await store()
    const actor = await service.ports.tokens.actorOf(token)
    const ctx = { ...service.ports, actor, requestId: 'req_export', signal: new AbortController().signal }
    let resume = () => {}
    const held = new Promise<void>((resolve) => {
      resume = resolve
    })
    const { db } = service.ports
    const slow = { ...db, rows: (query: Sql) => held.then(() => db.rows(query)) }
    const first = exportWhole({ ...ctx, db: slow } as never, 'prompt')
    const waiting = exportWhole(ctx as never, 'prompt')
    const { id } = await service.get('/v1/connection', token)
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie })
    resume()
    await expect(Promise.allSettled([first, waiting])).resolves.toMatchObject(
      Array(2).fill({ status: 'rejected', reason: { code: 'connection_revoked' } }),
    )
  })

  test('holds only memories within its read grants, no chats, and is audited', async () => {
    const { token, cookie } = await store()
    const { body } = await service.call('GET', '/v1/export', { token })
    const [header, ...lines] = linesOf(body)
    expect(header).toEqual({ format: 'memory-service', version: 1, exportedAt: expect.any(String), count: 1 })
    expect(lines).toMatchObject([{ content: 'Runs on Tuesdays.' }])
    for (const format of ['pam', 'mif', 'prompt']) {
      const reply = await service.call('GET', `/v1/export?format=${format}`, { token })
      expect(reply.status).toBe(200)
      expect(reply.body).toContain('Runs on Tuesdays.')
      expect(reply.body).not.toContain('rye bread')
      expect(reply.body).not.toContain('A chat')
    }
    await expect
      .poll(async () => {
        const { items } = await service.ok('GET', '/v1/audit?action=memories.list', { cookie })
        return items.filter(({ count }: { count: number }) => count === 1).length
      })
      .toBeGreaterThanOrEqual(4)
  })
})
