import { LRUCache } from 'lru-cache'
import type { Db } from '../../foundation/db.ts'
import { Failure } from '../../foundation/errors.ts'
import type { Log } from '../../foundation/log.ts'
import type { Measures } from '../../foundation/measures.ts'
import { sql } from '../../foundation/sql.ts'
import { selectForIndex } from './door.ts'
import { openRecall, packed, packVectors } from './recall/client.ts'
import type { Found, IndexRow, RecallStart, SearchRequest, Update } from './recall/types.ts'
import { type Arrived, arrivedSince } from './vectors.ts'

/*
 * Keeps the search indexes true to the rows. An index knows the version of the store it was built from; every
 * change raises the store's version and stamps the rows it touched, and deletions leave a stamp of their own.
 * So an index of any age is brought up to date by what carries a newer stamp, on any process, with no messages.
 */

const PAGE_ROWS = 2_000
const WARM_MAX = 100_000
const TRIES_MAX = 10

declare module '../../foundation/ctx.ts' {
  interface Ports {
    recall: Indexes
  }
}

interface Parts extends RecallStart {
  db: Db
  log: Log
  measures: Measures
}

export type Indexes = ReturnType<typeof openIndexes>

/** Opens the indexes of this process; they fill as people are asked for. */
export function openIndexes({ db, log, measures, ...start }: Parts) {
  const engine = openRecall(start)
  // Stores searched here lately: for these a write hands its rows over, and the next search finds them at once.
  const warm = new LRUCache<string, true>({ max: WARM_MAX })
  const underWay = new Map<string, Promise<void>>()
  let model: number | undefined

  /**
   * Searches the index as it is held, which may be older than the store; builds it first when there is none, and
   * brings it up to date first when it is older than `atLeast`.
   */
  async function search(request: SearchRequest): Promise<Found> {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const found = await engine.search(request)
      const isNew = found && found.version >= (request.atLeast ?? 0)
      if (!tries) measures.looked('indexes', isNew ? 'hit' : found ? 'stale' : 'miss')
      if (isNew) return found
      await bringUpToDate(request.user)
      warm.set(request.user, true)
    }
    throw new Failure('unavailable', undefined, new Error(`the index of ${request.user} is let go as soon as built`))
  }

  // Those who ask while an update is under way wait for it, and ask again if it was begun too early for them.
  function bringUpToDate(user: string): Promise<void> {
    let work = underWay.get(user)
    if (!work) {
      work = update(user).finally(() => underWay.delete(user))
      underWay.set(user, work)
    }
    return work
  }

  async function update(user: string): Promise<void> {
    const held = await engine.held(user)
    // Read before the rows: what changes while they are read carries a newer stamp and comes with the next update.
    const store = await db.maybe<{ version: number; gone_floor: number }>(
      sql`select version, gone_floor from stores where user_id = ${user}`,
    )
    if (!store) return void (await engine.forget(user))
    if (held === undefined || held < store.gone_floor) {
      await engine.forget(user)
      const builtFor = model
      await engine.build(user, () => read(user, store.version, builtFor))
      if (builtFor !== model) await engine.forget(user)
      return
    }
    if (held >= store.version) return
    const rows = await db.rows<IndexRow>(selectForIndex(user, model, sql`m.version > ${held} order by m.id`))
    const gone = await db.rows<{ id: string }>(
      sql`select id from gone_memories where user_id = ${user} and version > ${held}`,
    )
    const arrived = model === undefined ? [] : await arrivedSince(db, user, model, held)
    const applied = await engine.apply(user, {
      from: held,
      to: store.version,
      rows: packed(rows).rows,
      gone: gone.map(({ id }) => id),
      vectors: packVectors([...rows, ...arrived]),
    })
    // Somebody was faster, or the index was let go: the next search sees to it.
    if (!applied) log.debug({ user }, 'a search index had moved on before its update came')
  }

  // Without the thread of the indexes there are none; whoever waits for a reply is told by the next search.
  function letGo(work: Promise<void>): void {
    work.catch((err) => log.warn({ err }, 'search indexes could not be let go'))
  }

  /**
   * Reads a whole store, page by page; the version it is known by was read before the first. While a page is taken in,
   * the next one is on its way.
   */
  async function* read(user: string, version: number, model: number | undefined) {
    const pageAfter = (id: string) => {
      const page = db.rows<IndexRow>(selectForIndex(user, model, sql`m.id > ${id} order by m.id limit ${PAGE_ROWS}`))
      // Whoever takes the pages in may stop before this one, and then nobody asks how it went.
      page.catch(() => {})
      return page
    }
    let next: Promise<IndexRow[]> | undefined = pageAfter('')
    while (next) {
      const rows: IndexRow[] = await next
      const last = rows.at(-1)
      next = last && rows.length === PAGE_ROWS ? pageAfter(last.id) : undefined
      yield { version, rows }
    }
  }

  return {
    search,
    /** A hint from a write just committed. Only an index at exactly the version before takes it. */
    changed(user: string, { vectors, ...change }: Omit<Update, 'vectors'> & { vectors?: readonly Arrived[] }): void {
      if (!warm.has(user)) return
      engine
        .apply(user, { ...change, vectors: vectors && packVectors(vectors) })
        .catch((err) => log.warn({ err }, 'a search index missed a hint'))
    },
    forget(user: string): void {
      warm.delete(user)
      letGo(engine.forget(user))
    },
    /** From here on the indexes hold the vectors of this model: all are built anew as people are asked for. */
    useModel(id: number): void {
      model = id
      warm.clear()
      letGo(engine.forgetAll())
    },
    stats: () => engine.stats(),
    close: () => engine.close(),
  }
}
