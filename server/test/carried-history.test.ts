import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linesOf, transfersOf } from './portable.ts'
import { type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

/** A person, an app that may do everything, and a memory of it. */
async function oneMemory(content: string) {
  const { person, token } = await service.connected(['memory:read:*', 'memory:write:*'])
  const { memoryIds } = await service.remember(token, [{ content, scope: 'note' }])
  const path = `/v1/memories/${memoryIds[0]}`
  return { person, token, id: memoryIds[0] as string, path, slug: (await service.get(path, token)).sourceApp }
}
type Item = { revision: number; change: string; actor: string; app: string | null; memory: { content: string } }
const summaryOf = ({ items }: { items: Item[] }) =>
  items.map(({ revision, change, actor, app, memory }) => [revision, change, actor, app, memory.content])

describe('an export', () => {
  test('carries history and validity into another account', async () => {
    const transfers = transfersOf(service)
    const { person, token, path, id, slug } = await oneMemory('Lives in Boulder.')
    await service.ok('PATCH', path, { token, body: { content: 'Lives in Denver.', scope: 'home' } })
    await service.ok('PATCH', path, {
      cookie: person.cookie,
      body: { validFrom: '2026-01-01T00:00:00Z', validUntil: '2026-03-01T00:00:00Z' },
    })
    const written = {
      content: 'Likes tea.',
      scope: 'note',
      externalId: 'tea',
      metadata: { cup: 1 },
      source: { quote: 'tea' },
    }
    await service.remember(token, [written])
    const { body } = await transfers.exportStore(person)
    const twin = await service.newPerson()
    expect(await transfers.imported(twin, body)).toMatchObject({ imported: 4, skipped: 0, errorCount: 0 })
    expect(await transfers.imported(twin, body)).toMatchObject({ imported: 0, skipped: 4, errorCount: 0 })
    const asImported = (line: object) => ({ ...line, origin: 'import' })
    const lines = linesOf(body).slice(1)
    const again = linesOf((await transfers.exportStore(twin)).body).slice(1)
    expect(again).toEqual(
      lines.map((line) => (line.object ? { ...line, memory: asImported(line.memory) } : asImported(line))),
    )
    const history = await service.ok('GET', `${path}/history`, { cookie: twin.cookie })
    expect(summaryOf(history)).toEqual([
      [3, 'edited', 'user', null, 'Lives in Denver.'],
      [2, 'moved', 'app', slug, 'Lives in Denver.'],
      [1, 'created', 'app', slug, 'Lives in Boulder.'],
    ])
    const restored = await service.ok('POST', `${path}/restore`, { cookie: twin.cookie, body: { revision: 1 } })
    expect(restored).toMatchObject({ id, content: 'Lives in Boulder.', scope: 'note', revision: 4, validUntil: null })
    // A memory in the trash is imported again, with its history.
    await service.ok('DELETE', path, { cookie: twin.cookie })
    expect(await transfers.imported(twin, body)).toMatchObject({ imported: 3, skipped: 1, errorCount: 0 })
    expect((await service.ok('GET', path, { cookie: twin.cookie })).revision).toBe(3)
    expect((await service.ok('GET', '/v1/memories/trash', { cookie: twin.cookie })).items).toEqual([])
  })

  test('is imported without states that belong to no memory, and without what has expired', async () => {
    const transfers = transfersOf(service)
    const person = await service.newPerson()
    const memory = { content: 'Tea.', scope: 'note' }
    const at = '2026-01-01T00:00:00.000Z'
    const state = {
      object: 'revision',
      id: 'mem_01kb5dd9v2000m4h2n8y7tq3wz',
      revision: 1,
      at,
      until: at,
      actor: 'user',
    }
    const lines = [
      { ...state, change: 'created', memory },
      { ...state, change: 'invented', memory },
      { ...memory, expiresAt: at },
      { ...memory, externalId: 'same' },
      { ...memory, externalId: 'same', content: 'Coffee.' },
    ]
    const text = lines.map((line) => JSON.stringify(line)).join('\n')
    const { imported, errors } = await transfers.imported(person, text)
    expect([imported, errors.map(({ line }: { line: number }) => line).sort()]).toEqual([2, [1, 2, 3]])
    const { memories } = await service.ok('GET', '/v1/memories', { cookie: person.cookie })
    expect(memories.map(({ externalId }: { externalId: string }) => externalId).sort()).toEqual([null, 'same'])
  })
})
