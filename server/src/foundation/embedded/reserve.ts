import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/*
 * Disk space that is set aside in the data directory. After a crash, the engine has to write a checkpoint before it serves
 * anything, which fails on a full disk. The space is then given up, so that reads go on until there is room again.
 */

/** The end of a recovery may need a new segment of the write-ahead log, which has 16 MiB, and some pages. */
const RESERVE_BYTES = 32 * 1024 * 1024
/** With less free space, none is set aside. */
const FREE_MIN_BYTES = 4 * RESERVE_BYTES
const CHUNK = Buffer.alloc(1024 * 1024)

/** Sets space aside if there is enough and none is set aside yet. */
export async function keepReserve(home: string): Promise<void> {
  const path = join(home, 'reserve')
  if (await stat(path).catch(() => undefined)) return
  const { bavail, bsize } = await statfs(home)
  if (bavail * bsize < FREE_MIN_BYTES) return
  const part = `${path}.part`
  const file = await open(part, 'w', 0o600)
  try {
    for (let bytes = 0; bytes < RESERVE_BYTES; bytes += CHUNK.length) await file.write(CHUNK)
  } finally {
    await file.close()
  }
  await rename(part, path)
}

/** Gives up the space. @returns whether any was set aside. */
export async function releaseReserve(home: string): Promise<boolean> {
  await rm(join(home, 'reserve.part'), { force: true })
  return rm(join(home, 'reserve')).then(
    () => true,
    () => false,
  )
}

/** Whether the engine stopped because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && error.message.includes('No space left on device')
}
