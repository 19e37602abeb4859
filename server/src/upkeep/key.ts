import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { linkEncryptionContext } from '../domain/connectors/link.ts'
import { secretContext } from '../domain/webhooks/subscriptions.ts'
import { openVault } from '../foundation/auth/secrets.ts'
import type { Db } from '../foundation/sql/db.ts'
import { sql } from '../foundation/sql/sql.ts'
import { CliError } from './cli-error.ts'

/** The key that decrypts the encrypted values of a data directory. */
export interface Key {
  text: string
  /** Where it was read from, for messages. */
  source: string
}

/** Name of the key file in a data directory. */
export const KEY_FILE = 'secret.key'

/** Reads the key a service on this directory would use: SECRET_KEY, else the key file; null without either. */
export async function readKey(dir: string, secretKey: string | undefined): Promise<Key | null> {
  if (secretKey) return { text: secretKey, source: 'the variable SECRET_KEY' }
  const path = join(dir, KEY_FILE)
  const text = await readFile(path, 'utf8').catch(() => null)
  return text ? { text: text.trim(), source: path } : null
}

interface EncryptedRow {
  id: string
  encrypted: Buffer
}

/**
 * Decrypts one value of each kind to verify the key.
 * @throws CliError when a value was encrypted with another key.
 */
export async function verifyKey(db: Db, key: Key): Promise<void> {
  const secrets = await db.rows<EncryptedRow>(sql`select id, secret as encrypted from webhook_subscriptions limit 1`)
  const links = await db.rows<EncryptedRow>(sql`select user_id as id, token as encrypted from connector_links limit 1`)
  const values = [
    ...secrets.map(({ id, encrypted }) => ({ encrypted, context: secretContext(id) })),
    ...links.map(({ id, encrypted }) => ({ encrypted, context: linkEncryptionContext(id) })),
  ]
  const vault = openVault(key.text)
  for (const { encrypted, context } of values)
    try {
      vault.open(encrypted, context)
    } catch (error) {
      throw new CliError(
        `The key in ${key.source} does not decrypt the stored values. Set SECRET_KEY to the key the service used.`,
        error,
      )
    }
}
