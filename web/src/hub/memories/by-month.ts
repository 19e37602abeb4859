import { perLocale } from '../../i18n/format.ts'
import type { Memory } from './memory.ts'

const monthFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }))

/** The memories of one month, in their order. */
export interface Month {
  name: string
  memories: Memory[]
}

/** Groups a list that is sorted by `createdAt` into the months in which the memories were added. */
export function byMonth(memories: readonly Memory[]): Month[] {
  const months: Month[] = []
  for (const memory of memories) {
    const name = monthFormat().format(new Date(memory.createdAt))
    const last = months.at(-1)
    if (last?.name === name) last.memories.push(memory)
    else months.push({ name, memories: [memory] })
  }
  return months
}
