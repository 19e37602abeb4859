import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { type Person, type TestService, testService } from './service.ts'

const CALL_MEMORIES = 20

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const memories = (scope = 'note') => Array.from({ length: CALL_MEMORIES }, (_, i) => ({ content: `Fact ${i}.`, scope }))
const importLines = ({ cookie }: Person, lines: readonly object[]) =>
  service.ok('POST', '/v1/import', {
    cookie,
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  })
const exported = async ({ cookie }: Person) =>
  String(await service.ok('GET', '/v1/export', { cookie }))
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line))
const auditOf = async ({ cookie }: Person) => (await service.ok('GET', '/v1/audit', { cookie })).items

describe('ids of one call', () => {
  test('have no random characters in common and do not tell their order', async () => {
    const { token } = await service.connected(['memory:write:*'])
    const { memoryIds } = await service.remember(token, memories())
    for (let at = 1; at <= 16; at++)
      expect(new Set(memoryIds.map((id: string) => id.at(-at))).size, `character -${at}`).toBeGreaterThan(1)
    expect([...memoryIds].sort()).not.toEqual(memoryIds)
    expect([...memoryIds].sort().reverse()).not.toEqual(memoryIds)
  })

  test('are listed and exported in the order of the call', async () => {
    const { person, token } = await service.connected(['memory:read:note', 'memory:write:*'])
    const { memoryIds } = await service.remember(token, memories())
    for (const access of [{ token }, { cookie: person.cookie }]) {
      const listed: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await service.ok('GET', `/v1/memories?limit=3${cursor && `&cursor=${cursor}`}`, access)
        listed.push(...page.memories.map(({ id }: { id: string }) => id))
        cursor = page.next_cursor
      }
      expect(listed).toEqual([...memoryIds].reverse())
    }
    expect((await exported(person)).map(({ id }) => id)).toEqual(memoryIds)
    const other = await service.newPerson()
    await importLines(other, await exported(person))
    expect((await exported(other)).map(({ id }) => id)).toEqual(memoryIds)
  })
})

describe('the id of an imported line without one', () => {
  const line = { content: 'I am HIV positive.', scope: 'health', createdAt: '2026-05-03T07:31:12.000Z' }

  test('differs between two people, so it cannot be computed from the content', async () => {
    const [one, other] = [await service.newPerson(), await service.newPerson()]
    for (const person of [one, other]) expect(await importLines(person, [line])).toMatchObject({ imported: 1 })
    const [[mine], [theirs]] = [await exported(one), await exported(other)]
    expect(mine.id.slice(14)).not.toBe(theirs.id.slice(14))
    const { content, scope, createdAt } = line
    const guess = JSON.stringify([undefined, content, scope, 'event', 50, 80, false, undefined, undefined, createdAt])
    const digest = createHash('sha256').update(guess).digest()
    const computed = [...digest.subarray(0, 16)].map((byte) => '0123456789abcdefghjkmnpqrstvwxyz'[byte & 31]).join('')
    expect(mine.id.endsWith(computed)).toBe(false)
  })

  test('is the same when the file is sent again, so the line is skipped', async () => {
    const person = await service.newPerson()
    await importLines(person, [line])
    expect(await importLines(person, [line])).toMatchObject({ imported: 0, skipped: 1 })
  })

  test('sorts a line without times as new', async () => {
    const person = await service.newPerson()
    const { cookie } = person
    await service.ok('POST', '/v1/memories', { cookie, body: { memories: [{ content: 'Before.', scope: 'note' }] } })
    await importLines(person, [{ content: 'By hand.', scope: 'note' }])
    const { memories } = await service.ok('GET', '/v1/memories', { cookie })
    expect(memories.map(({ content }: { content: string }) => content)).toEqual(['By hand.', 'Before.'])
  })
})

const ONE = '/v1/memories/:id'
const BODIES: Record<string, object> = {
  editMemory: { pinned: true },
  restoreMemory: { revision: 1 },
  supersedeMemory: { by: 'mem_01kb5dd9v2000m4h2n8y7tq3wz' },
}

describe('a request for a memory outside the grants', () => {
  const ofOne = routes.filter((route) => route.path.startsWith(ONE) && route.for.includes('app'))
  test.each(
    ofOne.map(({ method, path, name }) => [method, path.slice(ONE.length), name]),
  )('%s /v1/memories/:id%s is in the audit log of the person', async (method, rest, name) => {
    const { person, app, token } = await service.connected(['memory:read:note', 'memory:write:note'])
    const body = { memories: [{ content: 'Dislikes the new job.', scope: 'work' }] }
    const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie: person.cookie, body })
    const path = `/v1/memories/${memoryIds[0]}${rest}`
    const denied = await service.call(method, path, { token, body: BODIES[name] })
    expect(denied.status).toBe(403)
    const [entry] = await auditOf(person)
    expect(entry).toMatchObject({ action: 'memory.denied', app: app.slug, target: memoryIds[0], scope: 'work' })
  })

  test('that a write or another memory replaces is in the audit log too', async () => {
    const { person, token } = await service.connected(['memory:read:note', 'memory:write:note'])
    const body = { memories: [{ content: 'Dislikes the new job.', scope: 'work' }] }
    const { memoryIds: hidden } = await service.ok('POST', '/v1/memories', { cookie: person.cookie, body })
    const { memoryIds: own } = await service.remember(token, [{ content: 'Likes rye.', scope: 'note' }])
    const memories = [{ content: 'Likes the new job.', scope: 'note', supersedes: hidden }]
    const probes = [
      ['/v1/memories', { memories }],
      [`/v1/memories/${own[0]}/supersede`, { by: hidden[0] }],
    ] as const
    for (const [path, body] of probes) expect((await service.call('POST', path, { token, body })).status).toBe(403)
    const denied = (await auditOf(person)).filter(({ action }: { action: string }) => action === 'memory.denied')
    expect(denied.map(({ target }: { target: string }) => target)).toEqual([hidden[0], hidden[0]])
  })

  test('to delete several is in the audit log too', async () => {
    const { person, token } = await service.connected(['memory:write:note'])
    const body = { memories: [{ content: 'Dislikes the new job.', scope: 'work' }] }
    const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie: person.cookie, body })
    expect((await service.call('POST', '/v1/memories/delete', { token, body: { ids: memoryIds } })).status).toBe(403)
    expect((await auditOf(person))[0]).toMatchObject({ action: 'memory.denied', target: memoryIds[0], scope: 'work' })
  })
})
