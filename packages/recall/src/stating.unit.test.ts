import { expect, test } from 'vitest'
import { DAY_MS, engineWith, rowWith, search } from './test/rows.ts'
import type { IndexRow } from './types.ts'

type Stated = readonly [scope: string, content: string, more?: Partial<IndexRow>]

async function statingOf(contents: readonly Stated[], ownName?: string) {
  const rows = contents.map(([scope, content, more], i) =>
    rowWith({ id: `mem_${i}`, scope, content, occurredAt: i * DAY_MS, createdAt: i, batch: i, ...more }),
  )
  const engine = await engineWith(rows, { ownName })
  return (attributes: string[], readable: string[] = ['*']) =>
    search(engine, '', { readable, now: 0, limit: 5, attributes }).stating
}

test('lists the newest rows that state an attribute of the user, and none of others', async () => {
  const stating = await statingOf([
    ['general', 'Lives in Porto.'],
    ['general', 'Mother lives in Faro.'],
    ['general', 'Tomas lives in Braga.'],
    ['general', 'Moved to Lisbon.'],
    ['health', 'Is allergic to nuts.'],
  ])
  expect(stating(['home', 'allergy'])).toEqual(['mem_3', 'mem_0', 'mem_4'])
})

test('lists readable rows only', async () => {
  const stating = await statingOf([
    ['general', 'Lives in Porto.'],
    ['health', 'Is allergic to nuts.'],
  ])
  expect(stating(['home', 'allergy'], ['general'])).toEqual(['mem_0'])
})

test('statements about the user by name are about the user', async () => {
  const contents = [['general', 'Tomas lives in Braga.']] as const
  expect((await statingOf(contents, 'Tomas Reis'))(['home'])).toEqual(['mem_0'])
  expect((await statingOf(contents, 'Ada'))(['home'])).toEqual([])
})

test('lists rows of the user whatever apps write, and of each app some', async () => {
  const flood = (source: string, count: number): Stated[] =>
    Array.from({ length: count }, (_, i) => ['note', `Is allergic to mould number ${i}.`, { source, occurredAt: 9e12 }])
  const contents: Stated[] = [
    ['health', 'Is allergic to nuts.'],
    ['health', 'Is allergic to latex.', { source: 'clinic' }],
    ...flood('mushrooms', 100),
    ...flood('spores', 100),
  ]
  const found = (await statingOf(contents))(['allergy'])
  expect(found.slice(0, 2)).toEqual(['mem_0', 'mem_1'])
  expect(found).toHaveLength(49)
})

test('what is dated ahead counts as of when it was written', async () => {
  const contents: Stated[] = Array.from({ length: 20 }, (_, i) => ['home', `Lives in Port ${i}.`, { source: 'maps' }])
  const ahead = contents.map(
    ([scope, content], i): Stated => [scope, content, { source: 'maps', ...(i < 8 ? { occurredAt: 9e12 } : {}) }],
  )
  expect((await statingOf(ahead))(['home'])).toEqual([19, 18, 17, 16, 15, 14, 13, 12].map((i) => `mem_${i}`))
})

test('lists many rows of one source for what health depends on', async () => {
  const contents: Stated[] = Array.from({ length: 30 }, (_, i) => ['health', `Is allergic to wool of kind ${i}.`])
  expect((await statingOf(contents))(['allergy'])).toHaveLength(24)
})
