import { expect, test } from 'vitest'
import type { PortableRecord } from '../src/records.ts'
import { writeMarkdown } from '../src/writers/markdown.ts'
import { writeMif } from '../src/writers/mif.ts'
import { writePam } from '../src/writers/pam.ts'
import { writePrompt } from '../src/writers/prompt.ts'

const OPTIONS = { writtenBy: 'memory-service/1.2.3', now: new Date('2026-11-22T12:00:00Z'), owner: 'ingrid-1' }
const AT = '2026-05-03T07:30:00.000Z'

test.each([
  ['notes', writeMarkdown],
  ['text to paste', writePrompt],
  ['PAM', writePam],
  ['MIF', writeMif],
] as const)('lets other work run while a large store is written as %s', async (_, write) => {
  const memories = Array.from({ length: 1_000 }, (_, n) => ({
    ...{ id: `mem_${n}`, content: `Owns ${n} boats.`, scope: 'note', type: 'fact', createdAt: AT, sourceApp: null },
  }))
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  await write(
    memories.map((memory) => ({ kind: 'memory', memory }) as PortableRecord),
    OPTIONS,
  )
  clearInterval(timer)
  expect(turns).toBeGreaterThan(5)
})
