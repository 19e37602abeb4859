import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { linkPlace } from '../domain/connectors/link.ts'
import { secretPlace } from '../domain/webhooks/subscriptions.ts'
import type { Db } from '../foundation/db.ts'
import { openVault } from '../foundation/secrets.ts'
import { sql } from '../foundation/sql.ts'
import { Refusal } from './refusal.ts'

/** The key a data directory's sealed values open with, and where it stands. */
export interface Key {
  text: string
  place: string
}

/** Where a data directory keeps its key. */
export const KEY_FILE = 'secret.key'

/** The key as a service on this directory has it: the environment's, else the one kept there; null without either. */
export async function readKey(dir: string, secretKey: string | undefined): Promise<Key | null> {
  if (secretKey) return { text: secretKey, place: 'the variable SECRET_KEY' }
  const path = join(dir, KEY_FILE)
  const text = await readFile(path, 'utf8').catch(() => null)
  return text ? { text: text.trim(), place: path } : null
}

/**
 * Tries the key on one sealed value of each kind.
 * @throws Refusal when it is not the one they were sealed with.
 */
export async function tryKey(db: Db, key: Key): Promise<void> {
  const sealed = [
    ...(await db.rows<Sealed>(sql`select id, secret as sealed from webhook_subscriptions limit 1`)).map(
      ({ id, sealed }) => ({ sealed, about: secretPlace(id) }),
    ),
    ...(await db.rows<Sealed>(sql`select user_id as id, token as sealed from connector_links limit 1`)).map(
      ({ id, sealed }) => ({ sealed, about: linkPlace(id) }),
    ),
  ]
  const vault = openVault(key.text)
  for (const { sealed: value, about } of sealed)
    try {
      vault.open(value, about)
    } catch (error) {
      throw new Refusal(
        `The key in ${key.place} does not decrypt what is stored here. Set SECRET_KEY to the one the service was run with.`,
        error,
      )
    }
}

interface Sealed {
  id: string
  sealed: Buffer
}
