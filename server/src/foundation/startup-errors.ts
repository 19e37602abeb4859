import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Config, ConfigError } from './config.ts'
import { UnusableDatabase } from './sql/migrate.ts'

/*
 * Explains settings that are valid but cannot be used: a port in use, a directory without write permission, a rejected
 * database login. The messages have the form of configuration errors.
 */

/**
 * Listens on the addresses of the settings for a moment, so that a start on an unusable one ends before anything else is
 * opened or logged.
 * @throws ConfigError
 */
export async function checkAddresses({ host, port, metricsPort }: Config): Promise<void> {
  await checkAddress(host, port, 'PORT')
  if (metricsPort !== undefined) await checkAddress(host, metricsPort, 'METRICS_PORT')
}

async function checkAddress(host: string, port: number, variable: 'PORT' | 'METRICS_PORT'): Promise<void> {
  const server = createServer().listen({ host, port })
  await once(server, 'listening').catch((error) => {
    throw explainListenError({ host, port }, error, variable)
  })
  server.close()
  await once(server, 'close')
}

/**
 * Returns a ConfigError for an unusable listening address; any other error unchanged. `variable` is the setting of the
 * port.
 */
export function explainListenError(
  { host, port }: Pick<Config, 'host' | 'port'>,
  error: unknown,
  variable: 'PORT' | 'METRICS_PORT' = 'PORT',
): unknown {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    return new ConfigError([
      `${variable} must be a free port, or 0 for any; another program listens on ${at(host, port)}. Stop it, or set ${variable} to another port.`,
    ])
  if (code === 'EACCES') return new ConfigError([`${variable} must be at least 1024 for this user; got ${port}.`])
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new ConfigError([`HOST must be an address of this machine; got "${host}" (${code}).`])
  return error
}

const at = (host: string, port: number) => `${host.includes(':') ? `[${host}]` : host}:${port}`

const DIRECTORY_CODES = ['EEXIST', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC']

/** Returns a ConfigError for an unusable data directory; any other error unchanged. */
export function explainDirectoryError({ dataDir }: Config, error: unknown): unknown {
  const code = codeOf(error)
  // In some directories, such as /proc, nothing can be created.
  const isNotCreated = code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'mkdir'
  if (!isNotCreated && !DIRECTORY_CODES.includes(code as string)) return error
  return new ConfigError([`DATA_DIR must be a writable directory; got ${JSON.stringify(dataDir)} (${code}).`])
}

// PostgreSQL error codes: invalid authorization (class 28), unknown database (3D000).
const LOCKED_OUT = /^(28...|3D000)$/
const NO_PERMISSION = '42501'

/** Returns a ConfigError for a rejected database login and for an unusable database; any other error unchanged. */
export function explainDatabaseError(error: unknown): unknown {
  if (error instanceof UnusableDatabase) return new ConfigError([error.message])
  const code = codeOf(error) ?? ''
  if (code === NO_PERMISSION)
    return new ConfigError([`DATABASE_URL must be a database whose owner logs in: ${(error as Error).message}.`])
  if (!LOCKED_OUT.test(code)) return error
  return new ConfigError([`DATABASE_URL must be a database that accepts the login: ${(error as Error).message}.`])
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
