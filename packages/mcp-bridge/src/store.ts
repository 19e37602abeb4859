import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from './cli-error.ts'

const FILE = 'credentials.json'
const LOCK_POLL_MS = 50
// Longer than any work done under the lock, so the process that holds an older lock has died.
const LOCK_STALE_MS = 30_000
const LOCK_WAIT_MS = 40_000

/** The result of a login. */
export interface Login {
  /** The resource that the tokens are for. */
  resource: string
  clientId: string
  tokenEndpoint: string
  revocationEndpoint?: string | undefined
  accessToken: string
  refreshToken?: string | undefined
  /** Unix milliseconds. */
  expiresAt?: number | undefined
}

/** Logins by issuer, in one file that only its owner can read. */
export interface Store {
  /** The path of the file. */
  path: string
  /** The login for a resource, and its issuer. */
  find(resource: string): { issuer: string; login: Login } | undefined
  /**
   * Changes an issuer's login under a lock that other processes respect. `change` receives the current login and
   * returns the one to store; `undefined` deletes it.
   */
  change(issuer: string, change: (login: Login | undefined) => Promise<Login | undefined>): Promise<Login | undefined>
}

/** Opens the store of a folder. The folder is created at the first change. */
export function openStore(folder: string = configFolder(process.platform, process.env, homedir())): Store {
  const path = join(folder, FILE)

  function read(): Record<string, Login> {
    let text: string
    try {
      text = readFileSync(path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
      throw new CliError(`${path} cannot be read: ${(error as Error).message}`)
    }
    try {
      return JSON.parse(text)
    } catch {
      throw new CliError(`${path} is not valid JSON. Delete it and log in again.`)
    }
  }

  return {
    path,
    find(resource) {
      const [found] = Object.entries(read()).filter(([, login]) => login.resource === resource)
      return found && { issuer: found[0], login: found[1] }
    },
    async change(issuer, change) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const unlock = await lock(`${path}.lock`)
      try {
        const before = read()[issuer]
        const after = await change(before)
        if (after === before) return after
        const { [issuer]: _, ...others } = read()
        // Write and rename: a crash leaves the old file, and the new one is never readable by others.
        writeFileSync(`${path}.new`, JSON.stringify(after ? { ...others, [issuer]: after } : others, null, 2), {
          mode: 0o600,
        })
        renameSync(`${path}.new`, path)
        return after
      } finally {
        unlock()
      }
    },
  }
}

async function lock(path: string): Promise<() => void> {
  for (const until = Date.now() + LOCK_WAIT_MS; Date.now() < until; await sleep(LOCK_POLL_MS)) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw new CliError(`${path}: ${(error as Error).message}`)
      if (ageMsOf(path) > LOCK_STALE_MS) rmSync(path, { force: true })
    }
  }
  throw new CliError(`${path} is held by another process. Delete it if no other process runs.`)
}

function ageMsOf(path: string): number {
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return mtimeMs === undefined ? 0 : Date.now() - mtimeMs
}

/** The folder for this program's settings, by the conventions of the platform. */
export function configFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'memory-service')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'memory-service')
  // The XDG specification says to ignore relative paths.
  const folder = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(home, '.config')
  return join(folder, 'memory-service')
}
