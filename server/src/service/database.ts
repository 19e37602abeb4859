import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenToAccess, selectAccessTriggers } from '../domain/connections/access-changes.ts'
import { type Config, ConfigError } from '../foundation/config.ts'
import { type LocalCommand, serveCopies } from '../foundation/embedded/copy.ts'
import { UNFINISHED_RESTORE } from '../foundation/embedded/directory-lock.ts'
import { type Embedded, openEmbedded } from '../foundation/embedded/embedded.ts'
import { keepReserve } from '../foundation/embedded/reserve.ts'
import { Failure } from '../foundation/errors.ts'
import { type ChangeFeed, openChangeFeed, openEmbeddedFeed } from '../foundation/sql/change-feed.ts'
import { type Database, openPostgres, openStream } from '../foundation/sql/db.ts'
import { migrate } from '../foundation/sql/migrate.ts'
import { paceBackground } from '../foundation/sql/paced-db.ts'
import { sql } from '../foundation/sql/sql.ts'
import { explainDatabaseError, explainDirectoryError } from '../foundation/startup-errors.ts'
import type { Log } from '../foundation/telemetry/log.ts'

const READY_TIMEOUT_MS = 2_000
const CONNECT_ATTEMPTS_MAX = 60
const CONNECT_RETRY_MS = 1_000

interface OpenDatabase {
  db: Database
  /** Notifications of changed access. */
  accessFeed: ChangeFeed
  /** Resolves if the embedded engine stops; never for PostgreSQL, whose connections are reopened. */
  failed: Promise<Error>
  close(): Promise<void>
}

/**
 * Opens PostgreSQL at `DATABASE_URL`, otherwise the embedded engine in `DATA_DIR`, or `inMemory`. `command` runs commands
 * of the operator that other processes send to an embedded database.
 */
export async function openDatabase(
  config: Config,
  log: Log,
  command: LocalCommand,
  inMemory: Embedded | undefined,
): Promise<OpenDatabase> {
  const { databaseUrl, databasePrepare, dataDir } = config
  if (databaseUrl) {
    const onLostPath = () =>
      log.warn('a database connection had an empty search_path; run pg_dump past the pooler, not through it')
    const onUnprepared = () =>
      log.warn('the pooler does not support prepared statements; they are off from now on: set DATABASE_PREPARE=off')
    const db = openPostgres(databaseUrl, {
      ...{ prepare: databasePrepare, poolMax: config.databasePoolMax },
      ...{ onLostPath, onUnprepared },
    })
    const feed = { url: databaseUrl, listen: listenToAccess, readiness: selectAccessTriggers }
    const accessFeed = openChangeFeed({ ...feed, db, log })
    const close = async () => void (await accessFeed.close().then(() => db.close()))
    return { db, accessFeed, failed: new Promise(() => {}), close }
  }
  if (!inMemory && existsSync(join(dataDir, UNFINISHED_RESTORE)))
    throw new ConfigError([
      `DATA_DIR must be a complete database; the restore into ${dataDir} did not finish. Delete the directory and run it again.`,
    ])
  const embedded =
    inMemory ??
    (await openEmbedded({ dir: dataDir }).catch((error) => {
      throw explainDirectoryError(config, error)
    }))
  if (!inMemory) await keepReserve(dataDir).catch((err) => log.warn({ err }, 'no disk space reserved'))
  const accessFeed = openEmbeddedFeed(listenToAccess)
  const db = paceBackground(openStream(() => embedded.stream(), accessFeed.attach))
  serveCopies(embedded, db, log, command)
  return {
    db,
    accessFeed,
    failed: embedded.failed,
    async close() {
      await db.close()
      await embedded.close()
    },
  }
}

/**
 * Applies pending migrations. Retries for a minute while a PostgreSQL server is unreachable, since it may still be
 * starting; other errors are thrown at once.
 */
export async function migrateWithRetry(db: Database, { databaseUrl }: Config, log: Log): Promise<string[]> {
  const attemptsMax = databaseUrl ? CONNECT_ATTEMPTS_MAX : 1
  for (let attempts = 1; ; attempts++) {
    try {
      return await migrate(db)
    } catch (err) {
      const unreachable = err instanceof Failure && err.code === 'unavailable'
      if (!unreachable || attempts === attemptsMax) throw explainDatabaseError(err)
      const { message } = (err.cause ?? {}) as { message?: string }
      log.warn({ cause: message, attempts }, 'database not reachable; retrying')
      await sleep(CONNECT_RETRY_MS)
    }
  }
}

/** Whether the database answers a query within 2 s. */
export async function isReachable(db: Database): Promise<boolean> {
  const query = db.rows(sql`select 1`).then(
    () => true,
    () => false,
  )
  return Promise.race([query, sleep(READY_TIMEOUT_MS, false, { ref: false })])
}
