import { expect, test } from 'vitest'
import { DAY_MS, engineWith, NOW, rowWith, search } from './test/rows.ts'

const ownName = 'Mei Tan'

const row = (content: string, batch: number, scope = 'note') =>
  rowWith({ content, scope, occurredAt: NOW - (100 - batch) * DAY_MS, createdAt: batch, batch })

async function found(query: string, contents: readonly string[]): Promise<readonly string[]> {
  const rows = contents.map((content, at) => row(content, at))
  return search(await engineWith(rows, { ownName }), query).ids
}

const DOG = 'Mei has an assistance dog, a yellow Labrador called Biscuit.'
const DIET = 'Biscuit must not have chicken, it upsets his stomach.'
const PARROT = 'An African grey parrot named Fado lives in the kitchen.'
const POISON = 'Avocado is poisonous for Fado.'
const CAT = 'Our cat, Miso, came from a shelter in Leeds.'
const TABLETS = 'Miso gets half a thyroid tablet at 7 every morning.'
const OWN = ['Mei takes antihistamine tablets in spring.', 'Mei eats no pork.']
const OTHERS = ["My sister's dog Bella bites postmen.", 'Painted the boat.', 'Rain all week.', 'Library books are due.']
const STORE = [DOG, DIET, PARROT, POISON, CAT, TABLETS, 'Miso hides from the vacuum cleaner.', ...OWN, ...OTHERS]

test.each([
  ["what shouldn't the dog eat", DIET],
  ['what must I not feed the bird', POISON],
  ['when does the cat need her tablets', TABLETS],
  ['what does the cat hide from', 'Miso hides from the vacuum cleaner.'],
  ['what is my dog called', DOG],
  ['who is the dog', DOG],
  ["what's the cat's name", CAT],
  ['what breed is my dog', DOG],
  ['where did we get the cat', CAT],
  ["what does my sister's dog do", OTHERS[0]],
  ['what tablets do I take', OWN[0]],
])('%s finds the row that answers', async (query, row) => {
  expect((await found(query, STORE))[0]).toBe(row)
})

test('rows about another pet and about the user come below those about the pet asked for', async () => {
  const rows = [
    'Our cat is called Miso.',
    'Our dog is called Rex.',
    'Miso eats tuna.',
    'Rex eats rice.',
    'Eats no pork.',
  ]
  const ids = await found('what does the dog eat', rows)
  expect(ids[0]).toBe('Rex eats rice.')
  expect(ids.indexOf('Our dog is called Rex.')).toBeGreaterThan(0)
})

test('a question about the dog finds what is stated of each of two dogs, and of one if it names it', async () => {
  const rows = ['We have two dogs, Milo and Otis.', 'Milo eats rice.', 'Otis eats kibble.', ...OTHERS]
  const ids = await found('what do the dogs eat', rows)
  expect(rows.slice(1, 3)).toContain(ids[0])
  expect(ids.slice(0, 3)).toEqual(expect.arrayContaining(rows.slice(1, 3)))
  expect((await found('what does our dog Otis eat', rows))[0]).toBe('Otis eats kibble.')
})

test('a row that only names the species comes below one that names the pet and matches', async () => {
  const rows = [
    'Our dog Pepper is a spaniel.',
    'The dog sleeps in the hall.',
    'Salma walks Pepper before work.',
    ...OTHERS,
  ]
  expect((await found('who walks the dog', rows))[0]).toBe('Salma walks Pepper before work.')
  expect((await found('where does the dog sleep', rows))[0]).toBe('The dog sleeps in the hall.')
  const fed = [...rows, 'The dog gets kibble at seven.', 'I give Pepper ear drops.']
  expect((await found('what kibble does the dog get', fed))[0]).toBe('The dog gets kibble at seven.')
})

test('a pet that died is still known by name', async () => {
  const rows = ['Our dog Rex died in March.', 'Rex loved the beach at Whitby.', 'Loves the opera.', ...OTHERS.slice(1)]
  expect((await found('what did our dog love', rows))[0]).toBe('Rex loved the beach at Whitby.')
})

test('names of pets in unreadable rows do not change the result', async () => {
  const readable = [...STORE, 'Rex is on the shelf.'].map((content, at) => row(content, at + 100))
  const unreadable = ['Our dog is called Rex.', 'Our cat is called Painted.', 'My canary is called Library.']
  const all = [...unreadable.map((content, at) => row(content, at, 'secret')), ...readable]
  const [full, alone] = [await engineWith(all, { ownName }), await engineWith(readable, { ownName })]
  for (const query of ["what shouldn't the dog eat", 'what must I not feed the bird', 'what does the pony eat']) {
    const request = { readable: ['note'] }
    expect(search(full, query, request)).toEqual(search(alone, query, request))
  }
})
