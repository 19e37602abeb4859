/*
 * Measures the cost of limiting statements to one user's rows in two ways: row-level security in PostgreSQL, whose
 * policies read a transaction setting, and checking each statement before it is sent (`foundation/sql/user-guard.ts`), as
 * the service does. The statements are those of list, recall (its fetch) and remember, on 200 stores of 200 memories.
 *
 *   npm run bench:guard        starts its own PostgreSQL
 */

import pg from 'pg'
import { openPostgres } from '../server/dist/foundation/sql/db.js'
import { migrate } from '../server/dist/foundation/sql/migrate.js'
import { compile, raw, sql } from '../server/dist/foundation/sql/sql.js'
import { guardUserRows, newUserGuardRule } from '../server/dist/foundation/sql/user-guard.js'
import { postgresTools } from './lib/processes.mjs'

const USERS = 200
const MEMORIES = 200
const ROUNDS = 24
const CALLS = 2_000
const AT_ONCE = 8
const CHECKED = 200_000

const { startPostgres, freshDatabase } = await postgresTools()
const postgres = await startPostgres({ durable: true })
const url = await freshDatabase(postgres.url)
const admin = openPostgres(url)
await migrate(admin)
await admin.count(sql`
  insert into users (id, email, password_hash, plan, created_at)
  select 'usr_' || i, i || '@example.com', 'x', 'free', now() from generate_series(1, ${USERS}::int) i`)
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
  list: (owner) =>
    sql`select ${columns} from memories m where m.user_id = ${owner} and m.id < ${'mem_~'} order by m.id desc limit ${50}`,
  recall: (owner) => sql`
    select s.version, m.* from stores s
    left join lateral (select ${columns} from memories m where m.user_id = ${owner} and m.id = any(${ids}::text[])) m on true
    where s.user_id = ${owner}`,
  remember: (owner) => sql`
    with locked as (update stores s set version = s.version + 1 where s.user_id = ${owner} returning s.user_id, s.version)
    insert into memories (user_id, id, type, scope, content, importance, confidence, pinned, occurred_at, created_at, updated_at, version, born, place)
    select h.user_id, ${`mem_${++last}`}, 'fact', 'note', ${'Sings.'}, 50, 1, false, now(), now(), now(), h.version, h.version, 0 from locked h`,
}

// Row-level security does not apply to superusers and table owners, so the service gets its own role.
await admin.count(sql`create role bench_app login password 'bench'`)
await admin.count(sql`grant all on all tables in schema public to bench_app`)
const asApp = new URL(url)
asApp.username = 'bench_app'
asApp.password = 'bench'
const plain = openPostgres(url)
const secured = openPostgres(asApp.href)
const rule = newUserGuardRule(['memories', 'candidates', 'chats'])
await admin.count(raw(`create policy own on memories using (user_id = current_setting('app.owner', true))`))
await admin.count(sql`alter table memories enable row level security`)

const WAYS = {
  none: (make, owner) => plain.rows(make(owner)),
  'checked statements': (make, owner) => guardUserRows(plain, rule, owner).rows(make(owner)),
  'policies, three round trips': (make, owner) =>
    secured.transaction(async (db) => {
      await db.rows(sql`select set_config('app.owner', ${owner}, true)`)
      return db.rows(make(owner))
    }),
  'policies, set with begin': (make, owner) => withPolicy(make(owner), owner),
}

// Sends the setting together with `begin`, as text; the id is generated here, so it needs no escaping.
const pool = new pg.Pool({ connectionString: asApp.href, max: 20 })
async function withPolicy(query, owner) {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local app.owner = '${owner}'`)
    const text = query.strings.reduce((all, string, i) => (i ? `${all}$${i}${string}` : string), '')
    const { rows } = await client.query({ name: text.slice(0, 60), text, values: query.values })
    await client.query('commit')
    return rows
  } finally {
    client.release()
  }
}

// Concurrent callers use different users, so that none waits for another's store lock.
async function timeCalls(run, make) {
  const began = performance.now()
  let left = CALLS
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, i) => {
      while (left-- > 0) await run(make, `usr_${i + 1}`)
    }),
  )
  return ((performance.now() - began) * 1_000) / CALLS
}

// Rotates the order, since the first one after another kind of statement is slower.
const rotated = (all, by) => all.map((_, i) => all[(i + by + all.length) % all.length])

const times = {}
for (let round = -1; round < ROUNDS; round++)
  for (const [what, make] of Object.entries(STATEMENTS))
    for (const [way, run] of rotated(Object.entries(WAYS), round)) {
      const us = await timeCalls(run, make)
      if (round >= 0) ((times[what] ??= {})[way] ??= []).push(us)
    }
const median = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)]
for (const [what, ways] of Object.entries(times)) {
  const base = median(ways.none)
  for (const [way, all] of Object.entries(ways))
    console.log(
      `${what.padEnd(9)} ${way.padEnd(26)} ${median(all).toFixed(0).padStart(6)} µs per call  ${(((median(all) - base) / base) * 100).toFixed(1).padStart(6)} %`,
    )
}
// Compares with a database that only compiles statements, which sending them needs anyway.
const compileOnly = { rows: async (query) => [compile(query)] }
const guarded = guardUserRows(compileOnly, newUserGuardRule(['memories']), 'usr_1')
const cpuOf = async (db) => {
  const began = process.cpuUsage()
  for (let i = 0; i < CHECKED; i++) await db.rows(STATEMENTS.recall('usr_1'))
  const { user, system } = process.cpuUsage(began)
  return (user + system) / CHECKED
}
await cpuOf(guarded)
console.log(
  `the check: ${((await cpuOf(guarded)) - (await cpuOf(compileOnly))).toFixed(2)} µs of CPU time per statement`,
)
await Promise.all([admin.close(), plain.close(), secured.close(), pool.end()])
await postgres.stop()
