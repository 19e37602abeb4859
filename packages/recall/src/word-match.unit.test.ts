import { expect, test } from 'vitest'
import { Arena } from './arena.ts'
import { engineWith, rowWith, search } from './test/rows.ts'
import { tokenise } from './tokens.ts'
import { UserIndex } from './user-index.ts'
import { coverageOf } from './word-match.ts'
import { questionVector } from './word-vectors.ts'

const row = (content: string, at: number) => rowWith({ id: `m${at}`, content, occurredAt: at, batch: at })

function coverages(query: string, contents: readonly string[]): number[] {
  const index = new UserIndex(new Arena())
  for (const [at, content] of contents.entries()) index.add(row(content, at))
  const words = questionVector(tokenise(query).tokens)!.words()
  return contents.map((_, slot) => coverageOf(words, slot, index))
}

test('a row that repeats the words of a question covers most of it, at most .85', () => {
  const [same, other] = coverages('pottery kiln repair', [
    'The pottery kiln needs a repair.',
    'Sleeps badly in summer.',
  ])
  expect(same).toBeGreaterThan(0.5)
  expect(same).toBeLessThanOrEqual(0.85)
  expect(other).toBeLessThan(same! / 2)
})

test.each([
  [
    'which vegetable does the soup need',
    ['Puts a leek into it on Sundays, after a walk along the canal.', 'Has a beige sofa.'],
  ],
  [
    'what did the surgeon do',
    ['Had her gall bladder taken out in hospital, before they moved.', 'Plays chess by mail.'],
  ],
  [
    'any musical instrument',
    ['Practises the oboe in the shed, since the neighbours complained.', 'Owes Pim ten euros.'],
  ],
])('a near word covers one of "%s", however long the row is', (query, contents) => {
  const [near, other] = coverages(query, contents)
  expect(near).toBeGreaterThan(other!)
})

test('function words of a row and numbers cover nothing', () => {
  expect(coverages('where is the garage', ['He is where they were, and so are 12 of them.'])).toEqual([0])
})

test.each([
  ['which loaf', ['Bakes rye bread.', 'Rides a tricycle to the bakery.', 'Bread makes him sleepy.']],
  ['where did we go', ['Where did you go sailing?', 'We went sailing near Split.']],
])('for "%s", what a row covers does not depend on other rows', (query, contents) => {
  const together = coverages(query, contents)
  expect(contents.map((content) => coverages(query, [content])[0])).toEqual(together)
})

/** The ids that a question finds in a store with so many other rows. */
async function find(query: string, contents: readonly string[], others: number): Promise<readonly string[]> {
  const filling = Array.from({ length: others }, (_, at) => `Invoice ${at} of the plumber is paid.`)
  const rows = [...contents, ...filling].map(row)
  return search(await engineWith(rows), query, { now: 1e12, limit: 3 }).ids
}

test('words decide between rows in a small store, and count no more in a large one', async () => {
  const contents = ['Keeps two alpacas behind the barn.', 'Keeps the receipts in a tin on the shelf.']
  expect((await find('which animals does she keep', contents, 0))[0]).toBe('m0')
  expect(await find('which animals does she keep', contents, 600)).toContain('m0')
})
