import { lastingPurposes, sealedColumns } from '../app.ts'
import { recordAct } from '../domain/audit/operator-acts.ts'
import { type Command, type CommandOutput, command, RefusedError } from '../domain/operator/command.ts'
import { checkSecretKey, keyInUseSince, recordKey, retireOtherKeys } from '../foundation/auth/key-check.ts'
import { deletePreviousKey, replaceKeyFile } from '../foundation/auth/key-files.ts'
import { type ResealCounts, resealColumn } from '../foundation/auth/sealed.ts'
import type { Keyring } from '../foundation/auth/secrets.ts'
import type { Ports } from '../foundation/ctx.ts'
import { sql } from '../foundation/sql/sql.ts'
import type { KeySettings } from './keys.ts'

/* Changes the secret key: seals everything that the previous key sealed with the current one, while the service runs. */

/** Values that processes sealed with the previous key during one pass are found by the next. */
const PASSES_MAX = 10

/** What the change of a key uses. */
export interface RotationPorts extends Pick<Ports, 'db' | 'clock' | 'log'> {
  vault: Keyring
  keySettings: KeySettings
}

interface ColumnReport extends ResealCounts {
  column: string
}

/** What a change of the key did, column by column. */
interface RotationReport {
  fingerprint: string
  columns: ColumnReport[]
}

let running: Promise<RotationReport> | undefined

/**
 * Changes the key. With a key file, it makes the new key; otherwise SECRET_KEY and SECRET_KEY_PREVIOUS name both. May be
 * interrupted at any time and run again: it continues with the same new key.
 * @throws RefusedError that names the step to do first
 */
export function rotateKeys(ports: RotationPorts): Promise<RotationReport> {
  running ??= changeKey(ports).finally(() => (running = undefined))
  return running
}

async function changeKey(ports: RotationPorts): Promise<RotationReport> {
  const { db, clock, vault, log, keySettings } = ports
  const { dataDir, secretKey } = keySettings
  if (secretKey !== undefined) await checkEnvironment(ports)
  await checkSecretKey(ports, sealedColumns, lastingPurposes)
  if (secretKey === undefined) {
    vault.use(replaceKeyFile(dataDir))
    await recordKey(ports)
  }
  log.info({ fingerprint: vault.fingerprint }, 'change of the secret key begun')
  const columns = await resealAll(ports)
  const resealed = columns.reduce((sum, each) => sum + each.resealed, 0)
  const detail = `${vault.previousFingerprint} to ${vault.fingerprint}`
  await db.transaction(async (db) => {
    const retired = await retireOtherKeys(db, vault)
    if (retired || resealed) return recordAct({ db, clock }, { act: 'keys.rotate', subjectId: null, detail })
    // A repetition of a completed change changes nothing.
    if (
      secretKey === undefined ||
      (await db.maybe(sql`select 1 from operator_acts where act = 'keys.rotate' and detail = ${detail}`))
    )
      return
    throw new RefusedError(`Nothing is sealed with SECRET_KEY_PREVIOUS. ${WRONG_WAY}`)
  })
  if (secretKey === undefined) {
    deletePreviousKey(dataDir)
    vault.retirePrevious()
  }
  log.info({ fingerprint: vault.fingerprint, resealed }, 'change of the secret key complete')
  return { fingerprint: vault.fingerprint, columns }
}

const WRONG_WAY =
  'If it is the new key, restart every process with it as SECRET_KEY and with the key used until now as ' +
  'SECRET_KEY_PREVIOUS, and run this again with the same settings.'

async function checkEnvironment({ db, vault }: RotationPorts): Promise<void> {
  const { fingerprint, previousFingerprint } = vault
  if (previousFingerprint === undefined)
    throw new RefusedError(
      'Set SECRET_KEY to a new key (openssl rand -base64 32) and SECRET_KEY_PREVIOUS to the one used until now, restart ' +
        'the service with both, and run this again with the same settings.',
    )
  const since = await keyInUseSince(db, fingerprint)
  if (!since)
    throw new RefusedError(
      'No process has started with this SECRET_KEY yet. Restart the service with the new SECRET_KEY and with ' +
        'SECRET_KEY_PREVIOUS, and run this again with the same settings.',
    )
  const previousSince = await keyInUseSince(db, previousFingerprint)
  if (previousSince && previousSince > since)
    throw new RefusedError(`SECRET_KEY_PREVIOUS is the newer of the two keys. ${WRONG_WAY}`)
}

async function resealAll({ db, vault }: RotationPorts): Promise<ColumnReport[]> {
  const reports = new Map<string, ColumnReport>()
  for (let pass = 1; pass <= PASSES_MAX; pass++) {
    let resealed = 0
    for (const column of sealedColumns) {
      const counts = await resealColumn(db, vault, column)
      resealed += counts.resealed
      const before = reports.get(column.name)?.resealed ?? 0
      reports.set(column.name, { column: column.name, ...counts, resealed: before + counts.resealed })
    }
    if (!resealed) return [...reports.values()]
  }
  throw new RefusedError(
    'Some process still seals with the previous key. Restart every process with the new SECRET_KEY and run this again.',
  )
}

function outputOf(report: RotationReport): CommandOutput {
  const sum = (name: keyof ResealCounts) => report.columns.reduce((all, each) => all + each[name], 0)
  const lines = [
    `re-sealed ${sum('resealed')} values with the key ${report.fingerprint}; nothing sealed with the previous key is left`,
    'SECRET_KEY_PREVIOUS can be removed, if it is set',
  ]
  if (sum('unreadable')) lines.push(`${sum('unreadable')} values were sealed with neither key and stay unreadable`)
  return { data: report, text: lines.join('\n') }
}

export const keyCommands: readonly Command<RotationPorts>[] = [
  command({
    name: 'keys rotate',
    summary: 'changes the secret key: seals everything with the new one',
    detail: `With a key file in DATA_DIR, makes the new key itself. With SECRET_KEY, first restart the service with the new
key there and the one before in SECRET_KEY_PREVIOUS. Can be interrupted and run again.`,
    run: async (ports) => outputOf(await rotateKeys(ports)),
  }),
]
