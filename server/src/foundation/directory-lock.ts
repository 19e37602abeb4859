import { randomBytes } from 'node:crypto'
import { closeSync, constants, existsSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Another process (or another part of this one) has the directory open. */
export class DirectoryInUse extends Error {
  readonly dir: string

  constructor(dir: string) {
    super(`The data directory ${dir} is in use by another process. Stop that one first, or choose another directory.`)
    this.name = 'DirectoryInUse'
    this.dir = dir
  }
}

/** A directory that is held. */
export interface DirectoryLock {
  release(): Promise<void>
  /** What to do with those who knock, see {@link knock}. */
  attend(visitor: (socket: Socket) => void): void
}

const SUFFIX = '.lock'
// Two processes that start in the same instant see each other; the earlier name waits this long for the later to yield.
const YIELD_TIMEOUT_MS = 1_000
const YIELD_POLL_MS = 20
// sun_path holds 108 bytes on Linux and 104 elsewhere, its last being zero; a longer path is cut in silence.
const SOCKET_PATH_MAX_BYTES = 103

/**
 * Holds `dir` until `release`, or until the process ends in whatever way.
 *
 * Every contender listens on a unix socket of its own in the directory and only then looks at the others'. Whoever
 * of two looks second finds the first one listening, so never do both hold it. The kernel stops answering for a
 * process the moment it dies, kill -9 included, so a socket that refuses is a dead one's and is removed. A socket
 * appears under its lock name (by rename) only once it listens, so none is taken for dead before it has begun.
 *
 * Who connects to the holder's socket is handed to `attend`, once there is one; until then it is sent away.
 *
 * Throws DirectoryInUse when somebody else holds it.
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
  const attend = (visitor: (socket: Socket) => void) => {
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
      if (others.length === 0) return { release, attend }
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
 * A line to whoever holds `dir`, as its `attend` hears it; null when nobody does. A holder that attends to nobody
 * ends it at once.
 */
export async function knock(dir: string): Promise<Socket | null> {
  const { folder, short } = openFolder(dir)
  try {
    for (const name of readdirSync(dir).filter((name) => name.endsWith(SUFFIX))) {
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

/** Through the open folder's descriptor a socket's path is short however deep the directory lies. */
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

/** The other contenders' names; the dead ones' sockets are removed on the way. */
async function living(dir: string, short: string, own: string) {
  const others = readdirSync(dir).filter((name) => name.endsWith(SUFFIX) && name !== own)
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
    // Any other trouble than a refusal may hide a living process: better to refuse to start.
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(!isDead(error)))
  })
}

const isDead = ({ code }: NodeJS.ErrnoException) => code === 'ECONNREFUSED' || code === 'ENOENT'
