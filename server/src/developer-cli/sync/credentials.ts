import { dirname, join } from 'node:path'
import { openBrowser } from '@memory-service/mcp-bridge/browser'
import { CliError } from '@memory-service/mcp-bridge/cli-error'
import { login } from '@memory-service/mcp-bridge/login'
import { openStore } from '@memory-service/mcp-bridge/store'
import { storedTokens } from '@memory-service/mcp-bridge/tokens'
import type { Session } from '../command.ts'
import { CommandError, EXIT } from '../errors.ts'

/** Where a sync gets its token from. */
interface CredentialOptions {
  token?: string | undefined
  /** Ask for access in the browser first. */
  login?: boolean | undefined
  /** Print the address of the consent page only. */
  noBrowser?: boolean | undefined
  scope?: string | undefined
  readOnly: boolean
}

/**
 * The access token of each call: a given connection token, or that of a login in the browser, which is refreshed. The login
 * is that of an ordinary app, with the scopes that the person allows.
 */
export async function tokensOf(session: Session, options: CredentialOptions): Promise<() => Promise<string>> {
  const fixed = options.token ?? session.env.MEMORY_SERVICE_TOKEN
  if (fixed) return async () => fixed
  const { url, store } = session
  const service = { base: url, resource: url }
  // The folder beside the file of developers. The bridge for MCP clients has logins of its own.
  const logins = openStore(join(dirname(store.path), 'sync'))
  const tokens = storedTokens(service, logins, `memory-service sync --login --url ${url}`)
  if (options.login) {
    const open = options.noBrowser ? () => {} : openBrowser
    const scope = scopesFor(options)
    const print = (text: string) => {
      for (const line of text.split('\n')) session.print(line)
    }
    print(await asCommandError(EXIT.failed, () => login(service, logins, { scope, clientName: 'Notes', print, open })))
  }
  return () => asCommandError(EXIT.signIn, () => tokens.current())
}

function scopesFor({ scope = '*', readOnly }: CredentialOptions): string {
  const verbs = readOnly ? ['read'] : ['read', 'write']
  return verbs.map((verb) => `memory:${verb}:${scope}`).join(' ')
}

async function asCommandError<T>(exitCode: number, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof CliError ? new CommandError(error.message, exitCode, error) : error
  }
}
