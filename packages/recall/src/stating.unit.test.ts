import { expect, test } from 'vitest'
import { RecallEngine } from './engine.ts'

const DAY_MS = 86_400_000

async function engineWith(contents: readonly (readonly [scope: string, content: string])[], ownName?: string) {
  const engine = new RecallEngine({ bytesMax: Infinity })
  const rows = contents.map(([scope, content], i) => ({
    ...{ id: `mem_${i}`, scope, content, occurredAt: i * DAY_MS, createdAt: i, importance: 50 },
    ...{ pinned: false, batch: i, position: 0 },
  }))
  await engine.apply('u', { from: null, to: 1, build: 'b', page: 0, ownName, rows, last: true })
  return (attributes: string[], readable: string[] = ['*']) =>
    engine.search({ user: 'u', query: '', readable, now: 0, limit: 5, attributes })!.stating
}

test('lists the newest rows that state an attribute of the user, and none of others', async () => {
  const stating = await engineWith([
    ['general', 'Lives in Porto.'],
    ['general', 'Mother lives in Faro.'],
    ['general', 'Tomas lives in Braga.'],
    ['general', 'Moved to Lisbon.'],
    ['health', 'Is allergic to nuts.'],
  ])
  expect(stating(['home', 'allergy'])).toEqual(['mem_3', 'mem_0', 'mem_4'])
})

test('lists readable rows only', async () => {
  const stating = await engineWith([
    ['general', 'Lives in Porto.'],
    ['health', 'Is allergic to nuts.'],
  ])
  expect(stating(['home', 'allergy'], ['general'])).toEqual(['mem_0'])
})

test('statements about the user by name are about the user', async () => {
  const contents = [['general', 'Tomas lives in Braga.']] as const
  expect((await engineWith(contents, 'Tomas Reis'))(['home'])).toEqual(['mem_0'])
  expect((await engineWith(contents, 'Ada'))(['home'])).toEqual([])
})
