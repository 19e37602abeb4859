// What a process and a database carry, for the sums in docs/scaling.md; see README.md for what is measured.
//
//   npm run build && node bench/scale.mjs

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { call, newApp, newToken, recall, remember } from './lib/client.mjs'
import { postgresTools, startService } from './lib/processes.mjs'
import { machine, median, round, table } from './lib/report.mjs'
import { memories, questions } from './lib/text.mjs'

const STORES = [
  { size: 500, people: 20 },
  { size: 10_000, people: 3 },
]
const CALLS = 2_000
const CLIENTS = 8
const VECTOR_BYTES = 384
const PEOPLE = 20_000
const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

const { startPostgres, freshDatabase } = await postgresTools()
const postgres = await startPostgres({ durable: true })
const databaseUrl = await freshDatabase(postgres.url)
const database = new pg.Client({ connectionString: databaseUrl })
await database.connect()
const one = async (text) => Object.values((await database.query(text)).rows[0])[0]

/** Seconds of CPU a process has had, those of its children that have ended included. */
function cpuSeconds(pid) {
  // After the name in brackets, which may hold anything: state, parent and so on (proc(5)).
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number)
  return (user + system + childUser + childSystem) / TICKS_A_SECOND
}

/** Seconds of CPU of the database, all its processes together. */
function databaseSeconds(postmaster) {
  const own = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
  return [postmaster, ...own].reduce((sum, pid) => sum + cpuSeconds(pid), 0)
}

async function bytesOf(relation) {
  await database.query(`vacuum analyze ${relation}`)
  return Number(await one(`select pg_total_relation_size('${relation}') / greatest(count(*), 1) from ${relation}`))
}

async function gauge(base, name) {
  const text = await (await fetch(`${base}/metrics`)).text()
  return Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(text)[1])
}

const where = machine()
let service = await startService({ databaseUrl })
const app = await newApp(service.base)
const stores = []
for (const { size, people } of STORES) {
  const tokens = []
  for (let n = 0; n < people; n++) {
    const token = await newToken(service.base, app)
    await remember(service.base, token, [...memories(size, size + n)])
    tokens.push(token)
  }
  stores.push({ size, tokens })
}

// A process that has just started: every first recall of a store builds its index.
await service.stop()
service = await startService({ databaseUrl })
const { base, pid } = service
const [question] = questions(1, 7)
const timed = async (token) => {
  const began = performance.now()
  await recall(base, token, question, 20)
  return performance.now() - began
}
await timed(await newToken(base, app))
const recalls = []
for (const { size, tokens } of stores) {
  const before = await gauge(base, 'recall_index_bytes')
  const cold = []
  for (const token of tokens) cold.push(await timed(token))
  const held = (await gauge(base, 'recall_index_bytes')) - before
  recalls.push({
    tokens,
    memories: size,
    'cold p50 ms': round(median(cold)),
    'index KB': round(held / tokens.length / 1024),
  })
}
for (const row of recalls) {
  const warm = []
  for (let n = 0; n < 300; n++) warm.push(await timed(row.tokens[n % row.tokens.length]))
  row['warm p50 ms'] = round(median(warm))
  delete row.tokens
}

const backend = await one('select pg_backend_pid()')
const postmaster = Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(backend)], { encoding: 'utf8' }))
const [{ tokens }] = stores
const id = (await call(base, 'GET', '/v1/memories?limit=1', { token: tokens[0] })).body.memories[0].id
const texts = [...memories(CALLS, 3)]
const kinds = {
  'write one': (n, token) => remember(base, token, [texts[n]]),
  'recall in 500': (_, token) => recall(base, token, question, 20),
  'list 20': (_, token) => call(base, 'GET', '/v1/memories?limit=20', { token }),
  'read by id': () => call(base, 'GET', `/v1/memories/${id}`, { token: tokens[0] }),
}
const calls = []
for (const [kind, act] of Object.entries(kinds)) {
  const before = [cpuSeconds(pid), databaseSeconds(postmaster)]
  let next = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (next < CALLS) await act(next++, tokens[next % tokens.length])
    }),
  )
  const [ours, theirs] = [cpuSeconds(pid) - before[0], databaseSeconds(postmaster) - before[1]]
  calls.push({
    call: kind,
    'a CPU second of the service': round(CALLS / ours),
    'of the database': round(CALLS / theirs),
  })
}
await service.stop()

await database.query(
  `insert into memory_vectors (user_id, id, model, codes, version)
   select user_id, id, 1, substr(decode(repeat(md5(id), ${Math.ceil(VECTOR_BYTES / 16)}), 'hex'), 1, ${VECTOR_BYTES}), version from memories`,
)
await database.query(`
  insert into users select 'usr_' || md5(n::text), n || '@example.com', 'Ada', repeat('x', 97), 'free', now()
    from generate_series(1, ${PEOPLE}) n;
  insert into stores (user_id) select id from users on conflict do nothing;
  insert into identities select u.id, 'ai_' || md5(u.id), 'Ada', null, now() from users u on conflict do nothing;
  insert into connections select u.id, 'con_' || md5(u.id), a.id, '{memory:read:fitness.*,memory:write:fitness.*}', 'active', now()
    from users u, (select id from apps limit 1) a on conflict do nothing;
  insert into connection_tokens select sha256(c.id::bytea), c.user_id, c.id from connections c`)
const rows = []
for (const relation of ['memories', 'memory_vectors', 'audit_entries'])
  rows.push({ row: relation, bytes: await bytesOf(relation) })
let person = 0
for (const relation of ['users', 'stores', 'identities', 'connections', 'connection_tokens'])
  person += await bytesOf(relation)
rows.push({ row: 'a person with one app', bytes: person })
await database.end()
await postgres.stop()

console.log(
  [
    table(['memories', 'cold p50 ms', 'warm p50 ms', 'index KB'], recalls),
    table(['call', 'a CPU second of the service', 'of the database'], calls),
    table(['row', 'bytes'], rows),
  ].join('\n\n'),
)
mkdirSync(new URL('results/', import.meta.url), { recursive: true })
writeFileSync(
  new URL(`results/scale-${where.at.replaceAll(':', '-')}.json`, import.meta.url),
  JSON.stringify({ ...where, recalls, calls, rows }, null, 2),
)
