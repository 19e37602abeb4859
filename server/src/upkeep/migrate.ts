import type { Config } from '../foundation/config.ts'
import { openPostgres } from '../foundation/sql/db.ts'
import { migrate } from '../foundation/sql/migrate.ts'
import { CliError } from './cli-error.ts'

/**
 * Applies the pending migrations of this version to PostgreSQL, so that a rollout can do it before the first new process
 * starts. Processes of the previous version keep serving meanwhile. Returns the names of the applied migrations.
 * @throws CliError if `DATABASE_URL` is not set; an embedded database is migrated when the service starts
 */
export async function migrateDatabase({ databaseUrl, databasePrepare }: Config): Promise<string[]> {
  if (!databaseUrl)
    throw new CliError('DATABASE_URL is not set. An embedded database is migrated when the service starts.')
  const db = openPostgres(databaseUrl, { prepare: databasePrepare })
  return migrate(db).finally(() => db.close())
}
