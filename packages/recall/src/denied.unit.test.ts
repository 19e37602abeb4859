import { expect, test } from 'vitest'
import { DAY_MS, engineWith, NOW, rowWith, search } from './test/rows.ts'

async function found(query: string, contents: readonly string[]): Promise<readonly string[]> {
  const rows = contents.map((content, at) =>
    rowWith({ content, scope: 'health', occurredAt: NOW - (100 - at) * DAY_MS, createdAt: at, batch: at }),
  )
  return search(await engineWith(rows, { ownName: 'Mei Tan' }), query).ids
}

const NUTS = 'Anaphylactic to Brazil nuts.'
const SHELLFISH = 'I have a shellfish allergy.'
const DENIED = 'Not allergic to peanuts after all, the test was negative.'
const STORE = [NUTS, SHELLFISH, 'Takes omeprazole every morning.', 'Painted the boat.', DENIED]

test.each([
  'What am I allergic to?',
  'Do I have any allergies?',
  'Am I allergic to sesame?',
])('%s: what one is allergic to comes before what one is not', async (query) => {
  const ids = await found(query, STORE)
  expect(ids.indexOf(DENIED)).toBeGreaterThan(Math.min(ids.indexOf(SHELLFISH), ids.indexOf(NUTS)))
})

test('a denial that has replaced a suspicion comes below, too', async () => {
  const contents = [NUTS, SHELLFISH, 'Painted the boat.', DENIED, 'Rain all week.', 'Table 12 has a sesame allergy.']
  const ids = await found('What am I allergic to?', [
    ...contents,
    'The critic Jay Hollis is deathly allergic to walnuts.',
  ])
  expect(ids[0]).not.toBe(DENIED)
})

test('a denial answers what it names', async () => {
  expect((await found('Am I allergic to peanuts?', STORE))[0]).toBe(DENIED)
})

const OTHERS = [
  'Painted the boat.',
  'Takes the tram to work.',
  'Bakes rye bread on Sundays.',
  'Sees the dentist in May.',
]

test('a denial of nuts answers whether nuts are tolerated', async () => {
  const denied = 'Allergy tests at the clinic came back negative for nuts.'
  const stated = 'I am allergic to birch pollen every April.'
  const ids = await found('am I allergic to nuts', [stated, ...OTHERS, denied])
  expect(ids[0]).toBe(denied)
})

test('a denial answers if nothing else is known', async () => {
  expect((await found('What am I allergic to?', ['No known allergies.', 'Painted the boat.']))[0]).toBe(
    'No known allergies.',
  )
})

test('a text that goes on is more than a denial', async () => {
  const both = 'Not allergic to peanuts, but to almonds.'
  expect(await found('What am I allergic to?', [both, 'Painted the boat.', SHELLFISH])).toContain(both)
})
