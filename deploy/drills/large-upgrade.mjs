#!/usr/bin/env node

// Drill: a database with ROWS rows (by default ten million) is upgraded from the previous release to this version under load,
// prepared by deploy/postgres/before-upgrade.sql. No request may fail; the longest wait is printed. Needs PostgreSQL's programs
// in PATH, memory-service (or MEMORY_SERVICE), and the previous release as PREVIOUS:
// PREVIOUS='npx memory-service@<version>' deploy/drills/large-upgrade.mjs

import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startLoad } from './lib/load.mjs'
import { DEPLOY, freePort, openFolder, run, startPostgres, startService } from './lib/servers.mjs'
import { openSwitch } from './lib/switch.mjs'

const ROWS = Number(process.env.ROWS ?? 10_000_000)
const PREVIOUS = process.env.PREVIOUS?.split(' ')
const PEOPLE = Math.max(1, Math.round(ROWS / 1_000))
const BOTH_SERVE_MS = 5_000

if (!PREVIOUS) {
  console.error('PREVIOUS must be the command of the previous release, such as npx memory-service@0.2.0')
  process.exit(2)
}

/** Of a thousand rows for each person, 600 are memories, 300 audit entries and 100 finished deliveries. */
const FILL = [
  `insert into users (id, email, password_hash, plan, created_at)
    select 'usr_fill_' || n, n || '@fill.example', 'none', 'pro', now() from generate_series(1, ${PEOPLE}) n`,
  `insert into stores (user_id, memory_count, version) select 'usr_fill_' || n, 600, 600 from generate_series(1, ${PEOPLE}) n`,
  `insert into memories (user_id, id, type, scope, content, importance, confidence, pinned, occurred_at, created_at,
      updated_at, version, born, place)
    select 'usr_fill_' || n, 'mem_fill_' || m, 'event', 'note', 'Walked ' || m || ' steps along the river with a friend.', 50, 70,
      false, now() - m * interval '1 hour', now() - m * interval '1 hour', now() - m * interval '1 hour', m, m, 0
    from generate_series(1, ${PEOPLE}) n, generate_series(1, 600) m`,
  `insert into audit_entries (user_id, id, at, actor, app_id, app, action, scope, count, request_id)
    select 'usr_fill_' || n, 'aud_fill_' || m, now() - m * interval '2 hours', 'app', null, null, 'memory.read', 'note', 1, 'req_fill'
    from generate_series(1, ${PEOPLE}) n, generate_series(1, 300) m`,
  `insert into deliveries (user_id, id, app_id, subscription_id, event_id, event_type, status, due_at, created_at)
    select 'usr_fill_' || n, 'dlv_fill_' || m, s.app_id, s.id, 'evt_fill_' || m, 'memory.created', 'succeeded',
      now() - m * interval '1 hour', now() - m * interval '1 hour'
    from (select id, app_id from webhook_subscriptions limit 1) s, generate_series(1, ${PEOPLE}) n, generate_series(1, 100) m`,
  'analyze',
]

const folder = await openFolder()
const seconds = async (work) => {
  const begun = performance.now()
  await work()
  return ((performance.now() - begun) / 1_000).toFixed(1)
}
try {
  console.log(`upgrade of a database with ${ROWS} rows`)
  const postgres = await startPostgres(folder, 'postgres')
  // Gives clients time to leave a process before it closes their connections.
  const settings = async () => ({
    ...{ DATABASE_URL: postgres.url, PORT: String(await freePort()), DRAIN_NOTICE_MS: '5000' },
  })
  const previous = await startService(folder, 'previous', await settings(), PREVIOUS)
  const proxy = await openSwitch(folder, previous.url)
  const load = await startLoad(folder, proxy.url, { writers: 2, readers: 1, betweenMs: 100 })
  const filled = await seconds(async () => {
    for (const statement of FILL) await postgres.query(statement)
  })
  console.log(`filled                             ${filled} s`)
  load.phase('while filling')
  const prepared = await seconds(() =>
    run('psql', [
      postgres.url,
      '-v',
      'ON_ERROR_STOP=1',
      '-f',
      fileURLToPath(new URL('postgres/before-upgrade.sql', DEPLOY)),
    ]),
  )
  console.log(`before-upgrade.sql                 ${prepared} s`)
  load.phase('while preparing')
  load.strike()
  const current = await startService(folder, 'current', await settings())
  load.phase('while migrating')
  proxy.use(current.url)
  await sleep(BOTH_SERVE_MS)
  await previous.stop('SIGTERM')
  await sleep(BOTH_SERVE_MS)
  load.phase('after')
  await load.finish({ mayRefuse: false })
} finally {
  await folder.close()
}
