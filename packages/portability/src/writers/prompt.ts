import { mapped } from '../mapped.ts'
import type { PortableRecord } from '../records.ts'
import type { WrittenFile } from './files.ts'
import { currentByScope, titleOf } from './markdown.ts'

/* Writes a text to paste into another assistant: entries under headings, in the form in which assistants print them. */

const LEAD = 'These are my memories from another assistant. Please remember each of them about me.'

export async function writePrompt(
  records: AsyncIterable<PortableRecord> | Iterable<PortableRecord>,
  { now }: { now: Date },
): Promise<WrittenFile[]> {
  const byScope = await currentByScope(records, now)
  const sections: string[] = []
  for (const [scope, memories] of byScope) {
    const entries = await mapped(memories, ({ content, occurredAt, createdAt }) => {
      const date = (occurredAt ?? createdAt)?.slice(0, 10) ?? 'unknown'
      // A continued line is indented; a fence within a memory would end the block.
      return `[${date}] - ${content.replace(/\n+/g, '\n  ').replaceAll('```', "'''")}`
    })
    sections.push(`## ${titleOf(scope)}\n${entries.join('\n')}`)
  }
  return [{ path: 'memories.txt', text: `${LEAD}\n\n\`\`\`\n${sections.join('\n\n')}\n\`\`\`\n` }]
}
