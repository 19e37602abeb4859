import { mkdirSync, watch } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { covers, isQualifier } from '@memory-service/scopes'
import type { Session } from '../command.ts'
import { CommandError, EXIT, usageError } from '../errors.ts'
import { tokensOf } from './credentials.ts'
import { type Memories, memoriesOf } from './memories.ts'
import { openState, STATE_FOLDER, stateKey } from './state.ts'
import { type SyncOptions, type SyncResult, syncOnce } from './sync.ts'

const EVERY_SECONDS = 60
const EVERY_SECONDS_MIN = 5
/** Editors write a file in several steps. */
const SETTLE_MS = 300

export interface SyncArguments {
  token?: string | undefined
  scope?: string | undefined
  every?: string | undefined
  login?: boolean | undefined
  noBrowser?: boolean | undefined
  readOnly?: boolean | undefined
  watch?: boolean | undefined
  dryRun?: boolean | undefined
  yes?: boolean | undefined
}

/** Keeps a folder of notes and the memories of a connection in the same state, once or until it is interrupted. */
export async function sync(session: Session, folder: string | undefined, options: SyncArguments): Promise<void> {
  const { scope, readOnly = false } = options
  if (scope !== undefined && !isQualifier(scope))
    throw usageError(`“${scope}” is not a scope such as fitness or fitness.*`)
  const everyMs = intervalOf(options.every)
  const currentToken = await tokensOf(session, { ...options, readOnly })
  if (folder === undefined) {
    if (options.login) return
    throw usageError('Name the folder of the notes, such as: memory-service sync notes')
  }
  const path = resolve(folder)
  mkdirSync(path, { recursive: true })
  const memories = memoriesOf(session.url, currentToken)
  const key = stateKey(dirname(session.store.path))
  const once = () =>
    syncFolder(memories, key, {
      folder: path,
      isChosen: (each) => scope === undefined || covers(scope, each),
      yes: options.yes ?? false,
      dryRun: options.dryRun ?? false,
      readOnly,
      print: session.print,
      note: session.note,
    })
  if (options.watch) return watchFolder(session, path, everyMs, once)
  const { refused } = await once()
  if (refused)
    throw new CommandError(`The service refused ${refused} of the notes’ lines. They are still in the notes.`)
}

async function syncFolder(memories: Memories, key: Buffer, options: SyncOptions): Promise<SyncResult> {
  const access = await memories.access()
  const state = openState(options.folder, access.store, key)
  try {
    const result = await syncOnce(options, memories, access, state)
    const { stored, edited, deleted, noted } = result
    if (!options.dryRun)
      options.note(`Memories: ${stored} stored, ${edited} edited, ${deleted} deleted. Lines of notes: ${noted}.`)
    return result
  } finally {
    state.close()
  }
}

/** Syncs when a note changes, and at intervals, until the command is interrupted. Failures are reported and tried again. */
async function watchFolder(
  session: Session,
  path: string,
  everyMs: number,
  once: () => Promise<unknown>,
): Promise<void> {
  let isOver = false
  let wake = () => {}
  const changes = watch(path, { recursive: true }, (_, name) => {
    if (name === null || !name.split(/[\\/]/).includes(STATE_FOLDER)) wake()
  })
  const stopped = session.stop.then(() => {
    isOver = true
    wake()
  })
  try {
    while (!isOver) {
      const timer = new AbortController()
      const changed = new Promise<void>((resolve) => {
        wake = () => resolve()
      })
      await once().catch((error: unknown) => {
        if (!(error instanceof CommandError) || error.exitCode === EXIT.signIn) throw error
        session.note(`memory-service: ${error.message}`)
      })
      const waited = sleep(everyMs, undefined, { signal: timer.signal }).catch(() => {})
      await Promise.race([changed, waited, stopped])
      timer.abort()
      if (!isOver) await Promise.race([sleep(SETTLE_MS), stopped])
    }
  } finally {
    changes.close()
  }
}

function intervalOf(text: string | undefined): number {
  const seconds = text === undefined ? EVERY_SECONDS : Number(text)
  if (!Number.isInteger(seconds) || seconds < EVERY_SECONDS_MIN)
    throw usageError(`--every must be a number of seconds from ${EVERY_SECONDS_MIN}.`)
  return seconds * 1_000
}
