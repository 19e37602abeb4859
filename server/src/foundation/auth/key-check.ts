import { ConfigError } from '../config.ts'
import type { Db } from '../sql/db.ts'
import { recordset, sql } from '../sql/sql.ts'
import { openOrUndefined, type SealedColumn } from './sealed.ts'
import type { Keyring, Vault } from './secrets.ts'

/*
 * Whether the secret key is the one that the data was sealed with. The database holds a sealed value for each key in use,
 * and a process whose keys do not open all of them refuses to start: otherwise webhooks and replays would fail one by one.
 */

const CHECK = 'memory-service'
const SAMPLE_ROWS = 20

/** The secret key does not open the data; the message names the settings. */
export class KeyMismatch extends ConfigError {
  constructor(problem: string) {
    super([problem])
    this.name = 'KeyMismatch'
  }
}

/**
 * Checks the keys of a process against the database, records that its current key is in use, and loads the lasting keys.
 * A database of an earlier version has no check yet: then samples of what is sealed decide.
 * @throws KeyMismatch
 */
export async function checkSecretKey(
  { db, vault, clock }: { db: Db; vault: Keyring; clock: () => Date },
  columns: readonly SealedColumn[],
  purposes: readonly string[],
): Promise<void> {
  await db.transaction(async (db) => {
    await verifySecretKey(db, vault, columns)
    await recordKey({ db, vault, clock })
    for (const purpose of purposes) await loadLastingKey(db, vault, purpose)
  })
}

/**
 * Checks the keys without recording them.
 * @throws KeyMismatch
 */
export async function verifySecretKey(db: Db, vault: Vault, columns: readonly SealedColumn[]): Promise<void> {
  const { known } = await readChecks(db, vault)
  if (!known) await checkSamples(db, vault, columns)
}

/**
 * Records that the current key of a vault is in use, so that no process starts without it.
 * @param since when it was first used, if not now: of two keys, the one used first is the older
 */
export async function recordKey(
  { db, vault, clock }: { db: Db; vault: Vault; clock: () => Date },
  since = clock().toISOString(),
): Promise<void> {
  const sealed = vault.seal(CHECK, checkContext(vault.fingerprint))
  await db.count(sql`
    insert into secret_key_checks (fingerprint, sealed, made_at)
    values (${vault.fingerprint}, ${sealed}, ${since}) on conflict (fingerprint) do nothing`)
}

/** Forgets all keys but the current one: nothing sealed with them is left. Returns how many there were. */
export function retireOtherKeys(db: Db, vault: Vault): Promise<number> {
  return db.count(sql`delete from secret_key_checks where fingerprint <> ${vault.fingerprint}`)
}

/** When a key was first used on the database; `undefined` if it never was, or was retired by another process. */
export async function keyInUseSince(db: Db, fingerprint: string): Promise<string | undefined> {
  const check = await db.maybe<{ since: string }>(
    sql`select made_at as since from secret_key_checks where fingerprint = ${fingerprint}`,
  )
  return check?.since
}

async function readChecks(db: Db, vault: Vault): Promise<{ known: boolean }> {
  const checks = await db.rows<{ fingerprint: string; sealed: Buffer }>(
    sql`select fingerprint, sealed from secret_key_checks`,
  )
  for (const { fingerprint, sealed } of checks)
    if (openOrUndefined(vault, { sealed, context: checkContext(fingerprint) }) === undefined)
      throw new KeyMismatch(
        checks.length > 1
          ? 'SECRET_KEY is being changed, and this process has only one of the two keys: set SECRET_KEY_PREVIOUS to the other one.'
          : mismatch('was encrypted with another key'),
      )
  return { known: checks.length > 0 }
}

// Single values may have been sealed by a process that ran with another key for a while, so one that opens is enough.
async function checkSamples(db: Db, vault: Vault, columns: readonly SealedColumn[]): Promise<void> {
  for (const column of columns) {
    const values = await column.read(db, null, SAMPLE_ROWS)
    if (values.length && values.every((value) => openOrUndefined(vault, value) === undefined))
      throw new KeyMismatch(mismatch(`holds values in ${column.name} that it does not decrypt`))
  }
}

function mismatch(what: string): string {
  return (
    `SECRET_KEY does not fit this database, which ${what}. Set SECRET_KEY to the key that was used before, ` +
    'or, to change the key, SECRET_KEY_PREVIOUS to that one.'
  )
}

// A key derived from the secret key until now stays the same; a new one would make imports add everything twice.
async function loadLastingKey(db: Db, vault: Keyring, purpose: string): Promise<void> {
  const context = lastingContext(purpose)
  const derived = vault.seal(vault.deriveKey(purpose).toString('base64'), context)
  await db.count(sql`
    insert into lasting_keys (purpose, sealed) values (${purpose}, ${derived}) on conflict (purpose) do nothing`)
  const { sealed } = await db.one<{ sealed: Buffer }>(sql`select sealed from lasting_keys where purpose = ${purpose}`)
  const text = openOrUndefined(vault, { sealed, context })
  if (text === undefined) throw new KeyMismatch(mismatch('holds a lasting key that it does not decrypt'))
  vault.setLasting(purpose, Buffer.from(text, 'base64'))
}

/** The encryption context of the check of a key. */
export const checkContext = (fingerprint: string) => `check of key ${fingerprint}`
const lastingContext = (purpose: string) => `lasting key for ${purpose}`

const RESEALED = recordset('t', { purpose: 'text', was: 'bytea', now: 'bytea' })

/** The lasting keys as a sealed column. */
export const sealedLastingKeys: SealedColumn = {
  name: 'lasting_keys.sealed',
  async read(db, after, limit) {
    const rows = await db.rows<{ purpose: string; sealed: Buffer }>(sql`
      select purpose, sealed from lasting_keys where purpose > ${after?.[0] ?? ''} order by purpose limit ${limit}`)
    return rows.map(({ purpose, sealed }) => ({ key: [purpose], sealed, context: lastingContext(purpose) }))
  },
  replace: (db, values) =>
    db.count(sql`
      update lasting_keys l set sealed = t.now
      from ${RESEALED(values.map(({ key: [purpose], sealed, now }) => ({ purpose, was: sealed, now })))}
      where l.purpose = t.purpose and l.sealed = t.was`),
}
