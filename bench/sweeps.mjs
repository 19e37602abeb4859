// Measures what deleting old rows costs while they are spread over all pages of their table, with the ways to find them, and
// what these ways cost those who look rows up; see README.md.
//
//   npm run bench:sweeps                                   ten million audit entries on PostgreSQL
//   npm run bench:sweeps -- --rows 1000000 --engine embedded --ways brin,btree

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { deleteExpiredEntries } from '../server/dist/domain/audit/retention.js'
import { openEmbedded } from '../server/dist/foundation/embedded/embedded.js'
import { openPostgres, openStream } from '../server/dist/foundation/sql/db.js'
import { migrate } from '../server/dist/foundation/sql/migrate.js'
import { raw, sql } from '../server/dist/foundation/sql/sql.js'
import { postgresTools } from './lib/processes.mjs'
import { round, table } from './lib/report.mjs'
import { begin, onEngines, readOptions } from './lib/run.mjs'
import { targetTable } from './lib/verdicts.mjs'

const options = readOptions({ rows: 10_000_000, engine: 'postgres', ways: [], result: 'sweeps' })
const DAYS = 400
const HOURS = DAYS * 24
const PARTITION_DAYS = 30
const PER_PERSON = 200
const FILL_BATCH_ROWS = 250_000
const BACKLOG_BATCHES = 100
const DELETE_BATCH_ROWS = 5_000
const DAY_MS = 86_400_000
const NOTHING_PAGES_MAX = 100
const NOW = new Date()
const START = new Date(NOW.getTime() - DAYS * DAY_MS)
const PARTITION = fileURLToPath(new URL('../deploy/postgres/partition.sql', import.meta.url))

const WAYS = {
  brin: { name: 'block ranges (BRIN)', setUp: (db) => db.count(raw('drop index audit_by_time')) },
  btree: { name: 'B-tree' },
  hashed: {
    name: 'B-tree, 16 partitions by person',
    engine: 'postgres',
    async setUp(_, databaseUrl) {
      const { findBinaries } = await postgresTools()
      execFileSync(`${findBinaries()}/psql`, ['-X', databaseUrl, '-f', PARTITION], { stdio: 'ignore' })
    },
  },
  time: { name: 'partitions by time, dropped', engine: 'postgres', setUp: partitionByTime, drops: true },
}

/** Ids begin with their time, so that ranges of ids are ranges of time and the key stays unique. */
const idAt = (at) => sql`'aud_' || lpad(to_hex((extract(epoch from ${at}::timestamptz) * 1000)::bigint), 12, '0')`

async function partitionByTime(db) {
  await db.count(raw('alter table audit_entries rename to plain'))
  await db.count(raw('create table audit_entries (like plain) partition by range (id)'))
  for (let n = 0; n * PARTITION_DAYS < DAYS + 1; n++) {
    const [from, to] = [n, n + 1].map((i) => new Date(START.getTime() + i * PARTITION_DAYS * DAY_MS).toISOString())
    const { a, b } = await db.one(sql`select ${idAt(sql`${from}`)} as a, ${idAt(sql`${to}`)} as b`)
    await db.count(raw(`create table audit_${n} partition of audit_entries for values from ('${a}') to ('${b}')`))
  }
  await db.count(raw('alter table audit_entries add primary key (user_id, id)'))
  await db.count(raw('create index on audit_entries (app_id, id) where app_id is not null'))
}

/** Removes the indexes for the time of `work`. */
async function withoutIndexes(db, work) {
  const indexes = await db.rows(sql`
    select i.relname as name, pg_get_indexdef(x.indexrelid) as definition, x.indisprimary as primary from pg_index x
    join pg_class i on i.oid = x.indexrelid where x.indrelid = 'audit_entries'::regclass`)
  for (const { name, primary } of indexes)
    await db.count(raw(primary ? `alter table audit_entries drop constraint ${name}` : `drop index ${name}`))
  await work()
  await db.transaction(
    async (db) => {
      await db.count(raw(`set local maintenance_work_mem = '512MB'`))
      for (const { definition, primary } of indexes)
        await db.count(
          raw(
            primary
              ? 'alter table audit_entries add primary key (user_id, id)'
              : definition.replace(' ON ONLY ', ' ON '),
          ),
        )
    },
    { patient: true },
  )
}

/** Adds rows of every age so that each page has rows of all ages, as pages have that were used again for years. */
async function fill(db) {
  const people = Math.max(1, Math.round(options.rows / PER_PERSON))
  const insert = (people, rows) => sql`
    insert into audit_entries (user_id, id, at, actor, app_id, app, connection_id, action, scope, count, request_id)
    select ${people}, ${idAt(sql`at`)} || lpad(n::text, 9, '0'), at, 'app', 'app_' || n % 100, 'trail-coach', 'con_x', 'memory.read',
      'fitness.trail', 1, 'req_' || md5(n::text)
    from (select n, ${START.toISOString()}::timestamptz + (n * 7368787 % ${options.rows}::bigint) * ${DAYS}::float8
      / ${options.rows}::float8 * interval '1 day' as at from ${rows}) r`
  for (let from = 0; from < options.rows; from += FILL_BATCH_ROWS) {
    const to = Math.min(options.rows, from + FILL_BATCH_ROWS) - 1
    const rows = sql`generate_series(${from}::bigint, ${to}::bigint) n`
    await db.transaction(
      (db) => db.count(insert(sql`'usr_' || n / ${PER_PERSON}::int * 7919 % ${people}::int`, rows)),
      {
        patient: true,
      },
    )
  }
  // A person whose app was last used half a year ago.
  await db.count(sql`
    insert into audit_entries (user_id, id, at, actor, action, scope, count, request_id)
    select 'usr_quiet', ${idAt(sql`at`)} || 'q' || n, at, 'app', 'memory.read', '', 1, ''
    from (select n, ${NOW.toISOString()}::timestamptz - (200 * 24 + n) * interval '1 hour' as at from generate_series(1, 20) n) r`)
}

/** Runs a statement; returns its time, the pages it touched and what it wrote to the log. */
async function explain(db, statement) {
  const [row] = await db.rows(sql`explain (analyze, buffers, wal, timing off, format json) ${statement}`)
  const [result] = Object.values(row)[0]
  const plan = result.Plan
  return {
    ms: round(result['Planning Time'] + result['Execution Time']),
    pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    wal: plan['WAL Bytes'] ?? 0,
  }
}

/** Runs the service's sweep of what is older than so many days. */
async function sweep(db, days) {
  const found = []
  const explaining = { count: async (statement) => found.push(await explain(db, statement)) }
  await deleteExpiredEntries({ db: explaining, clock: () => NOW, config: { auditDays: days } })
  return found[0]
}

async function drop(db, number) {
  const began = performance.now()
  await db.count(raw(`drop table audit_${number}`))
  return { ms: round(performance.now() - began), pages: 0, wal: 0 }
}

async function measure(db, { drops }) {
  const rows = []
  const say = (what, { ms, pages, wal }) => rows.push({ what, ms, pages, 'WAL, KB': Math.round(wal / 1024) })
  const hour = Math.round(options.rows / HOURS)
  if (drops) say(`deleting ${PARTITION_DAYS} days of rows`, await drop(db, 0))
  else {
    await sweep(db, DAYS)
    say('a sweep with nothing to delete', await sweep(db, DAYS))
    say(`deleting an hour of rows (${hour})`, await sweep(db, DAYS - 1 / 24))
    const batches = Math.min(BACKLOG_BATCHES, Math.floor(options.rows / 4 / DELETE_BATCH_ROWS))
    const days = DAYS - 1 / 24 - (DAYS * batches * DELETE_BATCH_ROWS) / options.rows
    for (let n = 1; n <= batches; n++) {
      const each = await sweep(db, days)
      if (n === 1 || n === batches) say(`deleting ${DELETE_BATCH_ROWS} rows, batch ${n} of a backlog`, each)
    }
    await sweep(db, days)
    say('a sweep with nothing to delete, before vacuum', await sweep(db, days))
  }
  const newest = (who) => sql`select * from audit_entries where user_id = ${who} order by id desc limit 20`
  for (const [what, statement] of [
    ['newest 20 of a person', newest('usr_7')],
    ['newest 20 of a person, half a year old', newest('usr_quiet')],
    ['newest 50 of an app', sql`select * from audit_entries where app_id = 'app_7' order by id desc limit 50`],
    ['erasing a person', sql`delete from audit_entries where user_id = 'usr_8'`],
  ]) {
    if (!what.startsWith('erasing')) await explain(db, statement)
    say(what, await explain(db, statement))
  }
  return rows
}

const run = begin(options.result)
const { startPostgres, freshDatabase } = await postgresTools()
const results = {}
const chosen = options.ways.length ? options.ways : Object.keys(WAYS)
for (const { name, engine, setUp, ...rest } of chosen.map((way) => WAYS[way])) {
  if (engine && engine !== options.engine) continue
  await onDatabase(async (db, databaseUrl) => {
    await migrate(db)
    await setUp?.(db, databaseUrl)
    await withoutIndexes(db, () => fill(db))
    await db.transaction((db) => db.count(raw('analyze audit_entries')), { patient: true })
    results[name] = await measure(db, rest)
    console.log(`\n${name}\n${table(['what', 'ms', 'pages', 'WAL, KB'], results[name])}`)
  })
}

async function onDatabase(work) {
  if (options.engine === 'embedded')
    await onEngines(['embedded'], async (_, fresh) => {
      const embedded = await openEmbedded({ dir: (await fresh()).dataDir })
      const db = openStream(() => embedded.stream())
      await work(db)
      await db.close()
      await embedded.close()
    })
  else {
    // Deleted rows stay until they are vacuumed: the worst case for the batches of a backlog.
    const postgres = await startPostgres({
      durable: true,
      settings: { autovacuum: 'off', max_wal_size: '4GB', shared_buffers: '512MB' },
    })
    const databaseUrl = await freshDatabase(postgres.url)
    const db = openPostgres(databaseUrl)
    await work(db, databaseUrl)
    await db.close()
    await postgres.stop()
  }
}

const targets = Object.entries(results)
  .filter(([way]) => way.startsWith('B-tree'))
  .flatMap(([way, rows]) =>
    rows
      .filter(({ what }) => what === 'a sweep with nothing to delete')
      .map(({ what, pages }) => ({
        engine: options.engine,
        what: `${way}: ${what}, pages`,
        value: pages,
        target: `≤ ${NOTHING_PAGES_MAX}`,
        ok: pages <= NOTHING_PAGES_MAX,
      })),
  )
console.log(`\n${targetTable(targets)}`)
run.save({ options, results, targets })
process.exit(targets.every(({ ok }) => ok) ? 0 : 1)
