import type { Dirent } from 'node:fs'
import { constants, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Db } from './db.ts'
import type { Embedded } from './embedded.ts'
import type { Log } from './log.ts'
import { sql } from './sql.ts'

/*
 * A copy of an embedded database that goes on serving, taken the way PostgreSQL takes a base backup: files are copied
 * while they change, and the log written since the beginning makes them whole. The copying process knocks at the
 * directory's lock and says in lines what it does; the serving process marks beginning and end in its log, and keeps
 * the log until the line is closed. So it waits for nothing but one checkpoint.
 *
 *   copier  copy            copied                    (hangs up once it has the log)
 *   server        begun           {"label": "…"}
 */

const COPY_MAX_MS = 60 * 60_000
/** Files in a cluster that every start makes anew. */
export const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts'])
const LOG_FOLDER = 'pg_wal'
const CONTROL = 'pg_control'

/** The serving side: lets one process at a time copy the files. Its log grows until that process hangs up. */
export function attendCopies(embedded: Embedded, db: Db, log: Log): void {
  let busy = false
  embedded.attend((socket) => {
    socket.on('error', () => {})
    // Others only look whether somebody lives here, and leave without a word.
    socket.once('data', async () => {
      if (busy) return socket.end('busy\n')
      busy = true
      const overdue = setTimeout(() => socket.destroy(), COPY_MAX_MS).unref()
      try {
        await attendCopy(socket, embedded, db)
      } catch (err) {
        log.error({ err }, 'a copy of the data directory failed')
        socket.destroy()
      } finally {
        clearTimeout(overdue)
        embedded.hold(false)
        busy = false
      }
    })
  })
}

async function attendCopy(socket: Socket, embedded: Embedded, db: Db): Promise<void> {
  const gone = new Promise<'gone'>((resolve) => socket.once('close', () => resolve('gone')))
  const copied = new Promise<'copied'>((resolve) => socket.once('data', () => resolve('copied')))
  embedded.hold(true)
  await db.rows(sql`select pg_backup_start('copy', true)`)
  socket.write('begun\n')
  await Promise.race([copied, gone])
  const { label } = await db.one<{ label: string }>(sql`select labelfile as label from pg_backup_stop(false)`)
  if (!socket.destroyed) socket.write(`${JSON.stringify({ label })}\n`)
  await gone
}

/**
 * The copying side: brings the cluster in `from`, which somebody serves, into the new folder `to`. It is whole once it
 * has been opened.
 * @throws when the server goes away, or says no.
 */
export async function copyServed(socket: Socket, from: string, to: string): Promise<void> {
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const hear = async () => {
    const { value, done } = await lines.next()
    if (value === 'busy') throw new Error('Another copy of this data directory is being taken; try again later.')
    if (done) throw new Error('The service went away, or it is of a version that cannot be copied while it runs.')
    return value as string
  }
  socket.on('error', () => {})
  try {
    socket.write('copy\n')
    await hear()
    await copyTree(from, to, (name) => name !== LOG_FOLDER)
    // Last of all files, as it says how far the others have come.
    await copyFile(join(from, 'global', CONTROL), join(to, 'global', CONTROL))
    socket.write('copied\n')
    const { label } = JSON.parse(await hear()) as { label: string }
    await writeFile(join(to, 'backup_label'), label)
    await copyTree(join(from, LOG_FOLDER), join(to, LOG_FOLDER), () => true)
  } finally {
    socket.destroy()
  }
}

/** Copies a folder into a new one, leaving out what is gone by the time it is reached. */
export async function copyTree(from: string, to: string, wanted: (name: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name) || !wanted(entry.name)) continue
    await copyEntry(entry, from, to)
  }
}

async function copyEntry(entry: Dirent, from: string, to: string): Promise<void> {
  const [source, target] = [join(from, entry.name), join(to, entry.name)]
  try {
    if (entry.isDirectory()) await copyTree(source, target, () => true)
    // A file system that can shares the blocks until they change.
    else await copyFile(source, target, constants.COPYFILE_FICLONE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await rm(target, { recursive: true, force: true })
  }
}
