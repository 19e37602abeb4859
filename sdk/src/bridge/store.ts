import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Complaint } from './complaint.ts'

const FILE = 'credentials.json'
const LOCK_POLL_MS = 50
// Longer than what is done under it can take, so who holds it for so long is dead.
const LOCK_STALE_MS = 30_000
const LOCK_WAIT_MS = 40_000

/** What a login left. */
export interface Login {
  /** What the tokens are good for. */
  resource: string
  clientId: string
  tokenEndpoint: string
  revocationEndpoint?: string | undefined
  accessToken: string
  refreshToken?: string | undefined
  /** Unix milliseconds. */
  expiresAt?: number | undefined
}

/** Logins by issuer, in one file that is for its owner alone. */
export interface Store {
  /** Where it lies. */
  path: string
  /** The login for a resource, and who issued it. */
  find(resource: string): { issuer: string; login: Login } | undefined
  /**
   * Changes what is kept, with nobody else at it: `change` gets the login as it is by now and answers what is to stand
   * in its place, `undefined` for nothing.
   */
  change(issuer: string, change: (login: Login | undefined) => Promise<Login | undefined>): Promise<Login | undefined>
}

/** Opens the store in a folder; nothing is made before something is kept. */
export function openStore(folder: string = configFolder(process.platform, process.env, homedir())): Store {
  const path = join(folder, FILE)

  function read(): Record<string, Login> {
    let text: string
    try {
      text = readFileSync(path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
      throw new Complaint(`${path} cannot be read: ${(error as Error).message}`)
    }
    try {
      return JSON.parse(text)
    } catch {
      throw new Complaint(`${path} cannot be read. Remove it and log in again.`)
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
        const now = await change(before)
        if (now === before) return now
        const { [issuer]: _, ...others } = read()
        // Whole or not at all, and never readable by others, not even for a moment.
        writeFileSync(`${path}.new`, JSON.stringify(now ? { ...others, [issuer]: now } : others, null, 2), {
          mode: 0o600,
        })
        renameSync(`${path}.new`, path)
        return now
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
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw new Complaint(`${path}: ${(error as Error).message}`)
      if (ageOf(path) > LOCK_STALE_MS) rmSync(path, { force: true })
    }
  }
  throw new Complaint(`${path} is held by another process. Remove it when there is none.`)
}

function ageOf(path: string): number {
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return mtimeMs === undefined ? 0 : Date.now() - mtimeMs
}

/** Where this system keeps the settings of its user. */
export function configFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'memory-service')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'memory-service')
  // A relative one is to be ignored, by the specification of these folders.
  const folder = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(home, '.config')
  return join(folder, 'memory-service')
}
