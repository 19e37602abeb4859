import type { LockDirectory } from '../src/download.ts'
import type { Log } from '../src/log.ts'

export const silentLog: Log = { debug() {}, info() {}, warn() {} }

/** A directory lock between the callers of one process. */
export function memoryLock(): LockDirectory {
  const held = new Set<string>()
  return async (dir) => {
    if (held.has(dir)) return null
    held.add(dir)
    return {
      async release() {
        held.delete(dir)
      },
    }
  }
}
