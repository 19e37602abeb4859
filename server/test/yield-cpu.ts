import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

const { PRIORITY_LOW } = constants.priority
/** Of processes and threads that have ended, and of groups whose priority was changed a moment ago. */
const IGNORED = new Set(['ENOENT', 'ESRCH', 'EAGAIN'])

/**
 * Gives a process and all that it has started the lowest priority, so that they leave the CPU to others. Priorities are
 * those of threads; where Linux groups the threads of a session, they count within its group, which has one of its own
 * (sched(7)). New threads inherit the priority, but Chromium resets it as root: then call this repeatedly.
 * @returns whether the machine can do so
 */
export function yieldCpu(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/task`)) return false
  for (const each of withDescendants(pid))
    unlessEnded(() => {
      for (const thread of readdirSync(`/proc/${each}/task`))
        unlessEnded(() => setPriority(Number(thread), PRIORITY_LOW))
      const [name, , priority] = groupOf(each)
      if (name !== groupOf('self')[0] && priority !== String(PRIORITY_LOW))
        writeFileSync(`/proc/${each}/autogroup`, String(PRIORITY_LOW))
    })
  return true
}

/** The words `/autogroup-<number> nice <priority>` of a process's session; none if Linux has no such groups. */
function groupOf(pid: number | 'self'): string[] {
  const file = `/proc/${pid}/autogroup`
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : []
}

function withDescendants(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((name) => Number.isInteger(Number(name))))
    unlessEnded(() => {
      // The fields follow the process name in brackets, which may contain any character.
      const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') as [string, string]
      children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(name)])
    })
  const found = [pid]
  for (const each of found) found.push(...(children.get(each) ?? []))
  return found
}

function unlessEnded(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!IGNORED.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
