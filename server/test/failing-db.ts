import type { Db } from '../src/foundation/sql/db.ts'

/** A database whose statement with this number fails, and all after it. */
export function failingAt(db: Db, at: number): Db {
  let sent = 0
  const guard = async () => {
    if (++sent >= at) throw new Error('interrupted')
  }
  const guarded = (inner: Db): Db => ({
    ...inner,
    rows: (query) => guard().then(() => inner.rows(query)),
    one: (query) => guard().then(() => inner.one(query)),
    maybe: (query) => guard().then(() => inner.maybe(query)),
    count: (query) => guard().then(() => inner.count(query)),
    transaction: (work, options) => inner.transaction((db) => work(guarded(db)), options),
  })
  return guarded(db)
}
