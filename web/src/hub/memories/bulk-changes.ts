import { api, unwrap } from '../../api/client.ts'
import { invalidateMemories, type Memory, type MemoryPatch } from './memory.ts'

const EDITS_AT_ONCE = 4

/** Changes the given fields of several memories, a few at a time. */
export async function editMemories(memories: readonly Memory[], body: MemoryPatch): Promise<void> {
  try {
    for (let start = 0; start < memories.length; start += EDITS_AT_ONCE)
      await Promise.all(
        memories
          .slice(start, start + EDITS_AT_ONCE)
          .map(({ id }) => unwrap(api.PATCH('/v1/memories/{id}', { params: { path: { id } }, body }))),
      )
  } finally {
    await invalidateMemories()
  }
}

/** Saves memories as a file of JSON lines, which an import accepts. */
export function exportMemories(memories: readonly Memory[]): void {
  const lines = memories.map((memory) => `${JSON.stringify(memory)}\n`)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(lines, { type: 'application/x-ndjson' }))
  link.download = 'memories.jsonl'
  link.click()
  URL.revokeObjectURL(link.href)
}
