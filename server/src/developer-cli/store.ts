import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { newSigningSecret } from '../domain/webhooks/signature.ts'
import { CommandError } from './errors.ts'

/** What is stored for one installation. */
export interface Login {
  /** The session cookie of the developer, as `name=value`. */
  cookie?: string
  email?: string
  /** Connection tokens of test people, by app id. */
  tokens?: Record<string, string>
}

interface Stored {
  logins: Record<string, Login>
  /** Signs what `listen` and `trigger` send to this machine; it stays the same, so that an app can be configured with it. */
  signingSecret: string
}

/** The credentials of the developer commands, in one file that only its owner can read. */
export type Store = ReturnType<typeof openStore>

export function openStore(env: NodeJS.ProcessEnv) {
  const folder = folderOf(env)
  const path = join(folder, 'developer.json')

  function read(): Stored {
    try {
      return JSON.parse(readFileSync(path, 'utf8'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { logins: {}, signingSecret: newSigningSecret() }
      throw new CommandError(`${path} cannot be read: ${(error as Error).message}. Delete it and log in again.`)
    }
  }

  function write(stored: Stored): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Write and rename: a crash leaves the old file, and the new one is never readable by others.
    writeFileSync(`${path}.new`, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }

  return {
    path,
    login: (url: string): Login => read().logins[url] ?? {},
    /** Stores the login of an installation; `undefined` deletes it. */
    save(url: string, login: Login | undefined): void {
      const { [url]: _, ...others } = read().logins
      write({ ...read(), logins: login ? { ...others, [url]: login } : others })
    },
    /** The secret of this machine, which is made at the first use. */
    signingSecret(): string {
      const stored = read()
      write(stored)
      return stored.signingSecret
    },
  }
}

function folderOf({ XDG_CONFIG_HOME, APPDATA }: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32' && APPDATA) return join(APPDATA, 'memory-service')
  return join(XDG_CONFIG_HOME?.startsWith('/') ? XDG_CONFIG_HOME : join(homedir(), '.config'), 'memory-service')
}
