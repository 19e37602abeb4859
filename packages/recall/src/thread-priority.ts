import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Gives the calling thread a lower priority than the other threads of its process, so that it leaves a busy CPU to them.
 * Only on Linux, where each thread has a priority of its own (sched(7)); elsewhere it does nothing.
 */
export function lowerThreadPriority(): void {
  try {
    // `<process>/task/<thread>`
    const [, , thread] = readlinkSync('/proc/thread-self').split('/')
    setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // There is no such file, or a sandbox forbids it.
  }
}
