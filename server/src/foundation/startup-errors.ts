import { type Config, ConfigError } from './config.ts'

/*
 * Explains settings that are valid but cannot be used: a port in use, a directory without write permission, a rejected
 * database login. The messages have the form of configuration errors.
 */

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
      `${variable} is "${port}", where another program listens already; it takes a free one, 0 for any.`,
    ])
  if (code === 'EACCES')
    return new ConfigError([`${variable} is "${port}", which this user may not open; it takes one from 1024 on.`])
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new ConfigError([`HOST is "${host}", which is not this machine (${code}); it takes an address it has.`])
  return error
}

const DIRECTORY_CODES = ['EEXIST', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC']

/** Returns a ConfigError for an unusable data directory; any other error unchanged. */
export function explainDirectoryError({ dataDir }: Config, error: unknown): unknown {
  const code = codeOf(error)
  if (!DIRECTORY_CODES.includes(code as string)) return error
  return new ConfigError([`DATA_DIR is ${JSON.stringify(dataDir)} (${code}); it takes a directory we may write to.`])
}

// PostgreSQL error codes: invalid authorization (class 28), unknown database (3D000).
const LOCKED_OUT = /^(28...|3D000)$/

/** Returns a ConfigError for a rejected database login; any other error unchanged. */
export function explainDatabaseError(error: unknown): unknown {
  if (!LOCKED_OUT.test(codeOf(error) ?? '')) return error
  const said = (error as Error).message
  return new ConfigError([`DATABASE_URL leads to a database that says: ${said}; it takes one that lets us in.`])
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
