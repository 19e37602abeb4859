import { lastingPurposes, sealedColumns } from '../app.ts'
import { checkSecretKey, KeyMismatch, keyInUseSince, recordKey } from '../foundation/auth/key-check.ts'
import { discardKeyFile, loadKeyFiles } from '../foundation/auth/key-files.ts'
import { type Keyring, openVault } from '../foundation/auth/secrets.ts'
import type { Config } from '../foundation/config.ts'
import type { Ports } from '../foundation/ctx.ts'
import { type Loop, startLoop } from '../foundation/jobs.ts'

/* The secret keys of this process: from the environment, or from files in the data directory. */

const WATCH_MS = 60_000

/** The vault of a process and what watches over its keys. */
export interface Keys {
  vault: Keyring
  /**
   * Checks the keys against a migrated database.
   * @throws KeyMismatch
   */
  check(ports: Pick<Ports, 'db' | 'clock' | 'log'>): Promise<void>
  /** Checks from time to time that the current key has not been retired by a change of the key elsewhere. */
  watch(ports: Pick<Ports, 'db' | 'clock' | 'log'>): Loop
}

/** Reads the keys of a process. Without `SECRET_KEY` they are in the data directory, where one is created. */
export function openKeys({ secretKey, secretKeyPrevious, dataDir }: KeySettings): Keys {
  const files = secretKey === undefined ? loadKeyFiles(dataDir) : undefined
  const { current, previous } = files ?? { current: secretKey as string, previous: secretKeyPrevious }
  const vault = openVault(current, previous)
  return {
    vault,
    async check(ports) {
      try {
        await checkSecretKey({ ...ports, vault }, sealedColumns, lastingPurposes)
      } catch (error) {
        // Otherwise the next start would find a key, and nothing would say that it is not the one of the data.
        if (error instanceof KeyMismatch && files?.created) discardKeyFile(dataDir)
        throw error
      }
      if (vault.previousFingerprint === undefined) return
      if (await keyInUseSince(ports.db, vault.previousFingerprint))
        ports.log.warn('the secret key is being changed; rotate-key seals what the previous key sealed')
      else ports.log.info('nothing is sealed with SECRET_KEY_PREVIOUS; it is accepted, for a change of the secret key')
    },
    watch: (ports) => {
      // A retired key stays older than the one that it was changed to.
      let firstUse = new Date(0).toISOString()
      return startLoop(ports, 'secret key', WATCH_MS, async () => {
        const since = await keyInUseSince(ports.db, vault.fingerprint)
        firstUse = since ?? firstUse
        if (since) return false
        await recordKey({ ...ports, vault }, firstUse)
        ports.log.error('the secret key of this process was retired by rotate-key; restart it with the new one')
        return false
      })
    },
  }
}

/** Where the keys of a process come from. */
export type KeySettings = Pick<Config, 'secretKey' | 'secretKeyPrevious' | 'dataDir'>
