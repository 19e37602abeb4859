import { perLocale } from '../../i18n/format.ts'
import type { Memory } from './memory.ts'

const monthFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }))

const MONTHS = 12

/** The memories of one month, in their order. */
export interface Month {
  name: string
  memories: Memory[]
}

/** Groups a list that is sorted by `createdAt` into the months in which the memories were added. */
export function byMonth(memories: readonly Memory[]): Month[] {
  const months: (Month & { number: number })[] = []
  for (const memory of memories) {
    const added = new Date(memory.createdAt)
    const number = added.getFullYear() * MONTHS + added.getMonth()
    const last = months.at(-1)
    if (last?.number === number) last.memories.push(memory)
    else months.push({ number, name: monthFormat().format(added), memories: [memory] })
  }
  return months
}
