import { readFileSync } from 'node:fs'

/* What the system says of a process, on Linux. */

const KIB = 1024
// What the kernel counts time in, since ever.
const TICKS_PER_SECOND = 100
const UTIME = 11
const STIME = 12

/** The memory a process has, in bytes. */
export function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * KIB
}

/** The CPU time a process has used, in seconds. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[UTIME]) + Number(fields[STIME])) / TICKS_PER_SECOND
}

/** Bytes as megabytes, for people. */
export const megabytes = (bytes: number): string => (bytes / KIB / KIB).toFixed(1)
