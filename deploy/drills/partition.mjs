#!/usr/bin/env node

// Drill: a database with ROWS rows (by default ten million) is partitioned by deploy/postgres/partition.sql while three processes
// of the service write to it; the script is killed twice. No request may fail; the longest wait and what became of the rows are
// printed. Needs PostgreSQL's programs in PATH and memory-service (or MEMORY_SERVICE). With the previous release as PREVIOUS, one
// of the processes is of that release.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startLoad } from './lib/load.mjs'
import { DEPLOY, freePort, openFolder, run, startPostgres, startService } from './lib/servers.mjs'
import { openSwitch } from './lib/switch.mjs'

const ROWS = Number(process.env.ROWS ?? 10_000_000)
const PREVIOUS = process.env.PREVIOUS ? process.env.PREVIOUS.split(' ') : undefined
const PEOPLE = Math.max(1, Math.round(ROWS / 1_000))
const LOAD_MS = 5_000
const POLL_MS = 20
/** The session of a killed psql goes on for two seconds: on a small database, it must not have ended by then. */
const PAUSE_MS = ROWS < 1_000_000 ? 1_000 : 20
const SCRIPT = fileURLToPath(new URL('postgres/partition.sql', DEPLOY))

const FILLED = ['memories', 'memory_slots', 'audit_entries', 'deliveries', 'idempotency_keys']

/** Removes the indexes of the tables that are filled, and makes them again: `filled_indexes` holds their definitions. */
const WITHOUT_INDEXES = `
  create table filled_indexes as select pg_get_indexdef(indexrelid) as definition, indexrelid::regclass::text as name
    from pg_index where indrelid = any('{${FILLED}}'::regclass[]) and not indisprimary;
  do $$ declare each record; begin
    for each in select * from filled_indexes loop execute 'drop index ' || each.name; end loop;
  end $$`
const WITH_INDEXES = `
  set maintenance_work_mem = '512MB';
  do $$ declare each record; begin
    for each in select * from filled_indexes loop execute each.definition; end loop;
  end $$;
  drop table filled_indexes`

/**
 * Of a thousand rows for each person, 400 are memories, 300 slots of memories, which have a foreign key to them, 200 audit entries,
 * 50 deliveries and 50 idempotency records.
 */
const FILL = [
  WITHOUT_INDEXES,
  `insert into users (id, email, password_hash, plan, created_at)
    select 'usr_fill_' || n, n || '@fill.example', 'none', 'pro', now() from generate_series(1, ${PEOPLE}) n`,
  // With slots of rules that are newer than any, which the service leaves as they are.
  `insert into stores (user_id, memory_count, version, slots_rules)
    select 'usr_fill_' || n, 400, 400, 1000000 from generate_series(1, ${PEOPLE}) n`,
  `insert into memories (user_id, id, type, scope, content, importance, confidence, pinned, occurred_at, created_at,
      updated_at, version, born, place)
    select 'usr_fill_' || n, 'mem_fill_' || m, 'event', 'note', 'Walked ' || m || ' steps along the river with a friend.', 50, 70,
      false, now() - m * interval '1 hour', now() - m * interval '1 hour', now() - m * interval '1 hour', m, m, 0
    from generate_series(1, ${PEOPLE}) n, generate_series(1, 400) m`,
  `insert into memory_slots (user_id, slot, id)
    select 'usr_fill_' || n, 'slot ' || m, 'mem_fill_' || m from generate_series(1, ${PEOPLE}) n, generate_series(1, 300) m`,
  `insert into audit_entries (user_id, id, at, actor, app_id, app, action, scope, count, request_id)
    select 'usr_fill_' || n, 'aud_fill_' || m, now() - m * interval '2 hours', 'app', null, null, 'memory.read', 'note', 1, 'req_fill'
    from generate_series(1, ${PEOPLE}) n, generate_series(1, 200) m`,
  `insert into deliveries (user_id, id, app_id, subscription_id, event_id, event_type, status, due_at, created_at)
    select 'usr_fill_' || n, 'dlv_fill_' || m, 'app_fill', 'sub_fill', 'evt_fill_' || m, 'memory.created', 'succeeded',
      now() - m * interval '1 hour', now() - m * interval '1 hour'
    from generate_series(1, ${PEOPLE}) n, generate_series(1, 50) m`,
  `insert into idempotency_keys (user_id, credential, route, key, body_hash, status, reply, created_at)
    select 'usr_fill_' || n, 'con_fill', 'remember', 'key ' || m, '', 200, '', now() - m * interval '1 minute'
    from generate_series(1, ${PEOPLE}) n, generate_series(1, 50) m`,
  WITH_INDEXES,
  'analyze',
]

const folder = await openFolder()
try {
  console.log(
    `partitioning of ${ROWS} rows while three processes serve${PREVIOUS ? ', one of the previous release' : ''}`,
  )
  await drill()
} finally {
  await folder.close()
}

async function drill() {
  const postgres = await startPostgres(folder, 'postgres', {
    settings: ["shared_buffers = '512MB'", "max_wal_size = '4GB'"],
  })
  // Gives clients time to leave a process before it closes their connections.
  const settings = async () => ({
    ...{ DATABASE_URL: postgres.url, PORT: String(await freePort()), DRAIN_NOTICE_MS: '5000' },
  })
  const previous = PREVIOUS ? await startService(folder, 'previous', await settings(), PREVIOUS) : undefined
  const urls = []
  for (const name of ['first', 'second', 'third'].slice(previous ? 1 : 0))
    urls.push((await startService(folder, name, await settings())).url)
  const proxy = await openSwitch(folder, ...(previous ? [previous.url] : []), ...urls)
  for (const statement of FILL) await postgres.query(statement)
  const before = await checksums(postgres)
  const load = await startLoad(folder, proxy.url, { writers: 3, editors: 2, readers: 1, betweenMs: 50 })
  await sleep(LOAD_MS)
  load.phase('before')
  const begun = performance.now()
  await interrupted(postgres, 'copy', (psql) => psql.kill('SIGKILL'))
  await interrupted(postgres, 'compare', () =>
    postgres.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 63667438`),
  )
  load.phase('until killed twice')
  const { stderr } = await run('psql', [postgres.url, '-X', '-f', SCRIPT], { maxBuffer: 1 << 26 })
  const seconds = Math.round((performance.now() - begun) / 1_000)
  load.phase('until the end')
  await sleep(LOAD_MS)
  load.phase('after')
  // Pages that were begun at one release end there.
  proxy.use(...urls)
  await previous?.stop('SIGTERM')
  const locks = [...stderr.matchAll(/waited for ([\d:.]+)/g)].map(([, time]) => Number(time.split(':').at(-1)))
  const plain = await postgres.query(
    `select count(*) from pg_class where relkind = 'r' and relname = any('{${FILLED}}')`,
  )
  const left = await postgres.query(`select count(*) from pg_namespace where nspname like 'partitioning%'`)
  const checks = await postgres.query(
    `select count(*) from pg_constraint where contype = 'f' and not convalidated and conparentid = 0`,
  )
  const isDone = plain === '0' && left === '0' && checks === '0'
  const isUnchanged = before === (await checksums(postgres))
  if (!isUnchanged) console.log(before, await checksums(postgres))
  console.log(`partitioned in                     ${seconds} s`)
  console.log(`longest lock                       ${Math.round(1_000 * Math.max(...locks))} ms`)
  console.log(
    `tables                             ${isDone ? 'partitioned' : `plain: ${plain}, schemas left: ${left}, keys unchecked: ${checks}`}`,
  )
  console.log(`rows from before                   ${isUnchanged ? 'unchanged' : 'CHANGED'}`)
  await load.finish({ mayRefuse: false })
  if (!isDone || !isUnchanged) {
    process.exitCode = 1
    console.log('FAILED')
  }
}

/** Runs the script, and interrupts it during a pass over the memories. */
async function interrupted({ query, url }, pass, interrupt) {
  const env = { ...process.env, PGOPTIONS: `-c memories.pause_ms=${PAUSE_MS}` }
  const psql = spawn('psql', [url, '-X', '-f', SCRIPT], { env, stdio: 'ignore' })
  const exited = once(psql, 'exit')
  const isThere = `select 1 from partitioning.moves where name = 'memories' and pass = '${pass}' and copied_to is not null`
  while ((await query(isThere).catch(() => '')) !== '1') {
    if (psql.exitCode !== null) throw new Error(`the script ended before it could be interrupted in the pass "${pass}"`)
    await sleep(POLL_MS)
  }
  await interrupt(psql)
  await exited
  const held = `select count(*) from pg_locks where locktype = 'advisory' and objid = 63667438 and granted`
  while ((await query(held)) !== '0') await sleep(POLL_MS)
}

/** Counts and checksums of the rows of people to whom nothing happens. */
async function checksums({ query }) {
  const parts = FILLED.map(
    (table) => `select '${table} ' || count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)
      from ${table} t where user_id like 'usr\\_fill\\_%'`,
  )
  return query(`${parts.join(' union all ')} order by 1`)
}
