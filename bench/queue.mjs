// Measures how long the delivery loop takes to look for due deliveries on PostgreSQL, while others wait for a later
// attempt; see README.md. A look is what each worker does every second: marking what became due, and leasing.
//
//   npm run bench:queue                       a million waiting rows of 10,000 endpoints
//   npm run bench:queue -- --waiting 100000 --endpoints 1000

import { leaseDue, markDue } from '../server/dist/domain/webhooks/queue.js'
import { openPostgres } from '../server/dist/foundation/sql/db.js'
import { migrate } from '../server/dist/foundation/sql/migrate.js'
import { sql } from '../server/dist/foundation/sql/sql.js'
import { postgresTools } from './lib/processes.mjs'
import { round, table } from './lib/report.mjs'
import { begin, readOptions } from './lib/run.mjs'
import { targetTable } from './lib/verdicts.mjs'

const options = readOptions({ waiting: 1_000_000, endpoints: 10_000, looks: 300, result: 'queue' })
const LOOK_P99_MS = 5
// A quantile of some hundred looks of a millisecond varies by that much.
const RATIO_MAX = 2
const NO_SLOTS = { healthy: 0, failing: 0 }
const SLOTS = { healthy: 256, failing: 128 }

const { startPostgres, freshDatabase } = await postgresTools()
const postgres = await startPostgres({ durable: true })
const db = openPostgres(await freshDatabase(postgres.url))
await migrate(db)
await db.count(sql`
  insert into developers (id, email, password_hash, plan, created_at) values ('dev_b', 'b@example.com', '', 'pro', now())`)
await db.count(sql`
  insert into apps (id, developer_id, slug, name, client_id, client_secret_hash, redirect_uris, manifest, created_at)
  values ('app_b', 'dev_b', 'bench', 'Bench', 'cid_b', '', '{}', '{}', now())`)

/** Adds deliveries in turn to the endpoints, due after some seconds. */
async function add(name, rows, seconds) {
  await db.count(sql`
    insert into webhook_subscriptions (id, app_id, url, events, secret, status, created_at)
    select ${name} || lpad(n::text, 6, '0'), 'app_b', 'http://127.0.0.1:9/' || n, '{}', '', 'active', now()
    from generate_series(1, ${options.endpoints}::int) n`)
  for (let from = 0; from < rows; from += 100_000)
    await db.count(sql`
      insert into deliveries (user_id, id, app_id, subscription_id, event_id, event_type, data, status, due_at, created_at)
      select 'usr_' || n % 10000, ${name} || n, 'app_b', ${name} || lpad((1 + n % ${options.endpoints}::int)::text, 6, '0'),
        'evt_' || n, 'memory.created', '{}', 'pending', now() + ${seconds}::int * interval '1 second', now()
      from generate_series(${from + 1}::int, ${Math.min(rows, from + 100_000)}::int) n`)
  await db.count(sql`vacuum analyze deliveries`)
}

async function look(free, after = '') {
  await markDue(db, new Date())
  return leaseDue(db, { worker: 'bench', now: new Date(), free, running: new Map(), after })
}

/** Quantiles of looks that find nothing to lease. */
async function timeLooks(what) {
  const times = []
  for (let n = 0; n < options.looks; n++) {
    const began = performance.now()
    await look(SLOTS)
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const [p50, p99] = [0.5, 0.99].map((share) => round(times[Math.floor(share * times.length)]))
  return { what, p50, p99 }
}

/** Leases until every endpoint with a due delivery has had its turn. */
async function turns() {
  const seen = new Set()
  let after = ''
  let looks = 0
  let slowest = 0
  while (seen.size < options.endpoints && looks < options.endpoints) {
    const began = performance.now()
    const { leased, next } = await look(SLOTS, after)
    slowest = Math.max(slowest, performance.now() - began)
    after = next
    looks++
    for (const { subscription_id } of leased) seen.add(subscription_id)
  }
  return { what: `${options.endpoints} endpoints due at once`, looks, endpoints: seen.size, slowestMs: round(slowest) }
}

const run = begin(options.result)
await look(NO_SLOTS)
const rows = [await timeLooks('nothing waits')]
await add('sub_a', options.waiting, 24 * 3_600)
rows.push(await timeLooks(`${options.waiting} wait, of ${options.endpoints} endpoints`))
await add('sub_b', options.endpoints, -1)
// Marking them takes several statements, which a running service spreads over its looks.
while (await markDue(db, new Date()));
const fair = await turns()
await db.close()
await postgres.stop()

console.log(table(['what', 'p50', 'p99'], rows))
console.log(table(['what', 'looks', 'endpoints', 'slowestMs'], [fair]))
const [empty, full] = rows
const targets = [
  {
    engine: 'postgres',
    what: 'a look, p99, ms',
    value: full.p99,
    target: `≤ ${LOOK_P99_MS}`,
    ok: full.p99 <= LOOK_P99_MS,
  },
  {
    engine: 'postgres',
    what: 'a look, p50: ratio to an empty queue',
    value: round(full.p50 / empty.p50),
    target: `≤ ${RATIO_MAX}`,
    ok: full.p50 / empty.p50 <= RATIO_MAX,
  },
  {
    engine: 'postgres',
    what: 'endpoints that had their turn',
    value: fair.endpoints,
    target: `${options.endpoints}`,
    ok: fair.endpoints === options.endpoints,
  },
]
console.log(targetTable(targets))
run.save({ options, rows, fair, targets })
process.exit(targets.every(({ ok }) => ok) ? 0 : 1)
