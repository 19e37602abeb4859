import { existsSync } from 'node:fs'
import type { Config } from '../foundation/config.ts'
import { type CommandResult, commandRunning } from '../foundation/embedded/copy.ts'
import { connectToHolder } from '../foundation/embedded/directory-lock.ts'
import { CliError } from './cli-error.ts'

/**
 * Runs a command of the operator on the database of a running or stopped service. An embedded database is changed by the
 * process that has it open; only without one are the modules of a service loaded, which takes a second.
 * @throws CliError if the database cannot be used; failures of the command are in the result
 */
export async function admin(config: Config, words: readonly string[]): Promise<CommandResult> {
  const { databaseUrl, dataDir } = config
  try {
    const service = !databaseUrl && existsSync(dataDir) ? await connectToHolder(dataDir) : null
    if (service) return await commandRunning(service, words)
    const { adminHere } = await import('./admin-here.ts')
    return await adminHere(config, words)
  } catch (error) {
    throw new CliError((error as Error).message, error)
  }
}
