// Runs the service in this process, so that recall can be called as a function and compared with HTTP, and rows can be
// written that would take hours over the API.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { TOKEN_PREFIX } from '../../server/dist/domain/connections/tokens.js'
import { findMemories } from '../../server/dist/domain/memories/find.js'
import { Remember, remember } from '../../server/dist/domain/memories/remember.js'
import { hashSecret, newSecret } from '../../server/dist/foundation/auth/secrets.js'
import { readConfig } from '../../server/dist/foundation/config.js'
import { newId } from '../../server/dist/foundation/ids.js'
import { raw, sql } from '../../server/dist/foundation/sql/sql.js'
import { startService } from '../../server/dist/service.js'
import { memories } from './text.mjs'

const USERS_PER_TRANSACTION = 20
const CALLS_AT_ONCE = 8
const MEMORIES_PER_CALL = 100
const SCOPES = ['memory:read:*', 'memory:write:*', 'context:read:*']

const service = await startService(readConfig(process.env))

const contextOf = (actor) => ({ ...service.ports, actor, requestId: newId('req'), address: '127.0.0.1' })

/** Recalls one question after another for `ms`; returns the median duration in milliseconds. */
async function recall({ token, questions, limit, ms }) {
  const times = []
  const until = performance.now() + ms
  for (let at = 0; performance.now() < until; at++) {
    // The token is not timed: its lookup belongs to the edge, which caches it.
    const actor = await service.ports.tokens.actorOf(token)
    const ctx = contextOf(actor)
    const from = performance.now()
    await findMemories(ctx, { query: questions[at % questions.length], limit })
    times.push(performance.now() - from)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]
}

/** Copies the rows and vectors of the first store of this size to new users numbered `from` to `to` - 1. */
async function copies({ size, from, to }) {
  const { db } = service.ports
  const { user_id } = await db.one(sql`select user_id from stores where memory_count = ${size} order by 1 limit 1`)
  for (let first = from; first < to; first += USERS_PER_TRANSACTION) {
    const users = sql`(select 'usr_copy_' || n as id
      from generate_series(${first}::int, ${Math.min(to, first + USERS_PER_TRANSACTION) - 1}::int) n) p`
    await db.transaction(async (db) => {
      await db.count(sql`insert into users (id, email, password_hash, plan, created_at)
        select p.id, p.id || '@example.com', '', 'pro', now() from ${users}`)
      await db.count(sql`insert into stores (user_id, memory_count, version)
        select p.id, s.memory_count, s.version from stores s, ${users} where s.user_id = ${user_id}`)
      await db.count(sql`insert into memories (user_id, id, type, scope, content, importance, confidence, pinned,
          occurred_at, source_app, created_at, updated_at, version, born, place)
        select p.id, m.id, type, scope, content, importance, confidence, pinned,
          occurred_at, source_app, created_at, updated_at, version, born, place
        from memories m, ${users} where m.user_id = ${user_id}`)
      await db.count(sql`insert into memory_vectors (user_id, id, model, codes, version)
        select p.id, v.id, model, codes, version from memory_vectors v, ${users} where v.user_id = ${user_id}`)
      await db.count(sql`insert into vector_marks (user_id, model, done_to)
        select p.id, model, done_to from vector_marks k, ${users} where k.user_id = ${user_id}`)
    })
  }
  // One table at a time, to stay below the statement timeout of 30 s.
  for (const table of ['users', 'stores', 'memories', 'memory_vectors', 'vector_marks'])
    await db.count(sql`vacuum analyze ${raw(table)}`)
}

/**
 * Creates users with `size` memories each, connected to `appsPerUser` of the apps; returns the tokens. Accounts and
 * consent are inserted as rows, since password hashing is slow by design; memories are written by the API's verb.
 */
async function users({ count, size, apps, appsPerUser }) {
  const { db, tokens } = service.ports
  const ids = Array.from({ length: count }, () => newId('usr'))
  const connections = ids.flatMap((user, at) =>
    Array.from({ length: appsPerUser }, (_, n) => ({
      user,
      app: apps[(at * appsPerUser + n) % apps.length],
      id: newId('con'),
      token: newSecret(TOKEN_PREFIX),
    })),
  )
  const column = (name) => connections.map((each) => each[name])
  const rows = sql`unnest(${ids}::text[]) p (id)`
  await db.transaction(async (db) => {
    await db.count(sql`insert into users (id, email, password_hash, plan, created_at)
      select p.id, p.id || '@example.com', '', 'pro', now() from ${rows}`)
    await db.count(sql`insert into stores (user_id) select p.id from ${rows}`)
    await db.count(sql`insert into identities (user_id, id, name, created_at)
      select p.id, 'ai' || substr(p.id, 4), 'Ada', now() from ${rows}`)
    await db.count(sql`insert into connections (user_id, id, app_id, scopes, status, connected_at)
      select c.*, ${SCOPES}::text[], 'active', now()
      from unnest(${column('user')}::text[], ${column('id')}::text[], ${column('app')}::text[]) c`)
    await db.count(sql`insert into connection_tokens (token_hash, user_id, connection_id)
      select * from unnest(${connections.map(({ token }) => hashSecret(token))}::bytea[], ${column('user')}::text[],
        ${column('id')}::text[])`)
  })
  const texts = memories(count * size, count)
  const writers = connections.filter((_, at) => at % appsPerUser === 0)
  const write = async () => {
    for (let writer = writers.pop(); writer; writer = writers.pop())
      for (let left = size; left > 0; left -= MEMORIES_PER_CALL) {
        const part = Array.from({ length: Math.min(left, MEMORIES_PER_CALL) }, () => texts.next().value)
        await remember(contextOf(await tokens.actorOf(writer.token)), Remember.parse({ memories: part }))
      }
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, write))
  for (const table of ['users', 'stores', 'connections', 'memories']) await db.count(sql`vacuum analyze ${raw(table)}`)
  return column('token')
}

/** Builds the index of each user and makes a snapshot of it; returns their number and bytes. */
async function snapshots() {
  const { db, recall } = service.ports
  const users = await db.rows(sql`select user_id as id from stores where memory_count > 0`)
  const found = { count: 0, bytes: 0 }
  for (const { id } of users) {
    await recall.search({ user: id, query: 'anything', readable: ['*'], now: Date.now(), limit: 1 })
    if (await recall.saveSnapshot(id)) found.count++
  }
  const folder = join(process.env.DATA_DIR ?? '', 'recall-snapshots')
  found.bytes = process.env.DATABASE_URL
    ? (await db.one(sql`select coalesce(sum(length(body)), 0)::float8 as bytes from recall_snapshot_parts`)).bytes
    : readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  return found
}

const work = {
  port: async () => service.ports && Number(new URL(service.url).port),
  recall,
  copies,
  users,
  snapshots,
}

process.on('message', ({ kind, ...input }) =>
  work[kind](input).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: error.stack }),
  ),
)
process.on('SIGTERM', () => service.stop().then(() => process.exit()))
