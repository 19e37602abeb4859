import { type Config, ConfigError } from './config.ts'

/*
 * Settings that read well and still cannot be used: an address that is taken, a directory nobody may write to, a database
 * that does not let us in. Whoever set them reads the same kind of sentence as for one that is misspelt.
 */

/** What is wrong with the address to listen on; any other error as it is. */
export function unusableAddress({ host, port }: Config, error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    return new ConfigError([
      `PORT is "${port}", where another program listens already; it takes a free one, 0 for any.`,
    ])
  if (code === 'EACCES')
    return new ConfigError([`PORT is "${port}", which this user may not open; it takes one from 1024 on.`])
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new ConfigError([`HOST is "${host}", which is not this machine (${code}); it takes an address it has.`])
  return error
}

const DIRECTORY_CODES = ['EEXIST', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC']

/** What is wrong with the data directory; any other error as it is. */
export function unusableDirectory({ dataDir }: Config, error: unknown): unknown {
  const code = codeOf(error)
  if (!DIRECTORY_CODES.includes(code as string)) return error
  return new ConfigError([`DATA_DIR is ${JSON.stringify(dataDir)} (${code}); it takes a directory we may write to.`])
}

// Classes of PostgreSQL: the authorization is invalid, the database has no such name.
const LOCKED_OUT = /^(28...|3D000)$/

/** What is wrong with the database's address; any other error as it is. */
export function unusableDatabase(error: unknown): unknown {
  if (!LOCKED_OUT.test(codeOf(error) ?? '')) return error
  const said = (error as Error).message
  return new ConfigError([`DATABASE_URL leads to a database that says: ${said}; it takes one that lets us in.`])
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
