import { readFileSync } from 'node:fs'

/* Process statistics on Linux, from /proc. */

const KIB = 1024
// The kernel's clock tick (USER_HZ).
const TICKS_PER_SECOND = 100
const UTIME = 11
const STIME = 12

/** The resident memory of a process in bytes. */
export function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * KIB
}

/** The CPU time of a process in seconds. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[UTIME]) + Number(fields[STIME])) / TICKS_PER_SECOND
}

/** Formats bytes as megabytes. */
export const megabytes = (bytes: number): string => (bytes / KIB / KIB).toFixed(1)
