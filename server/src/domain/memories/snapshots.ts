import { randomBytes } from 'node:crypto'
import type { Recall } from '@memory-service/recall'
import { rulesDigest } from '@memory-service/recall/rules'
import type { Sealing } from '@memory-service/recall/sealing'
import { LRUCache } from 'lru-cache'
import type { Vault } from '../../foundation/auth/secrets.ts'
import { entryLimit } from '../../foundation/entry-limit.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { nothing, type Sql, sql } from '../../foundation/sql/sql.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import { DAY_MS } from '../../foundation/times.ts'
import type { SnapshotParts } from './snapshot-parts.ts'

/*
 * Sealed copies of search indexes. A first search after a restart loads one and catches up, where it would read and index
 * all rows of the store. A snapshot that cannot be used in full is not used at all.
 *
 * It is bound to the user, the version, the rules and the vector space that it was made with. Erasing a memory raises
 * `stores.snapshot_floor` and deletes the snapshot in the same transaction; a snapshot of an older version is neither
 * stored nor read from then on.
 */

/** Smaller stores are read as fast as their snapshot. */
const ROWS_MIN = 200
/** A snapshot of less than this share of the store is not used. */
const USEFUL_SHARE = 0.5
/** Changed rows after which a snapshot is made again: so many, or this share of the rows. */
const DRIFT_ROWS = 100
const DRIFT_SHARE = 0.05
/** How long after a change that makes a snapshot due it is made, at the earliest. */
const SETTLE_MS = 5_000
/** The least time between two snapshots of a process. */
const PAUSE_MS = 50
/** A snapshot that is of use is not made again within this time. */
const REPEAT_SECONDS = 600
/** Snapshots that are older, and those that were not completed, are deleted. */
const KEPT_MS = 30 * DAY_MS
const UNFINISHED_MS = DAY_MS / 24
/** Users whose changes are counted. */
const TRACKED_MAX = 100_000
const DELETE_BATCH_ROWS = 1_000
const SALT_BYTES = 16
/** Raised with what the rows of an index are read from; its code has a digest of its own. */
const CONTENTS = 2
const ID_BYTES = 16

/** What an update of an index needs to know about its store. */
export interface StoreState {
  version: number
  gone_floor: number
  name: string | null
  snapshot?: Header | null
}

/** The row of a snapshot. */
interface Header {
  id: string
  version: number
  /** In hexadecimal. */
  salt: string
  rows: number
  model: number | null
}

interface Options {
  db: Db
  log: Log
  vault: Pick<Vault, 'mac'>
  engine: Pick<Recall, 'save' | 'load'>
  parts: SnapshotParts
  /** The vector space of all indexes now. */
  model: () => number | undefined
  /** Whether this process makes and loads snapshots; if not, it still deletes those of others. */
  isEnabled: boolean
  /** Smaller stores are not worth one. */
  rowsMin?: number | undefined
}

interface Tracked {
  /** Changed rows since the last snapshot that was made or loaded. */
  drift: number
  /** The rows of that snapshot; 0 for none. */
  rows: number
}

/** Snapshots from before this version are of no use. */
const FLOOR = sql`greatest(s.gone_floor, s.snapshot_floor)`
const USEFUL = sql`k.version >= ${FLOOR} and k.rows >= ${USEFUL_SHARE}::float8 * s.memory_count`

/** Selects a store as {@link StoreState}; with `snapshot`, also its newest snapshot that is of use. */
export function selectStore(userId: string, snapshot: boolean): Sql {
  const newest = sql`, (select to_json(k) from (
    select k.id, k.version, encode(k.salt, 'hex') as salt, k.rows, k.model from recall_snapshots k
    where k.user_id = ${userId} and k.is_complete and k.version <= s.version and ${USEFUL}
    order by k.version desc limit 1) k) as snapshot`
  return sql`
    select s.version, s.gone_floor, u.name ${snapshot ? newest : nothing}
    from stores s join users u on u.id = s.user_id where s.user_id = ${userId}`
}

/** Opens the snapshots of the indexes of a process. */
export function openSnapshots({ db, log, vault, engine, parts, model, isEnabled, rowsMin = ROWS_MIN }: Options) {
  const rules = isEnabled ? rulesDigest() : ''
  const tracked = new LRUCache<string, Tracked>(entryLimit(TRACKED_MAX))
  /** Users whose snapshots are due, and when they may be made. */
  const due = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const sealingOf = (user: string, salt: string, space: number | null): Sealing => ({
    key: vault.mac('recall snapshot', `${user} ${salt}`),
    context: JSON.stringify(['recall snapshot', CONTENTS, rules, user, space]),
  })

  /** Loads a snapshot. Returns whether the engine has an index of it now. */
  async function load(user: string, { id, version, salt, rows, model: space }: Header): Promise<boolean> {
    try {
      const stored = await parts.read(user, id)
      const isLoaded = await engine.load(user, { version, rows, parts: stored, sealing: sealingOf(user, salt, space) })
      if (isLoaded) tracked.set(user, { drift: 0, rows })
      return isLoaded
    } catch (err) {
      log.info({ err, user }, 'search index snapshot rejected; the index is built from its memories')
      await remove(user, id)
      return false
    }
  }

  async function remove(user: string, id: string): Promise<void> {
    await db.count(sql`delete from recall_snapshots where user_id = ${user} and id = ${id}`)
    await parts.drop([id])
  }

  /** Counts changed rows of an index. */
  function changed(user: string, rows: number): void {
    const { drift = 0, rows: saved = 0 } = tracked.get(user) ?? {}
    tracked.set(user, { drift: drift + rows, rows: saved })
    if (!isEnabled || isClosed || due.has(user) || drift + rows < Math.max(DRIFT_ROWS, DRIFT_SHARE * saved)) return
    due.set(user, performance.now() + SETTLE_MS)
    schedule()
  }

  function schedule(): void {
    const [first] = due.values()
    if (timer || isClosed || first === undefined) return
    const makeFirst = async () => {
      const [user] = due.keys()
      if (user !== undefined) await save(user).catch((err) => log.info({ err, user }, 'search index snapshot not made'))
      timer = undefined
      schedule()
    }
    timer = setTimeout(makeFirst, Math.max(PAUSE_MS, first - performance.now())).unref()
  }

  /** Makes a snapshot of a user's index, if there is one and it would be of use. Returns whether it did. */
  async function save(user: string): Promise<boolean> {
    due.delete(user)
    const space = model() ?? null
    if (!isEnabled || !(await isWanted(user))) return false
    const [id, salt] = [randomBytes(ID_BYTES).toString('hex'), randomBytes(SALT_BYTES).toString('hex')]
    const saved = await engine.save(user, sealingOf(user, salt, space))
    // With another vector space, all indexes are built again.
    if (!saved || (model() ?? null) !== space || isClosed) return false
    const { version, rows } = saved
    // A memory may have been erased since. While the row is inserted, none is.
    const isInserted = await db.count(sql`
      insert into recall_snapshots (user_id, id, version, salt, rows, model, made_at)
      select s.user_id, ${id}, ${version}, decode(${salt}, 'hex'), ${rows}, ${space}::smallint, now() from stores s
      where s.user_id = ${user} and ${version}::bigint >= ${FLOOR} for share of s`)
    if (!isInserted) return false
    try {
      await parts.write(user, id, saved.parts)
      const others = await db.rows<{ id: string }>(sql`
        with completed as (
          update recall_snapshots set is_complete = true where user_id = ${user} and id = ${id} returning user_id)
        delete from recall_snapshots k using completed c where k.user_id = ${user} and k.user_id = c.user_id and k.id <> ${id}
        returning k.id`)
      await parts.drop(others.map((other) => other.id))
    } catch (error) {
      await remove(user, id)
      throw error
    }
    tracked.set(user, { drift: 0, rows })
    return true
  }

  function dropParts(deleted: readonly { id: string }[]): void {
    const ids = deleted.map(({ id }) => id)
    parts.drop(ids).catch((err) => log.warn({ err, ids }, 'parts of search index snapshots not deleted'))
  }

  async function isWanted(user: string): Promise<boolean> {
    const wanted = await db.maybe(sql`
      select from stores s where s.user_id = ${user} and s.memory_count >= ${rowsMin} and not exists (
        select from recall_snapshots k
        where k.user_id = ${user} and k.made_at > now() - make_interval(secs => ${REPEAT_SECONDS}) and ${USEFUL})`)
    return wanted !== undefined
  }

  return {
    load,
    changed,
    save,
    /** Deletes the snapshot of a user, in the transaction that erases memories of the store, which is locked. */
    async erase(tx: Db, user: string): Promise<void> {
      const erased = await tx.rows<{ id: string }>(sql`
        with raised as (
          update stores set snapshot_floor = version where user_id = ${user} and snapshot_floor < version)
        delete from recall_snapshots where user_id = ${user} returning id`)
      tx.afterCommit(() => {
        dropParts(erased)
        if (tracked.has(user)) changed(user, Number.POSITIVE_INFINITY)
      })
    },
    /**
     * Deletes a batch of snapshots that are too old, and parts that belong to none, in a transaction. Returns whether there
     * may be more.
     */
    async sweep(tx: Db, now: Date): Promise<boolean> {
      const deleted = await deleteOutdated(tx, now)
      tx.afterCommit(() => dropParts(deleted))
      await parts.sweep((ids) => selectIds(tx, ids))
      return deleted.length === DELETE_BATCH_ROWS
    },
    /** Forgets a user whose account is erased. */
    forget(user: string): void {
      due.delete(user)
      tracked.delete(user)
    },
    close(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** Deletes a batch of the snapshots of all users that are of no use. */
function deleteOutdated(db: Db, now: Date): Promise<{ id: string }[]> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  return db.rows<{ id: string }>(sql`
    delete from recall_snapshots where (user_id, id) in (
      select k.user_id, k.id from recall_snapshots k join stores s on s.user_id = k.user_id
      where k.version < ${FLOOR} or k.made_at < ${before(KEPT_MS)}::timestamptz
        or (not k.is_complete and k.made_at < ${before(UNFINISHED_MS)}::timestamptz)
      limit ${DELETE_BATCH_ROWS})
    returning id`)
}

/** Those of the ids that snapshots have. */
async function selectIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = await db.rows<{ id: string }>(sql`select id from recall_snapshots where id = any(${ids}::text[])`)
  return new Set(known.map(({ id }) => id))
}
