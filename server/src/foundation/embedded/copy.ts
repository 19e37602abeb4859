import type { Dirent } from 'node:fs'
import { constants, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Db } from '../sql/db.ts'
import { sql } from '../sql/sql.ts'
import type { Log } from '../telemetry/log.ts'
import type { Embedded } from './embedded.ts'

/*
 * Copies an embedded database while it serves, as a PostgreSQL base backup: files are copied while they change, and
 * replaying the WAL written since the start makes them consistent. The copying process connects to the directory
 * lock's socket and speaks a line protocol; the serving process starts and stops the backup, and keeps its WAL until
 * the socket closes. Requests wait for one checkpoint at most.
 *
 *   copier  copy            copied                    (disconnects once it has the WAL)
 *   server        begun           {"label": "…"}
 *
 * Instead of `copy`, the other process may send a command of the operator as a JSON array of words.
 */

const COPY_MAX_MS = 60 * 60_000
/** Files in a cluster that are recreated at every start. */
export const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts'])
const LOG_FOLDER = 'pg_wal'
const CONTROL = 'pg_control'

/** The serving side: lets one process at a time copy the files. The WAL grows until that process disconnects. */
export function serveCopies(embedded: Embedded, db: Db, log: Log, command: LocalCommand): void {
  let busy = false
  embedded.onConnection((socket) => {
    socket.on('error', () => {})
    // Lock contenders connect only to test whether the holder is alive, and disconnect without sending anything.
    socket.once('data', async (data: Buffer) => {
      const line = data.toString().trim()
      if (line !== 'copy') return socket.end(`${JSON.stringify(await answer(line, command))}\n`)
      if (busy) return socket.end('busy\n')
      busy = true
      const overdue = setTimeout(() => socket.destroy(), COPY_MAX_MS).unref()
      try {
        await attendCopy(socket, embedded, db)
      } catch (err) {
        log.error({ err }, 'data directory copy failed')
        socket.destroy()
      } finally {
        clearTimeout(overdue)
        embedded.pauseCheckpoints(false)
        busy = false
      }
    })
  })
}

/** How a command ended: what to print, and the exit status. */
export interface CommandResult {
  output: string
  status: number
}

/** Runs a command of the operator in the process that serves the database. */
export type LocalCommand = (words: readonly string[]) => Promise<CommandResult>

async function answer(line: string, command: LocalCommand): Promise<CommandResult> {
  try {
    return await command(JSON.parse(line))
  } catch (error) {
    return { output: (error as Error).message, status: 1 }
  }
}

/**
 * Has the process that serves a directory run a command; `socket` is connected to it.
 * @throws Error if that process stops, or is of a version without this command
 */
export async function commandRunning(socket: Socket, words: readonly string[]): Promise<CommandResult> {
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  socket.on('error', () => {})
  try {
    socket.write(`${JSON.stringify(words)}\n`)
    const { value, done } = await lines.next()
    if (done) throw new Error('The service stopped, or it is of a version without this command.')
    return JSON.parse(value) as CommandResult
  } finally {
    socket.destroy()
  }
}

async function attendCopy(socket: Socket, embedded: Embedded, db: Db): Promise<void> {
  const closed = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')))
  const copied = new Promise<'copied'>((resolve) => socket.once('data', () => resolve('copied')))
  embedded.pauseCheckpoints(true)
  await db.rows(sql`select pg_backup_start('copy', true)`)
  socket.write('begun\n')
  await Promise.race([copied, closed])
  const { label } = await db.one<{ label: string }>(sql`select labelfile as label from pg_backup_stop(false)`)
  if (!socket.destroyed) socket.write(`${JSON.stringify({ label })}\n`)
  await closed
}

/**
 * The copying side: copies the cluster in `from`, which another process serves, into the new folder `to`. The copy is
 * consistent once it has been opened and its WAL replayed.
 * @throws Error when the server disconnects or is busy with another copy
 */
export async function copyRunning(socket: Socket, from: string, to: string): Promise<void> {
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const hear = async () => {
    // The iterator fails with the error of the socket.
    const { value, done } = await lines.next().catch(() => ({ value: undefined, done: true }))
    if (value === 'busy') throw new Error('Another copy of this data directory is in progress; try again later.')
    if (done)
      throw new Error(
        'The process that uses this data directory made no copy: a service that stopped, or another command, such as a backup. Try again.',
      )
    return value as string
  }
  socket.on('error', () => {})
  try {
    socket.write('copy\n')
    await hear()
    await copyTree(from, to, (name) => name !== LOG_FOLDER)
    // The control file is copied last, because it records how far the other files have progressed.
    await copyFile(join(from, 'global', CONTROL), join(to, 'global', CONTROL))
    socket.write('copied\n')
    const { label } = JSON.parse(await hear()) as { label: string }
    await writeFile(join(to, 'backup_label'), label)
    await copyTree(join(from, LOG_FOLDER), join(to, LOG_FOLDER), () => true)
  } finally {
    socket.destroy()
  }
}

/** Copies the wanted entries of a folder into a new one; files deleted meanwhile are skipped. */
export async function copyTree(from: string, to: string, wanted: (name: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (NOT_COPIED.has(entry.name) || !wanted(entry.name)) continue
    await copyEntry(entry, from, to)
  }
}

async function copyEntry(entry: Dirent, from: string, to: string): Promise<void> {
  const [source, target] = [join(from, entry.name), join(to, entry.name)]
  try {
    if (entry.isDirectory()) await copyTree(source, target, () => true)
    // FICLONE: copy-on-write where the file system supports it.
    else await copyFile(source, target, constants.COPYFILE_FICLONE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await rm(target, { recursive: true, force: true })
  }
}
