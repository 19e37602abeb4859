import { setImmediate as nextTurn } from 'node:timers/promises'
import { type StoredStatement, UNCHANGED } from './replacement-pairs.ts'
import { findReplacements } from './replacements.ts'
import { readText } from './slots.ts'

const WARM_UP = { userId: 'warm-up', ownName: 'Ada', reads: ['*'] }
const DAY_MS = 86_400_000
/** Of many forms: homes, work, people, health, endings, dates, numbers, labels, logs, questions and orders. */
const STATEMENTS = [
  'Lives in Bergen with her partner Omar and the cat Momo.',
  'I no longer live in Rome, I moved to Oslo.',
  'Works as a nurse at the clinic.',
  'Quit the clinic and runs a bakery now.',
  'Is allergic to walnuts and takes 5 mg of ramipril every morning.',
  'Weighs 68.4 kg.',
  'Blood pressure was 128 over 84 this morning.',
  'My phone number is 555 0101.',
  'The dentist appointment moved from Monday to 14 December at ten.',
  'Favourite composer: Mahler.',
  'My sister Ines got married to Jan last summer.',
  'They broke up.',
  'Drives a green Fiat Panda.',
  'Sold the Fiat, cycles to work instead.',
  'Wants to run a half marathon in May 2027.',
  'Ran 8 km in 41 minutes along the river.',
  "Doesn't eat meat any more, but likes fish again.",
  'Ada speaks French and is learning the violin.',
  'What is my phone number?',
  'Always answer in English.',
]

/**
 * Reads and compares synthetic statements, so that most patterns that this takes are compiled before the first write. Other
 * work runs in between.
 */
export async function warmUpReading(now: Date): Promise<void> {
  const statements: StoredStatement[] = []
  for (const [place, content] of STATEMENTS.entries()) {
    await nextTurn()
    const { slots } = readText(WARM_UP, content)
    const createdAt = new Date(now.getTime() - (STATEMENTS.length - place) * DAY_MS).toISOString()
    const times = { createdAt, validFrom: createdAt, validUntil: null }
    statements.push({
      id: String(place),
      content,
      scope: 'note',
      sourceApp: null,
      born: 0,
      place,
      slots,
      ...times,
      ...UNCHANGED,
    })
  }
  await findReplacements(statements, new Set(statements.map(({ id }) => id)), WARM_UP)
}
