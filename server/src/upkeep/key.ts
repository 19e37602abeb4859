import { join } from 'node:path'
import { KeyMismatch, verifySecretKey } from '../foundation/auth/key-check.ts'
import { KEY_FILE, readKeyFiles } from '../foundation/auth/key-files.ts'
import { openVault } from '../foundation/auth/secrets.ts'
import type { Db } from '../foundation/sql/db.ts'
import { CliError } from './cli-error.ts'

/** The key that decrypts the encrypted values of a data directory. */
export interface Key {
  text: string
  /** The key before, while it is being changed. */
  previous?: string | undefined
  /** Where it was read from, for messages. */
  source: string
}

/** Reads the key a service on this directory would use: SECRET_KEY, else the key files; null without either. */
export async function readKey(dir: string, secretKey: string | undefined, previous?: string): Promise<Key | null> {
  if (secretKey) return { text: secretKey, previous, source: 'the variable SECRET_KEY' }
  const files = readKeyFiles(dir)
  return files ? { text: files.current, previous: files.previous, source: join(dir, KEY_FILE) } : null
}

/**
 * Decrypts values of each kind to verify the key.
 * @throws CliError when the values were encrypted with another key.
 */
export async function verifyKey(db: Db, key: Key): Promise<void> {
  // Imported here, because it loads the whole service, which reading a key does not need.
  const { sealedColumns } = await import('../app.ts')
  try {
    await verifySecretKey(db, openVault(key.text, key.previous), sealedColumns)
  } catch (error) {
    if (!(error instanceof KeyMismatch)) throw error
    throw new CliError(
      `The key in ${key.source} does not decrypt the stored values. Set SECRET_KEY to the key the service used.`,
      error,
    )
  }
}
