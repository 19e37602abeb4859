import { setVerified } from '../domain/apps/verification.ts'
import { commandRunning } from '../foundation/embedded/copy.ts'
import { connectToHolder } from '../foundation/embedded/directory-lock.ts'
import { type Db, openPostgres } from '../foundation/sql/db.ts'
import { CliError } from './cli-error.ts'
import { requireDataDirectory, withDatabase } from './data-directory.ts'

/* Commands of the operator. They work while the service runs: an embedded database is changed by the process that has it. */

const USAGE = 'npm run admin -- apps verify <slug>, or apps unverify <slug>'

/**
 * Runs a command on a database; returns what to print.
 * @throws CliError
 */
export async function runAdminCommand(db: Db, words: readonly string[]): Promise<string> {
  const [area, verb, slug, ...rest] = words
  if (area !== 'apps' || (verb !== 'verify' && verb !== 'unverify') || !slug || rest.length) throw new CliError(USAGE)
  const name = await setVerified(db, slug, verb === 'verify' ? new Date() : null)
  if (name === undefined) throw new CliError(`No app of the portal has the slug ${slug}.`)
  return `${slug} (“${name}”) is ${verb === 'verify' ? 'verified' : 'not verified'} now`
}

/** Runs a command on the database of a running or stopped service. */
export async function admin(
  { databaseUrl, dataDir }: { databaseUrl?: string | undefined; dataDir: string },
  words: readonly string[],
): Promise<string> {
  if (databaseUrl) {
    const db = openPostgres(databaseUrl)
    return runAdminCommand(db, words).finally(() => db.close())
  }
  requireDataDirectory(dataDir)
  const service = await connectToHolder(dataDir)
  return service ? commandRunning(service, words) : withDatabase(dataDir, (db) => runAdminCommand(db, words))
}
