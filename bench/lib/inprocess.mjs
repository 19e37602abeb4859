// The service in this process: a recall can be called as a function beside the same recall over HTTP, and rows be
// written that would take hours over the API.

import { TOKEN_PREFIX } from '../../server/dist/domain/connections/tokens.js'
import { findMemories } from '../../server/dist/domain/memories/find.js'
import { Remember, remember } from '../../server/dist/domain/memories/remember.js'
import { readConfig } from '../../server/dist/foundation/config.js'
import { newId } from '../../server/dist/foundation/ids.js'
import { hashSecret, newSecret } from '../../server/dist/foundation/secrets.js'
import { raw, sql } from '../../server/dist/foundation/sql.js'
import { startService } from '../../server/dist/service.js'
import { memories } from './text.mjs'

const PEOPLE_AT_ONCE = 20
const CALLS_AT_ONCE = 8
const MEMORIES_A_CALL = 100
const SCOPES = ['memory:read:*', 'memory:write:*', 'context:read:*']

const service = await startService(readConfig(process.env))

const contextOf = (actor) => ({ ...service.ports, actor, requestId: newId('req'), address: '127.0.0.1' })

/** Recalls one question after the other for so long; the time each took, in ms. */
async function recall({ token, questions, limit, ms }) {
  const times = []
  const until = performance.now() + ms
  for (let at = 0; performance.now() < until; at++) {
    // The look-up of the token is the edge's work; it is cached there for less than a second.
    const actor = await service.ports.tokens.actorOf(token)
    const ctx = contextOf(actor)
    const from = performance.now()
    await findMemories(ctx, { query: questions[at % questions.length], limit })
    times.push(performance.now() - from)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]
}

/** Others who hold the same as the first person whose store is of this size, vectors and all: people `from` to `to`. */
async function others({ size, from, to }) {
  const { db } = service.ports
  const { user_id } = await db.one(sql`select user_id from stores where memory_count = ${size} order by 1 limit 1`)
  for (let first = from; first < to; first += PEOPLE_AT_ONCE) {
    const people = sql`(select 'usr_other_' || n as id
      from generate_series(${first}::int, ${Math.min(to, first + PEOPLE_AT_ONCE) - 1}::int) n) p`
    await db.transaction(async (db) => {
      await db.count(sql`insert into users (id, email, password_hash, plan, created_at)
        select p.id, p.id || '@example.com', '', 'pro', now() from ${people}`)
      await db.count(sql`insert into stores (user_id, memory_count, version)
        select p.id, s.memory_count, s.version from stores s, ${people} where s.user_id = ${user_id}`)
      await db.count(sql`insert into memories (user_id, id, type, scope, content, importance, confidence, pinned,
          occurred_at, source_app, created_at, updated_at, version, born, place)
        select p.id, m.id, type, scope, content, importance, confidence, pinned,
          occurred_at, source_app, created_at, updated_at, version, born, place
        from memories m, ${people} where m.user_id = ${user_id}`)
      await db.count(sql`insert into memory_vectors (user_id, id, model, codes, version)
        select p.id, v.id, model, codes, version from memory_vectors v, ${people} where v.user_id = ${user_id}`)
      await db.count(sql`insert into vector_marks (user_id, model, done_to)
        select p.id, model, done_to from vector_marks k, ${people} where k.user_id = ${user_id}`)
    })
  }
  // One at a time, since no statement may take longer than half a minute.
  for (const table of ['users', 'stores', 'memories', 'memory_vectors', 'vector_marks'])
    await db.count(sql`vacuum analyze ${raw(table)}`)
}

/**
 * People with stores of their own of so many memories, each connected to some of these apps; the tokens. Accounts and
 * consent are written as rows, since passwords are slow by design; memories go in as the API puts them.
 */
async function people({ count, size, apps, appsEach }) {
  const { db, tokens } = service.ports
  const users = Array.from({ length: count }, () => newId('usr'))
  const links = users.flatMap((user, at) =>
    Array.from({ length: appsEach }, (_, n) => ({
      user,
      app: apps[(at * appsEach + n) % apps.length],
      id: newId('con'),
      token: newSecret(TOKEN_PREFIX),
    })),
  )
  const column = (name) => links.map((each) => each[name])
  const person = sql`unnest(${users}::text[]) p (id)`
  await db.transaction(async (db) => {
    await db.count(sql`insert into users (id, email, password_hash, plan, created_at)
      select p.id, p.id || '@example.com', '', 'pro', now() from ${person}`)
    await db.count(sql`insert into stores (user_id) select p.id from ${person}`)
    await db.count(sql`insert into identities (user_id, id, name, created_at)
      select p.id, 'ai' || substr(p.id, 4), 'Ada', now() from ${person}`)
    await db.count(sql`insert into connections (user_id, id, app_id, scopes, status, connected_at)
      select c.*, ${SCOPES}::text[], 'active', now()
      from unnest(${column('user')}::text[], ${column('id')}::text[], ${column('app')}::text[]) c`)
    await db.count(sql`insert into connection_tokens (token_hash, user_id, connection_id)
      select * from unnest(${links.map(({ token }) => hashSecret(token))}::bytea[], ${column('user')}::text[],
        ${column('id')}::text[])`)
  })
  const texts = memories(count * size, count)
  const calls = links.filter((_, at) => at % appsEach === 0)
  const one = async () => {
    for (let link = calls.pop(); link; link = calls.pop())
      for (let left = size; left > 0; left -= MEMORIES_A_CALL) {
        const part = Array.from({ length: Math.min(left, MEMORIES_A_CALL) }, () => texts.next().value)
        await remember(contextOf(await tokens.actorOf(link.token)), Remember.parse({ memories: part }))
      }
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, one))
  for (const table of ['users', 'stores', 'connections', 'memories']) await db.count(sql`vacuum analyze ${raw(table)}`)
  return column('token')
}

const work = {
  port: async () => service.ports && Number(new URL(service.url).port),
  recall,
  others,
  people,
}

process.on('message', ({ kind, ...input }) =>
  work[kind](input).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: error.stack }),
  ),
)
process.on('SIGTERM', () => service.stop().then(() => process.exit()))
