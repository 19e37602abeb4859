import { open } from 'node:fs/promises'

/*
 * Syncs what the engine has written to the files of its tables while the engine goes on. A checkpoint runs in one piece
 * and syncs every file that was written since the one before; this leaves it little to wait for. It adds nothing to
 * durability, which the engine's own calls provide.
 */

/** Syncing begins after this many bytes. Small, because commits wait for the same disk. */
const SYNC_AFTER_BYTES = 1024 * 1024

/** Files that were written, by path. */
export interface EarlySync {
  /** Notes a write. */
  wrote(path: string, bytes: number): void
  /** Whether files are being synced. */
  isBusy(): boolean
}

/**
 * @param onIdle called when all noted files are synced
 * @param onFailure called with the error of a disk. The kernel reports it once, so the engine may never see it.
 */
export function openEarlySync(onIdle: () => void, onFailure: (error: unknown) => void): EarlySync {
  let written = new Set<string>()
  let bytes = 0
  let isBusy = false
  async function syncWritten(): Promise<void> {
    isBusy = true
    while (bytes >= SYNC_AFTER_BYTES) {
      const paths = written
      written = new Set()
      bytes = 0
      for (const path of paths) await syncFile(path)
    }
    isBusy = false
    onIdle()
  }
  return {
    wrote(path, count) {
      written.add(path)
      bytes += count
      if (bytes >= SYNC_AFTER_BYTES && !isBusy) syncWritten().catch(onFailure)
    },
    isBusy: () => isBusy,
  }
}

async function syncFile(path: string): Promise<void> {
  // Its table has been dropped, or no file descriptor is left: then the checkpoint syncs it.
  const file = await open(path, 'r+').catch(() => null)
  try {
    await file?.datasync()
  } finally {
    await file?.close()
  }
}
