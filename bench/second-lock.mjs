/*
 * What a second lock under the one door costs, two ways: row-level security in PostgreSQL, whose policies read a setting
 * that lasts for a transaction, and reading each statement before it is sent (`foundation/own-rows.ts`), as the service
 * does. Statements are those of list, recall (its one fetch) and remember, on a store of 200 memories among 200 stores.
 *
 *   DATABASE_URL=postgres://… node bench/second-lock.mjs        an empty database of a superuser; after npm run build
 */

import pg from 'pg'
import { openPostgres } from '../server/dist/foundation/db.js'
import { migrate } from '../server/dist/foundation/migrate.js'
import { ownRows, ruleFor } from '../server/dist/foundation/own-rows.js'
import { raw, sql } from '../server/dist/foundation/sql.js'

const PEOPLE = 200
const MEMORIES = 200
const ROUNDS = 15
const CALLS = 400
const AT_ONCE = 8
const OWNER = 'usr_7'

const url = process.env.DATABASE_URL
const admin = openPostgres(url)
await migrate(admin)
await admin.count(sql`
  insert into users (id, email, password_hash, plan, created_at)
  select 'usr_' || i, i || '@example.com', 'x', 'free', now() from generate_series(1, ${PEOPLE}::int) i`)
await admin.count(sql`insert into stores (user_id) select id from users`)
await admin.count(sql`
  insert into memories (user_id, id, type, scope, content, importance, confidence, pinned, occurred_at, created_at, updated_at, version, born, place)
  select u.id, 'mem_' || lpad(i::text, 8, '0'), 'fact', 'scope.' || i % 20, 'Runs along the river ' || i, 50, 1, false, now(), now(), now(), i, i, 0
  from users u, generate_series(1, ${MEMORIES}::int) i`)
await admin.count(sql`analyze`)

const columns = sql`m.id, m.type, m.scope, m.content, m.importance, m.confidence, m.pinned, m.occurred_at, m.created_at`
const ids = Array.from({ length: 10 }, (_, i) => `mem_${String(i * 17 + 1).padStart(8, '0')}`)
let last = 1_000_000
const STATEMENTS = {
  list: () =>
    sql`select ${columns} from memories m where m.user_id = ${OWNER} and m.id < ${'mem_~'} order by m.id desc limit ${50}`,
  recall: () => sql`
    select s.version, m.* from stores s
    left join lateral (select ${columns} from memories m where m.user_id = ${OWNER} and m.id = any(${ids}::text[])) m on true
    where s.user_id = ${OWNER}`,
  remember: () => sql`
    with held as (update stores s set version = s.version + 1 where s.user_id = ${OWNER} returning s.user_id, s.version)
    insert into memories (user_id, id, type, scope, content, importance, confidence, pinned, occurred_at, created_at, updated_at, version, born, place)
    select h.user_id, ${`mem_${++last}`}, 'fact', 'note', ${'Sings.'}, 50, 1, false, now(), now(), now(), h.version, h.version, 0 from held h`,
}

// Row-level security binds whoever is neither superuser nor owner.
await admin.count(sql`create role bench_app login password 'bench'`)
await admin.count(sql`grant all on all tables in schema public to bench_app`)
const asApp = new URL(url)
asApp.username = 'bench_app'
asApp.password = 'bench'
const plain = openPostgres(url)
const secured = openPostgres(asApp.href)
const locked = ownRows(plain, ruleFor(['memories', 'candidates', 'chats']), OWNER)
await admin.count(raw(`create policy own on memories using (user_id = current_setting('app.owner', true))`))
await admin.count(sql`alter table memories enable row level security`)

const WAYS = {
  none: (make) => plain.rows(make()),
  'statements read': (make) => locked.rows(make()),
  'policies, three trips': (make) =>
    secured.transaction(async (db) => {
      await db.rows(sql`select set_config('app.owner', ${OWNER}, true)`)
      return db.rows(make())
    }),
  'policies, set with begin': (make) => folded(make()),
}

// The setting travels with `begin` as text; what it holds is an id of ours and nothing that came in.
const pool = new pg.Pool({ connectionString: asApp.href, max: 20 })
async function folded(query) {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local app.owner = '${OWNER}'`)
    const text = query.strings.reduce((all, string, i) => (i ? `${all}$${i}${string}` : string), '')
    const { rows } = await client.query({ name: text.slice(0, 60), text, values: query.values })
    await client.query('commit')
    return rows
  } finally {
    client.release()
  }
}

async function timed(run, make) {
  const begun = performance.now()
  let left = CALLS
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await run(make)
    }),
  )
  return ((performance.now() - begun) * 1_000) / CALLS
}

const took = {}
for (let round = -1; round < ROUNDS; round++)
  for (const [what, make] of Object.entries(STATEMENTS))
    for (const [way, run] of Object.entries(WAYS)) {
      const us = await timed(run, make)
      if (round >= 0) ((took[what] ??= {})[way] ??= []).push(us)
    }
const median = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)]
for (const [what, ways] of Object.entries(took)) {
  const base = median(ways.none)
  for (const [way, all] of Object.entries(ways))
    console.log(
      `${what.padEnd(9)} ${way.padEnd(26)} ${median(all).toFixed(0).padStart(6)} µs a call  ${(((median(all) - base) / base) * 100).toFixed(1).padStart(6)} %`,
    )
}
const begun = process.cpuUsage()
const checked = 200_000
const nowhere = { rows: async () => [] }
const free = ownRows(nowhere, ruleFor(['memories']), OWNER)
for (let i = 0; i < checked; i++) await free.rows(STATEMENTS.recall())
const mid = process.cpuUsage(begun)
for (let i = 0; i < checked; i++) await nowhere.rows(STATEMENTS.recall())
const all = process.cpuUsage(begun)
const perCall = ({ user, system }) => (user + system) / checked
console.log(`the check itself: ${(perCall(mid) - (perCall(all) - perCall(mid))).toFixed(2)} µs of CPU a statement`)
await Promise.all([admin.close(), plain.close(), secured.close(), pool.end()])
