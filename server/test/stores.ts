import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import type pg from 'pg'
import { inject } from 'vitest'
import type { Config } from '../src/foundation/config.ts'
import { type Embedded, openEmbedded } from '../src/foundation/embedded/embedded.ts'
import { freshDatabase, withClient } from './postgres.ts'

/** The database of a test service; neither is set where the service has a data directory. */
export interface Store {
  databaseUrl?: string
  embedded?: Embedded
}

/*
 * To open an embedded engine takes a second of the processor. A process of tests therefore empties the engines of services
 * that have stopped, and gives them to later services, also to those of other files.
 */

/** More engines than this are closed: each takes some 100 MB. */
const KEPT_MAX = 2

/** The engines that no service uses, and the schema of a new one, as `SCHEMA` reads it. */
interface Pool {
  free: Embedded[]
  schema?: string
}
// Each file of tests loads this module for itself, in the same process.
const held = globalThis as { memoryServiceEngines?: Pool }
held.memoryServiceEngines ??= { free: [] }
const pool = held.memoryServiceEngines

/** The database of a new service: the one that its settings name, or an empty, migrated one on this project's engine. */
export async function storeFor({ databaseUrl, dataDir }: Partial<Config>): Promise<Store> {
  const engine = inject('engine')
  if (databaseUrl) return { databaseUrl }
  if (dataDir && engine.kind === 'embedded') return {}
  if (engine.kind === 'postgres') return { databaseUrl: await freshDatabase(engine.url, engine.template) }
  for (let used = pool.free.pop(); used; used = pool.free.pop()) {
    if (await emptied(used)) return { embedded: used }
    await used.close()
  }
  const embedded = await openEmbedded({ dir: null, dump: await readFile(engine.dumpPath) })
  pool.schema ??= await onEngine(embedded, schemaOf)
  return { embedded }
}

/** Takes the database of a service that has stopped. */
export async function giveBack({ embedded }: Store): Promise<void> {
  if (!embedded || pool.free.includes(embedded)) return
  if (pool.free.length < KEPT_MAX) pool.free.push(embedded)
  else await embedded.close()
}

/** Closes the engines that wait for a service: an emptied one still has the counts by which tables are vacuumed. */
export async function closeEngines(): Promise<void> {
  await Promise.all(pool.free.splice(0).map((engine) => engine.close()))
}

/**
 * Removes all rows but those about migrations; false if that fails, or if a test has changed the schema, so that the engine
 * cannot be used again.
 */
function emptied(engine: Embedded): Promise<boolean> {
  return onEngine(engine, async (client) => {
    if ((await schemaOf(client)) !== pool.schema) return false
    const { rows } = await client.query(FILLED)
    const names = rows.map(({ name }) => name)
    if (names.length) await client.query(`truncate ${names} restart identity cascade`)
    await client.query(`delete from pg_statistic where starelid in (select oid from pg_class where ${OWN})`)
    // Removes the files of what was truncated, and the log, which are in memory.
    await client.query('checkpoint')
    return true
  }).catch(() => false)
}

async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query(SCHEMA)
  return rows[0].schema
}

function onEngine<T>(engine: Embedded, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient({ stream: () => engine.stream() as Socket, user: 'postgres', database: 'postgres' }, work)
}

const OWN = `relnamespace = 'public'::regnamespace`
const FILLED = `
  select oid::regclass as name from pg_class
  where ${OWN} and relkind = 'r' and relname <> 'migrations' and pg_relation_size(oid) > 0`
const SCHEMA = `
  select md5(string_agg(line, '|' order by line)) as schema from (
    select concat_ws(' ', 'relation', oid, relname, relkind, relowner, relacl, reloptions, relispartition) as line
      from pg_class where ${OWN}
    union all
    select concat_ws(' ', 'column', attrelid, attnum, attname, atttypid, attnotnull, atthasdef, attstattarget, attoptions)
      from pg_attribute join pg_class c on c.oid = attrelid where ${OWN}
    union all select concat_ws(' ', 'constraint', oid, conname, convalidated) from pg_constraint
    union all select concat_ws(' ', 'trigger', oid, tgname, tgenabled) from pg_trigger
    union all select concat_ws(' ', 'function', oid, proname, md5(prosrc)) from pg_proc
    union all select concat_ws(' ', 'namespace', oid, nspacl) from pg_namespace where nspname !~ '^pg_(toast_)?temp_'
    union all select concat_ws(' ', 'setting', setconfig) from pg_db_role_setting
    union all select concat_ws(' ', 'migration', m) from migrations m
  ) as lines`
