import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type StoredStatement, UNCHANGED } from './replacement-pairs.ts'
import { findReplacements, type Replacement } from './replacements.ts'
import { slotsFor } from './slots.ts'

/*
 * Stores of statements as language models extract them from talks: some fifty about what two people did, felt and planned, of
 * which a few changes come true. The estimate was not fitted on these voices.
 */

const AT = Date.parse('2026-05-03T07:30:00.000Z')
const HOUR_MS = 60 * 60_000
/** Wrong marks per store. */
const WRONG_MARKS_MAX = 2

interface Store {
  name: string
  memories: { id: string; content: string }[]
  cases: { old: string[]; now: string[] }[]
}

function storeOf(file: string): Store {
  const path = new URL(`../../../../bench/training/narrated/${file}.json`, import.meta.url)
  return (JSON.parse(readFileSync(path, 'utf8')) as { own: Store[] }).own[0]!
}

/** Writes the statements one after the other, each compared with all that are current. */
async function replacementsIn({ name, memories }: Store): Promise<Replacement[]> {
  const actor = { userId: `usr_${name}`, ownName: name, reads: ['*'], app: 'chat' }
  const found: Replacement[] = []
  const current: StoredStatement[] = []
  for (const [place, { id, content }] of memories.entries()) {
    const at = new Date(AT + place * HOUR_MS).toISOString()
    const written: StoredStatement = {
      ...{ id, content, scope: 'general', sourceApp: 'chat', createdAt: at, validFrom: at, validUntil: null },
      ...{
        ...UNCHANGED,
        born: place,
        place,
      },
      slots: slotsFor(actor, content),
    }
    for (const each of await findReplacements([...current, written], new Set([id]), actor)) {
      found.push(each)
      if (each.isCertain) current.splice(current.indexOf(each.earlier), 1)
      else each.earlier.maybeSupersededBy = id
    }
    current.push(written)
  }
  return found
}

test.each(['13', '14', '21'])('supersedes none of the narrated statements of store %s that stay true', async (file) => {
  const store = storeOf(file)
  const isReal = ({ earlier, later }: Replacement) =>
    store.cases.some(({ old, now }) => old.includes(earlier.id) && (now.includes(later.id) || old.includes(later.id)))
  const wrong = (await replacementsIn(store)).filter((each) => !isReal(each))
  expect(wrong.filter(({ isCertain }) => isCertain)).toEqual([])
  expect(wrong.length).toBeLessThanOrEqual(WRONG_MARKS_MAX)
})
