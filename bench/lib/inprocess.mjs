// The service in this process: a recall can be called as a function beside the same recall over HTTP, and rows be
// written that would take hours over the API.

import { findMemories } from '../../server/dist/domain/memories/find.js'
import { readConfig } from '../../server/dist/foundation/config.js'
import { newId } from '../../server/dist/foundation/ids.js'
import { raw, sql } from '../../server/dist/foundation/sql.js'
import { startService } from '../../server/dist/service.js'

const PEOPLE_AT_ONCE = 20

const service = await startService(readConfig(process.env))

/** Recalls one question after the other for so long; the time each took, in ms. */
async function recall({ token, questions, limit, ms }) {
  const times = []
  const until = performance.now() + ms
  for (let at = 0; performance.now() < until; at++) {
    // The look-up of the token is the edge's work; it is cached there for less than a second.
    const actor = await service.ports.tokens.actorOf(token)
    const ctx = { ...service.ports, actor, requestId: newId('req'), address: '127.0.0.1' }
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

const work = {
  port: async () => service.ports && Number(new URL(service.url).port),
  recall,
  others,
}

process.on('message', ({ kind, ...input }) =>
  work[kind](input).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: error.stack }),
  ),
)
process.on('SIGTERM', () => service.stop().then(() => process.exit()))
