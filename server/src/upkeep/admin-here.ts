import { sealedColumns } from '../app.ts'
import { verifySecretKey } from '../foundation/auth/key-check.ts'
import { readKeyFiles } from '../foundation/auth/key-files.ts'
import type { Config } from '../foundation/config.ts'
import type { CommandResult } from '../foundation/embedded/copy.ts'
import { NO_FEED } from '../foundation/sql/change-feed.ts'
import { type Database, openPostgres } from '../foundation/sql/db.ts'
import { NO_TABLE } from '../foundation/sql/db-errors.ts'
import { compareMigrations } from '../foundation/sql/migrate.ts'
import { openLog } from '../foundation/telemetry/log.ts'
import { NO_TRACE } from '../foundation/telemetry/trace.ts'
import { answerWithoutDatabase, runAdminCommand } from '../service/admin-command.ts'
import { openKeys } from '../service/keys.ts'
import { closePorts, openPorts } from '../service/ports.ts'
import { CliError } from './cli-error.ts'
import { requireDataDirectory, withDatabase } from './data-directory.ts'

/**
 * Runs a command of the operator in this process, with its own parts of a service but without background work.
 * @throws CliError if the database cannot be used; failures of the command are in the result
 */
export async function adminHere(config: Config, words: readonly string[]): Promise<CommandResult> {
  const answer = answerWithoutDatabase(words)
  if (answer) return answer
  const { databaseUrl, databasePrepare, dataDir } = config
  if (databaseUrl) {
    const db = openPostgres(databaseUrl, { prepare: databasePrepare })
    return runOn(config, db, words).finally(() => db.close())
  }
  requireDataDirectory(dataDir)
  return withDatabase(dataDir, (db) => runOn(config, db, words))
}

async function runOn(config: Config, db: Database, words: readonly string[]): Promise<CommandResult> {
  await requireOwnSchema(db)
  if (config.secretKey === undefined && !readKeyFiles(config.dataDir))
    throw new CliError(`SECRET_KEY is not set, and ${config.dataDir} contains no key file.`)
  const log = openLog('warn', process.stderr)
  const { vault } = openKeys(config)
  await verifySecretKey(db, vault, sealedColumns)
  const quiet = { ...config, role: 'api' as const, model: null, recallWarmUp: false }
  const embeddings = { current: () => undefined, onReady: () => {}, close: async () => {} }
  const ports = openPorts({ config: quiet, db, accessFeed: NO_FEED, log, vault, embeddings, trace: NO_TRACE }, {})
  try {
    return await runAdminCommand({ ...ports, vault, keySettings: config }, words)
  } finally {
    await closePorts(ports)
  }
}

async function requireOwnSchema(db: Database): Promise<void> {
  const { lacking } = await compareMigrations(db).catch((error) => {
    if ((error as { code?: unknown }).code !== NO_TABLE) throw error
    throw new CliError('The database has no tables of the service yet. Start the service on it first.')
  })
  if (lacking.length)
    throw new CliError(
      `The database has the schema of an earlier version: ${lacking[0]} is missing. Start this version.`,
    )
}
