// Measures the capacity of a process and a database, for the estimates in docs/scaling.md; see README.md.
//
//   npm run build && node bench/scale.mjs

import pg from 'pg'
import { call, newApp, newToken, recall, remember } from './lib/client.mjs'
import { cpuSeconds, databaseClock } from './lib/cpu.mjs'
import { startService } from './lib/processes.mjs'
import { median, round, table } from './lib/report.mjs'
import { begin, onEngines, readOptions } from './lib/run.mjs'
import { memories, questions } from './lib/text.mjs'

const STORES = [
  { size: 500, users: 20 },
  { size: 10_000, users: 3 },
]
const CALLS = 2_000
const CLIENTS = 8
const WARM_RECALLS = 300
const VECTOR_BYTES = 384
const USERS = 20_000
const [QUESTION] = questions(1, 7)

async function gauge(base, name) {
  const text = await (await fetch(`${base}/metrics`)).text()
  return Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(text)[1])
}

/** Fills the stores; returns `{ size, tokens }` of each. */
async function fill(base) {
  const app = await newApp(base)
  const stores = []
  for (const { size, users } of STORES) {
    const tokens = []
    for (let n = 0; n < users; n++) {
      const token = await newToken(base, app)
      await remember(base, token, [...memories(size, size + n)])
      tokens.push(token)
    }
    stores.push({ size, tokens })
  }
  return stores
}

/** Recalls in a process that has just started, so that the first recall of each store builds its index. */
async function recalls({ base }, stores) {
  const timeRecall = async (token) => {
    const began = performance.now()
    await recall(base, token, QUESTION, 20)
    return performance.now() - began
  }
  await timeRecall(await newToken(base, await newApp(base)))
  const rows = []
  for (const { size, tokens } of stores) {
    const before = await gauge(base, 'recall_index_bytes')
    const cold = []
    for (const token of tokens) cold.push(await timeRecall(token))
    const bytes = (await gauge(base, 'recall_index_bytes')) - before
    const indexKb = round(bytes / tokens.length / 1024)
    rows.push({ memories: size, 'cold p50 ms': round(median(cold)), 'index KB': indexKb })
  }
  for (const [at, { tokens }] of stores.entries()) {
    const warm = []
    for (let n = 0; n < WARM_RECALLS; n++) warm.push(await timeRecall(tokens[n % tokens.length]))
    rows[at]['warm p50 ms'] = round(median(warm))
  }
  return rows
}

/** The number of calls of each kind per second of CPU time. */
async function calls({ base, pid }, [{ tokens }], engine) {
  const databaseSeconds = await databaseClock(engine)
  const id = (await call(base, 'GET', '/v1/memories?limit=1', { token: tokens[0] })).body.memories[0].id
  const texts = [...memories(CALLS, 3)]
  const kinds = {
    'write one': (n, token) => remember(base, token, [texts[n]]),
    'recall in 500': (_, token) => recall(base, token, QUESTION, 20),
    'list 20': (_, token) => call(base, 'GET', '/v1/memories?limit=20', { token }),
    'read by id': () => call(base, 'GET', `/v1/memories/${id}`, { token: tokens[0] }),
  }
  const rows = []
  for (const [kind, send] of Object.entries(kinds)) {
    const before = [cpuSeconds(pid), databaseSeconds()]
    let next = 0
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (next < CALLS) await send(next++, tokens[next % tokens.length])
      }),
    )
    const [ours, theirs] = [cpuSeconds(pid) - before[0], databaseSeconds() - before[1]]
    rows.push({
      call: kind,
      'per CPU second of the service': round(CALLS / ours),
      'of the database': round(CALLS / theirs),
    })
  }
  return rows
}

/** Bytes per row of each table, including its indexes. Vectors and users are inserted as generated rows. */
async function bytes({ databaseUrl }) {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const bytesOf = async (relation) => {
    await database.query(`vacuum analyze ${relation}`)
    const { rows } = await database.query(
      `select pg_total_relation_size('${relation}') / greatest(count(*), 1) as bytes from ${relation}`,
    )
    return Number(rows[0].bytes)
  }
  await database.query(
    `insert into memory_vectors (user_id, id, model, codes, version)
     select user_id, id, 1, substr(decode(repeat(md5(id), ${Math.ceil(VECTOR_BYTES / 16)}), 'hex'), 1, ${VECTOR_BYTES}), version from memories`,
  )
  await database.query(`
    insert into users select 'usr_' || md5(n::text), n || '@example.com', 'Ada', repeat('x', 97), 'free', now()
      from generate_series(1, ${USERS}) n;
    insert into stores (user_id) select id from users on conflict do nothing;
    insert into identities select u.id, 'ai_' || md5(u.id), 'Ada', null, now() from users u on conflict do nothing;
    insert into connections select u.id, 'con_' || md5(u.id), a.id, '{memory:read:fitness.*,memory:write:fitness.*}', 'active', now()
      from users u, (select id from apps limit 1) a on conflict do nothing;
    insert into connection_tokens select sha256(c.id::bytea), c.user_id, c.id from connections c`)
  const rows = []
  for (const relation of ['memories', 'memory_vectors', 'audit_entries'])
    rows.push({ row: relation, bytes: await bytesOf(relation) })
  let user = 0
  for (const relation of ['users', 'stores', 'identities', 'connections', 'connection_tokens'])
    user += await bytesOf(relation)
  rows.push({ row: 'user with one app', bytes: user })
  await database.end()
  return rows
}

const run = begin(readOptions({ result: 'scale' }).result)
const [figures] = await onEngines(['postgres'], async (_, fresh) => {
  const engine = await fresh()
  let service = await startService(engine)
  const stores = await fill(service.base)
  await service.stop()
  service = await startService(engine)
  const measured = { recalls: await recalls(service, stores), calls: await calls(service, stores, engine) }
  await service.stop()
  return { ...measured, rows: await bytes(engine) }
})
console.log(
  [
    table(['memories', 'cold p50 ms', 'warm p50 ms', 'index KB'], figures.recalls),
    table(['call', 'per CPU second of the service', 'of the database'], figures.calls),
    table(['row', 'bytes'], figures.rows),
  ].join('\n\n'),
)
run.save(figures)
