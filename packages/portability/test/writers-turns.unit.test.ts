import { expect, test } from 'vitest'
import type { PortableRecord } from '../src/records.ts'
import { writeMarkdown } from '../src/writers/markdown.ts'
import { writeMif } from '../src/writers/mif.ts'
import { writePam } from '../src/writers/pam.ts'
import { writePrompt } from '../src/writers/prompt.ts'

const OPTIONS = { writtenBy: 'memory-service/1.2.3', now: new Date('2026-11-22T12:00:00Z'), owner: 'ingrid-1' }
const AT = '2026-05-03T07:30:00.000Z'

const WRITERS = [
  ['notes', writeMarkdown],
  ['text to paste', writePrompt],
  ['PAM', writePam],
  ['MIF', writeMif],
] as const

test.each(WRITERS)('lets other work run while a large store is written as %s', async (_, write) => {
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

test.each(WRITERS)('lets other work run between long memories that are written as %s', async (_, write) => {
  // Fewer than are written between two pauses if they are short.
  const memories = Array.from({ length: 90 }, (_, n) => ({
    ...{ id: `mem_${n}`, content: `${n} ${'Owns  boats. '.repeat(5_000)}`, scope: 'note', type: 'fact' },
    ...{ createdAt: AT, sourceApp: null },
  }))
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  await write(
    memories.map((memory) => ({ kind: 'memory', memory }) as PortableRecord),
    OPTIONS,
  )
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
})
