import { stringify } from 'yaml'
import { mapped, pauseBefore } from '../mapped.ts'
import type { MemoryLine, PortableRecord } from '../records.ts'
import { normalText, singleSpaced } from '../text.ts'
import type { WrittenFile } from './files.ts'

/*
 * Writes a folder of notes that basic-memory and Obsidian read: a note for each scope, an observation for each current
 * memory. Memories that ended are left out, and so are chats.
 */

export async function writeMarkdown(
  records: AsyncIterable<PortableRecord> | Iterable<PortableRecord>,
  { now }: { now: Date },
): Promise<WrittenFile[]> {
  const byScope = await currentByScope(records, now)
  const files: WrittenFile[] = []
  for (const [scope, memories] of byScope)
    files.push({ path: `${scope.replaceAll('.', '/')}.md`, text: await note(scope, memories, now) })
  return files
}

async function note(scope: string, memories: readonly MemoryLine[], now: Date): Promise<string> {
  const tag = scope.replaceAll('.', '/')
  const front = {
    title: titleOf(scope),
    type: 'note',
    scope,
    permalink: `memories/${tag}`,
    tags: [tag],
    created: now.toISOString().slice(0, 10),
  }
  const observations = await mapped(memories, ({ type, content }) => {
    const category = type
      .replace(/[^\p{L}\d _-]/gu, '')
      .slice(0, 40)
      .trim()
    return `- [${category.length > 1 ? category : 'fact'}] ${singleSpaced(content)} #${tag}`
  })
  return `---\n${stringify(front)}---\n\n# ${titleOf(scope)}\n\n## Observations\n${observations.join('\n')}\n`
}

/** Memories that are true now, by scope, each text once. Other work runs in between. */
export async function currentByScope(
  records: AsyncIterable<PortableRecord> | Iterable<PortableRecord>,
  now: Date,
): Promise<Map<string, MemoryLine[]>> {
  const byScope = new Map<string, MemoryLine[]>()
  const seen = new Set<string>()
  let at = 0
  for await (const record of records) {
    if (record.kind !== 'memory') continue
    await pauseBefore(at++)
    const { scope, supersededBy, validUntil, expiresAt } = record.memory
    const ends = [validUntil, expiresAt].filter((time) => time != null).map((time) => Date.parse(time))
    if (supersededBy || ends.some((end) => end <= now.getTime())) continue
    const name = `${scope} ${normalText(record.memory.content)}`
    if (seen.has(name)) continue
    seen.add(name)
    const memories = byScope.get(scope)
    if (memories) memories.push(record.memory)
    else byScope.set(scope, [record.memory])
  }
  return new Map([...byScope].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function titleOf(scope: string): string {
  const words = scope.replace(/[._-]+/g, ' ').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
