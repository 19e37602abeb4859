import { randomBytes } from 'node:crypto'
import { closeSync, constants, existsSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Thrown when another process, or another part of this one, has the directory open. */
export class DirectoryInUse extends Error {
  readonly dir: string

  constructor(dir: string) {
    super(`The data directory ${dir} is in use by another process. Stop that one first, or choose another directory.`)
    this.name = 'DirectoryInUse'
    this.dir = dir
  }
}

/** A folder that is in a data directory until its restore is complete. */
export const UNFINISHED_RESTORE = 'unfinished-restore'

const SUFFIX = '.lock'

/** Whether a file of this name in a data directory is a lock, held or stale. */
export const isLock = (name: string): boolean => name.endsWith(SUFFIX)

/** The lock on a directory. */
export interface DirectoryLock {
  release(): Promise<void>
  /** Sets the handler of incoming connections, see {@link connectToHolder}. */
  onConnection(visitor: (socket: Socket) => void): void
}

// Processes that start at the same time see each other; the lower name waits this long for the higher one to give up.
const YIELD_TIMEOUT_MS = 1_000
const YIELD_POLL_MS = 20
// sun_path holds 108 bytes on Linux and 104 elsewhere, including the final zero; longer paths are silently truncated.
const SOCKET_PATH_MAX_BYTES = 103

/**
 * Locks `dir` until `release`, or until the process ends, even by kill -9.
 *
 * Every contender first listens on its own unix socket in the directory and then checks the other sockets. Of two
 * contenders, the second to check finds the first one listening, so they never both hold the lock. The kernel refuses
 * connections to a dead process, so a socket that refuses is stale and is removed. A socket gets its lock name (by
 * rename) only once it listens, so a starting process is never mistaken for a dead one.
 *
 * Connections to the holder's socket go to the `onConnection` handler; without one they are closed.
 * @throws DirectoryInUse when another process holds the lock
 * @throws Error when the path is too long or the file system does not support unix sockets
 */
export async function lockDirectory(dir: string): Promise<DirectoryLock> {
  const { folder, short } = openFolder(dir)
  const name = `${randomBytes(6).toString('hex')}${SUFFIX}`
  if (Buffer.byteLength(join(short, `${name}.new`)) > SOCKET_PATH_MAX_BYTES) {
    closeSync(folder)
    throw new Error(`The path of the data directory ${dir} is too long for its lock; choose a shorter one.`)
  }
  let server: Server | null = null
  let visited: (socket: Socket) => void = (socket) => socket.destroy()
  const onConnection = (visitor: (socket: Socket) => void) => {
    visited = visitor
  }
  const release = async () => {
    rmSync(join(dir, name), { force: true })
    await new Promise<void>((done) => (server ? server.close(() => done()) : done()))
    closeSync(folder)
  }
  try {
    server = await listen(join(short, `${name}.new`), (socket) => visited(socket))
    renameSync(join(dir, `${name}.new`), join(dir, name))
    const deadline = performance.now() + YIELD_TIMEOUT_MS
    for (;;) {
      const others = await living(dir, short, name)
      if (others.length === 0) return { release, onConnection }
      if (others.some((other) => other < name) || performance.now() > deadline) throw new DirectoryInUse(dir)
      await sleep(YIELD_POLL_MS)
    }
  } catch (error) {
    await release()
    if (error instanceof DirectoryInUse) throw error
    throw new Error(`The data directory ${dir} cannot be locked: its file system must allow unix sockets.`, {
      cause: error,
    })
  }
}

/**
 * Connects to the process that holds `dir`, which receives the socket in its `onConnection` handler; null when the
 * directory is not locked. A holder without a handler closes the connection at once.
 */
export async function connectToHolder(dir: string): Promise<Socket | null> {
  const { folder, short } = openFolder(dir)
  try {
    for (const name of readdirSync(dir).filter(isLock)) {
      const socket = await visit(join(short, name))
      if (socket) return socket
    }
    return null
  } finally {
    closeSync(folder)
  }
}

function visit(path: string) {
  return new Promise<Socket | null>((resolve, reject) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => (isDead(error) ? resolve(null) : reject(error)))
  })
}

/** Opens the folder. Via its descriptor in /proc, socket paths stay short however deep the directory is. */
function openFolder(dir: string) {
  const folder = openSync(dir, constants.O_RDONLY | constants.O_DIRECTORY)
  return { folder, short: existsSync(`/proc/self/fd/${folder}`) ? `/proc/self/fd/${folder}` : dir }
}

function listen(path: string, visited: (socket: Socket) => void) {
  return new Promise<Server>((resolve, reject) => {
    const server = createServer(visited)
    server.once('error', reject)
    server.listen(path, () => resolve(server.unref()))
  })
}

/** Returns the names of live contenders and removes the sockets of dead ones. */
async function living(dir: string, short: string, own: string) {
  const others = readdirSync(dir).filter((name) => isLock(name) && name !== own)
  const alive = await Promise.all(
    others.map(async (name) => {
      if (await answers(join(short, name))) return true
      rmSync(join(dir, name), { force: true })
      return false
    }),
  )
  return others.filter((_, index) => alive[index])
}

function answers(path: string) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    // Any error other than a refusal may hide a live process, so it counts as one.
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(!isDead(error)))
  })
}

const isDead = ({ code }: NodeJS.ErrnoException) => code === 'ECONNREFUSED' || code === 'ENOENT'
