import { Failure } from '../../foundation/errors.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { skeletonsOf } from '../developers/names.ts'

/*
 * Verification: the operator says that an app belongs to whom its name suggests. Registering is open to everybody, so it
 * proves nothing.
 */

/** Slugs that `sourceApp` and audit entries use for something else, such as connectors. */
const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  ...['mock-strava', 'mock-apple-health', 'strava', 'apple-health', 'google-calendar', 'gmail', 'github', 'fitbit'],
  ...['garmin', 'oura', 'whoop', 'spotify', 'notion', 'me', 'user', 'service', 'memory-service', 'hub', 'admin', 'api'],
])

/** Whether no app may have this slug. Connectors write under theirs: a test compares the list. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED_SLUGS.has(slug)
}

/**
 * Checks that a name does not look like that of a verified app.
 * @throws Failure `conflict`
 */
export async function checkNameIsFree(db: Db, name: string, ownId: string | null): Promise<void> {
  const verified = await db.rows<{ id: string; name: string }>(
    sql`select id, name from apps where verified_at is not null`,
  )
  const own = new Set(skeletonsOf(name))
  const taken = verified.find((app) => app.id !== ownId && skeletonsOf(app.name).some((each) => own.has(each)))
  if (taken)
    throw new Failure('conflict', {
      name: 'looks like that of a verified app',
      reason: 'A verified app has this name.',
    })
}

/** Marks an app as verified, or takes that back. @returns its name; `undefined` if no app has this slug. */
export async function setVerified(db: Db, slug: string, at: Date | null): Promise<string | undefined> {
  const app = await db.maybe<{ name: string }>(sql`
    update apps set verified_at = ${at?.toISOString() ?? null} where slug = ${slug} and registration = 'portal'
    returning name`)
  return app?.name
}
