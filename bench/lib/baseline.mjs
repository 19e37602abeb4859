// The baseline of the benchmarks: Fastify and `pg` with a compiled schema per response, and one prepared statement per
// request on the same kind of table. It has no credentials, checks, audit log or usage counts. `/search` is the usual
// keyword search: a GIN index over tsvector, any word matching, ordered by ts_rank_cd.

import { fastify } from 'fastify'
import pg from 'pg'
import { openEmbedded } from '../../server/dist/foundation/embedded/embedded.js'
import { newId } from '../../server/dist/foundation/ids.js'

const POOL_MAX = 20

const SCHEMA = `
  create table memories (
    user_id text collate "C" not null, id text collate "C" not null, type text not null, scope text collate "C" not null,
    content text not null, importance double precision not null, confidence double precision not null,
    pinned boolean not null, occurred_at timestamptz(3) not null, source_app text, created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null, version bigint not null, born bigint not null, place smallint not null,
    primary key (user_id, id)
  );
  create index memories_by_scope on memories (user_id, scope, id);
  create index memories_by_version on memories (user_id, version);
  create table texts (
    user_id text collate "C" not null, id text collate "C" not null, words tsvector not null,
    primary key (user_id, id)
  );`

const COLUMNS = `id, type, scope, content, importance, confidence, pinned, occurred_at as "occurredAt",
  source_app as "sourceApp", created_at as "createdAt", updated_at as "updatedAt"`

const SQL = {
  write: `insert into memories (user_id, id, type, scope, content, importance, confidence, pinned, occurred_at,
      source_app, created_at, updated_at, version, born, place)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
  read: `select ${COLUMNS} from memories where user_id = $1 and id = $2`,
  list: `select ${COLUMNS} from memories where user_id = $1 order by id desc limit $2`,
  search: `select ${COLUMNS}, ts_rank_cd(words, query) as score
    from texts join memories using (user_id, id),
      (select string_agg(quote_literal(word), ' | ')::tsquery as query
        from unnest(tsvector_to_array(to_tsvector('english', $2))) word) parsed
    where user_id = $1 and words @@ query order by score desc limit $3`,
  load: `insert into memories (user_id, id, type, scope, content, importance, confidence, pinned, occurred_at,
      source_app, created_at, updated_at, version, born, place)
    select $1, t.id, t.type, t.scope, t.content, 50, 80, false, t.at, 'bench', now(), now(), 1, 1, 0
    from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[]) t (id, type, scope, content, at)`,
  copies: `insert into memories select $2 || n, id, type, scope, content, importance, confidence, pinned, occurred_at,
      source_app, created_at, updated_at, version, born, place
    from memories, generate_series($3::int, $4::int) n where user_id = $1`,
  copiedTexts: `insert into texts select $2 || n, id, words
    from texts, generate_series($3::int, $4::int) n where user_id = $1`,
  loadTexts: `insert into texts (user_id, id, words)
    select $1, t.id, to_tsvector('english', t.content) from unnest($2::text[], $3::text[]) t (id, content)`,
}

const string = { type: 'string' }
const number = { type: 'number' }
const memory = {
  type: 'object',
  properties: {
    id: string,
    type: string,
    scope: string,
    content: string,
    importance: number,
    confidence: number,
    pinned: { type: 'boolean' },
    occurredAt: string,
    sourceApp: { type: ['string', 'null'] },
    createdAt: string,
    updatedAt: string,
    score: number,
  },
}
const list = { type: 'object', properties: { memories: { type: 'array', items: memory } } }
const written = {
  type: 'object',
  properties: { accepted: { type: 'boolean' }, memoryIds: { type: 'array', items: string } },
}

// Converts timestamps to ISO 8601 without a Date object, which pg uses by default.
const TIMESTAMPTZ = 1184
const isoTime = (text) => {
  const fraction = text[19] === '.' ? text.slice(20, -3).padEnd(3, '0') : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}
const types = { getTypeParser: (oid, format) => (oid === TIMESTAMPTZ ? isoTime : pg.types.getTypeParser(oid, format)) }

async function openPool() {
  const { DATABASE_URL, DATA_DIR } = process.env
  if (DATABASE_URL) return new pg.Pool({ connectionString: DATABASE_URL, max: POOL_MAX, types })
  const embedded = await openEmbedded({ dir: DATA_DIR })
  const stream = () => embedded.stream()
  return new pg.Pool({ stream, user: 'postgres', database: 'postgres', max: 1, idleTimeoutMillis: 0, types })
}

const pool = await openPool()
await pool.query(SCHEMA)
const run = (name, values) => pool.query({ name, text: SQL[name], values })

const app = fastify()
const respondsWith = (schema) => ({ schema: { response: { 200: schema } } })

app.post('/memories/:user', respondsWith(written), async ({ params, body }) => {
  const { content, kind, scope } = body.memories[0]
  const id = newId('mem')
  const at = new Date().toISOString()
  await run('write', [params.user, id, kind, scope, content, 50, 80, false, at, 'bench', at, at, 1, 1, 0])
  return { accepted: true, memoryIds: [id] }
})
app.get('/memories/:user/:id', respondsWith(memory), async ({ params }) => {
  const { rows } = await run('read', [params.user, params.id])
  return rows[0]
})
app.get('/memories/:user', respondsWith(list), async ({ params, query }) => {
  const { rows } = await run('list', [params.user, Number(query.limit)])
  return { memories: rows }
})
app.get('/search/:user', respondsWith(list), async ({ params, query }) => {
  const { rows } = await run('search', [params.user, query.query, Number(query.limit)])
  return { memories: rows }
})

/** Fills a store; `texts` makes it searchable. */
async function load({ user, ids, memories, texts }) {
  const column = (name) => memories.map((each) => each[name])
  await run('load', [user, ids, column('kind'), column('scope'), column('content'), column('occurredAt')])
  if (texts) await run('loadTexts', [user, ids, column('content')])
}

/** Copies this user's rows to the users numbered `from` to `to` - 1. */
async function copies({ user, from, to }) {
  for (const name of ['copies', 'copiedTexts']) await run(name, [user, 'copy_', from, to - 1])
}

const work = {
  load,
  copies,
  // Created after loading, as the PostgreSQL manual advises.
  index: () => pool.query('create index texts_by_word on texts using gin (words)'),
  settle: () => pool.query('vacuum analyze'),
  port: async () => app.server.address().port,
}

await app.listen({ host: '127.0.0.1', port: 0 })
process.on('message', ({ kind, ...input }) =>
  work[kind](input).then(
    (result) => process.send({ result: typeof result === 'number' ? result : null }),
    (error) => process.send({ error: error.message }),
  ),
)
process.on('disconnect', () => process.exit())
process.on('SIGTERM', () => process.exit())
