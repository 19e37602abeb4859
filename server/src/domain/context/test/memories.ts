import { namesIn } from '@memory-service/understanding/names'
import { type ConsideredMemory, EXAMPLE, type Memory } from '../../memories/memory.ts'
import type { Wanted } from '../choose.ts'
import { understand } from '../understood.ts'

export const NOW = Date.parse('2026-05-03T12:00:00.000Z')
const DAY_MS = 86_400_000
export const NAMES = namesIn('Mira Solberg')

/** A memory that was written, and occurred, some days before now. */
export function memory(id: number, content: string, daysAgo = 10, over: Partial<Memory> = {}): Memory {
  const at = new Date(NOW - daysAgo * DAY_MS).toISOString()
  return {
    ...EXAMPLE,
    id: `mem_${String(id).padStart(4, '0')}`,
    ...{ type: 'fact', scope: 'general', content, importance: 50, confidence: 80, pinned: false, sourceApp: 'notes' },
    ...{ occurredAt: at, createdAt: at, updatedAt: at, validFrom: at },
    ...over,
  }
}
export const read = (memories: readonly Memory[]) => understand(memories, NAMES, NOW)
export const nothingWanted: Wanted = {
  ...{
    relevance: new Map(),
    hasQuery: false,
    asksPast: false,
    safety: [],
    safetyShare: 0.75,
    closeShare: 0.25,
    aheadShare: 0.75,
    ahead: [],
    asked: [],
    profile: [],
  },
}
export const contents = (memories: readonly ConsideredMemory[]) => memories.map(({ content }) => content)
