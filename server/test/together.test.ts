import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertBatched } from '../src/domain/memories/batched-writes.ts'
import type { WriteRequest } from '../src/domain/memories/insert.ts'
import { PER_USER_TABLES } from '../src/domain/users/own-rows.ts'
import { newId, newMemoryIds } from '../src/foundation/ids.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { guardUserRows, newUserGuardRule } from '../src/foundation/sql/user-guard.ts'
import { testService } from './service.ts'

/** Concurrent writes share statements, but each has its own audit entry and response. */

let service: Awaited<ReturnType<typeof testService>>

beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const SCOPES = ['memory:read:*', 'memory:write:*']
const memory = (content: string) => ({ memories: [{ content, scope: 'general' }] })
const write = (token: string, content: string, key?: string) =>
  service.call('POST', '/v1/memories', {
    token,
    body: memory(content),
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

const account = () => ({ email: `${randomUUID()}@example.com`, password: service.password })

/** A user's request to write one memory, ready to be queued. */
function requestOf(userId: string, content: string): WriteRequest {
  const { ports } = service
  const actor = {
    kind: 'user',
    userId,
    aiId: newId('ai'),
    ownName: null,
    reads: ['*'],
    writes: ['*'],
    userPlan: 'pro',
    userLimits: {},
  } as const
  const db = guardUserRows(ports.db, newUserGuardRule(PER_USER_TABLES), userId)
  const { signal } = new AbortController()
  const request = { requestId: newId('req'), address: '127.0.0.1', signal }
  const at = ports.clock().toISOString()
  const [id] = newMemoryIds(1, Date.parse(at)) as [string]
  const times = { occurredAt: at, createdAt: at, updatedAt: at }
  const memory = { id, type: 'fact', scope: 'general', content, importance: 50, confidence: 50, pinned: false }
  return {
    ctx: { ...ports, ...request, db, actor: { ...actor, sessionHash: Buffer.alloc(0), confirmedAt: null } },
    rows: [{ ...memory, ...times, sourceApp: null, origin: 'user' as const, batch: 0, position: 0 }],
  }
}

/** The contents of a store, oldest first. */
async function contentsOf(token: string): Promise<string[]> {
  const { memories } = await service.get('/v1/memories?limit=100', token)
  return memories.map(({ content }: { content: string }) => content).reverse()
}

describe('forty concurrent writes of three users', () => {
  test('are each stored once in the right store with an audit entry of their own', async () => {
    const people = await Promise.all([1, 2, 3].map(() => service.connected(SCOPES)))
    const of = (i: number) => people[i % 3] as (typeof people)[0]
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, i) => write(of(i).token, `Memory ${i}`, i % 2 ? `key ${i}` : undefined)),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    for (const [at, { token, person }] of people.entries()) {
      const own = replies.flatMap((_, i) => (i % 3 === at ? [`Memory ${i}`] : []))
      expect((await contentsOf(token)).sort()).toEqual(own.sort())
      const { items } = await service.ok('GET', '/v1/audit?action=memories.write&limit=100', { cookie: person.cookie })
      expect(items.map(({ count }: { count: number }) => count)).toEqual(own.map(() => 1))
      expect(new Set(items.map(({ request_id }: { request_id: string }) => request_id)).size).toBe(own.length)
      const found = await service.get(`/v1/memories?query=memory&limit=100`, token)
      expect(found.memories).toHaveLength(own.length)
    }
  })

  test('share statements and commits', async () => {
    const people = await Promise.all([1, 2, 3].map(() => service.ok('POST', '/v1/auth/signup', { body: account() })))
    // All writes are queued before the first statement ends, because queueing them awaits nothing.
    const requests = Array.from({ length: 40 }, (_, i) => requestOf(people[i % 3].user.id, `Memory ${i}`))
    await Promise.all(requests.map(insertBatched))
    const ids = requests.flatMap(({ rows }) => rows.map(({ id }) => id))
    // Rows of one transaction have the same xmin.
    const { stored, transactions } = await service.ports.db.one<{ stored: number; transactions: number }>(sql`
      select count(*)::int as stored, count(distinct m.xmin::text)::int as transactions
      from memories m where m.id = any(${ids}::text[])`)
    // Two statements start with one write each; then those that wait share at most one statement per user.
    expect(stored).toBe(40)
    expect(transactions).toBeLessThanOrEqual(5)
  })

  test('a repeated idempotency key is replayed, and the others are stored', async () => {
    const [one, two] = await Promise.all([service.connected(SCOPES), service.connected(SCOPES)])
    const first = await write(one.token, 'Once', 'the key')
    const replies = await Promise.all([
      ...Array.from({ length: 8 }, (_, i) => write(one.token, `Beside ${i}`, `beside ${i}`)),
      write(one.token, 'Once', 'the key'),
      ...Array.from({ length: 8 }, (_, i) => write(two.token, `Elsewhere ${i}`)),
    ])
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(replies[8]?.body).toEqual(first.body)
    expect(replies[8]?.headers.get('idempotent-replayed')).toBe('true')
    expect(await contentsOf(one.token)).toHaveLength(9)
    expect(await contentsOf(two.token)).toHaveLength(8)
  })

  test('at the limit of one user the others’ writes are unaffected', async () => {
    const [full, other] = await Promise.all([service.connected(SCOPES), service.connected(SCOPES)])
    for (let i = 0; i < 4; i++)
      await service.remember(
        full.token,
        Array.from({ length: 100 }, () => memory('Fills.').memories[0]!),
      )
    await service.remember(
      full.token,
      Array.from({ length: 95 }, () => memory('Fills.').memories[0]!),
    )
    const replies = await Promise.all([
      ...Array.from({ length: 12 }, (_, i) => write(full.token, `Late ${i}`)),
      ...Array.from({ length: 12 }, (_, i) => write(other.token, `Early ${i}`)),
    ])
    const statuses = replies.map(({ status }) => status)
    expect(statuses.slice(0, 12).filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.slice(0, 12).filter((status) => status === 402)).toHaveLength(7)
    expect(statuses.slice(12)).toEqual(statuses.slice(12).map(() => 200))
  })
})
