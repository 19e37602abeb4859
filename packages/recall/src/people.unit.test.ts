import { expect, test } from 'vitest'
import { DAY_MS, engineWith, NOW, rowWith, search } from './test/rows.ts'

const ownName = 'Maren Solheim'
const row = (content: string, batch: number, scope = 'note') =>
  rowWith({ content, scope, occurredAt: NOW - (100 - batch) * DAY_MS, createdAt: batch, batch })

const DAUGHTER = 'Her daughter Ingvild runs a bakery in Bergen.'
const NUMBER = 'If something happens call Ingvild on +47 911 22 333.'
const SON = 'Son Petter moved to Aberdeen for the oil.'
const WIFE = "Fiona, Petter's wife, is a physiotherapist."
const GRANDCHILDREN = "Grandchildren: Emma 9, Jonas 6 (both Ingvild's)."
const SISTER = 'Her sister Solveig entered the convent at Tautra.'
const PRESENTS = 'Presents to buy: wool socks (Arvid), honey soap (Solveig), a book token (Turid)'
const FRIEND = 'Turid: best friend since nursing school.'
const FLAT = 'Shares a house with Gro and Berit.'
const STORE = [
  ...[DAUGHTER, NUMBER, SON, WIFE, GRANDCHILDREN, SISTER, PRESENTS, FRIEND, FLAT],
  ...['Turid comes for coffee every Thursday.', 'Jonas finds reading hard.', 'Brother Arvid keeps bees outside Voss.'],
  ...['Goddaughter Ragnhild studies law.', 'Berit sings in the choir.', 'She takes warfarin every evening.'],
]

const found = async (query: string, contents: readonly string[] = STORE) =>
  search(
    await engineWith(
      contents.map((content, at) => row(content, at)),
      { ownName },
    ),
    query,
  ).ids

test.each([
  ['what is my daughter’s phone number', NUMBER],
  ['where does my daughter live', DAUGHTER],
  ['who is my daughter-in-law', WIFE],
  ["what is my son's wife called", WIFE],
  ["what are Ingvild's children called", GRANDCHILDREN],
  ['who is Turid', FRIEND],
  ['who is my oldest friend', FRIEND],
  ['which present does my sister get', PRESENTS],
  ['which sister joined a convent', SISTER],
  ['who do I live with', FLAT],
])('%s finds the row that answers', async (query, expected) => {
  expect((await found(query))[0]).toBe(expected)
})

test('“who is” with a name of the user asks who else has it', async () => {
  const father = 'Father Solheim keeps goats above Voss.'
  const contents = [...STORE, father, 'Maren flies seaplanes.']
  expect((await found('who is Solheim', contents))[0]).toBe((await found('keeps goats', contents))[0])
})

test.each([
  'Fiona is coeliac.',
  'Fiona is vegetarian.',
  'Fiona is allergic to nuts.',
])('rows that name a relative answer what they can eat: %s', async (diet) => {
  const contents = ['My wife is Fiona.', diet, 'Petter is vegan.', 'I hate beetroot.', 'Plays bowls on Tuesdays.']
  expect((await found('what can my wife eat', contents))[0]).toBe(diet)
})

test('rows that the caller may not read change nothing', async () => {
  const open = [NUMBER, PRESENTS, 'Painted the boat.', 'Sindre’s number is 922 33 444.']
  const hidden = [DAUGHTER, SISTER, WIFE, SON]
  const rows = [
    ...open.map((content, at) => row(content, at)),
    ...hidden.map((content, at) => row(content, 10 + at, 'x')),
  ]
  const both = await engineWith(rows, { ownName })
  const alone = await engineWith(rows.slice(0, open.length), { ownName })
  for (const query of ["what is my daughter's number", 'who is Ingvild', 'what does my sister get', 'who is my son'])
    expect(search(both, query, { readable: ['note'] }), query).toEqual(search(alone, query, { readable: ['note'] }))
})
