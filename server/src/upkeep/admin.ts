import { commandRunning } from '../foundation/embedded/copy.ts'
import { connectToHolder } from '../foundation/embedded/directory-lock.ts'
import { openPostgres } from '../foundation/sql/db.ts'
import { runAdminCommand } from '../service/admin-command.ts'
import { CliError } from './cli-error.ts'
import { requireDataDirectory, withDatabase } from './data-directory.ts'

interface Location {
  databaseUrl?: string | undefined
  dataDir: string
}

/**
 * Runs a command of the operator on the database of a running or stopped service. An embedded database is changed by the
 * process that has it open.
 * @throws CliError
 */
export async function admin(location: Location, words: readonly string[]): Promise<string> {
  try {
    return await runWhereOpen(location, words)
  } catch (error) {
    throw new CliError((error as Error).message, error)
  }
}

async function runWhereOpen({ databaseUrl, dataDir }: Location, words: readonly string[]): Promise<string> {
  if (databaseUrl) {
    const db = openPostgres(databaseUrl)
    return runAdminCommand(db, words).finally(() => db.close())
  }
  requireDataDirectory(dataDir)
  const service = await connectToHolder(dataDir)
  return service ? commandRunning(service, words) : withDatabase(dataDir, (db) => runAdminCommand(db, words))
}
