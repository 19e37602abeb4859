import { expect, test, vi } from 'vitest'
import { countTurns } from '../../../test/count-turns.ts'
import { choose, chooseInSlices, type Wanted } from './choose.ts'
import { paragraph, paragraphInSlices } from './paragraph.ts'
import { memory, NAMES, NOW, nothingWanted } from './test/memories.ts'
import { understand, understandInSlices } from './understood.ts'

const sentence = 'I no longer live in Rome, I moved to Oslo on 3 May. '

test.each([
  ['long', 150, 100],
  ['many', 15, 400],
])('other requests run while %s memories are read', async (_, times, count) => {
  const memories = Array.from({ length: count }, (_, n) => memory(n, `${n} ${sentence.repeat(times)}`))
  const counter = countTurns()
  await understandInSlices(memories, NAMES, NOW)
  expect(counter.stop()).toBeGreaterThan(1)
})

test('other requests run while many goals are compared with what came later', async () => {
  const goals = Array.from({ length: 150 }, (_, n) =>
    memory(n, `Wants to visit town ${n} by train`, 20, { type: 'goal' }),
  )
  const later = Array.from({ length: 250 }, (_, n) => memory(200 + n, `Walked along river ${n} with friends`))
  const memories = [...goals, ...later]
  understand(memories, NAMES, NOW)
  const counter = countTurns()
  await understandInSlices(memories, NAMES, NOW)
  expect(counter.stop()).toBeGreaterThan(1)
})

const identity = { name: 'Juno', toneNote: null, personName: 'Mira Solberg' }
const units = [
  'Ж',
  'a',
  'Mara knows ',
  'Had measles, ',
  'Lives in Rome ',
  'Works at sea ',
  'My son Theo has asthma ',
  'Is vegan ',
]
const wanted: Wanted = {
  ...nothingWanted,
  safety: ['allergy', 'condition', 'diet'],
  topic: 'food',
  hasQuery: true,
  about: { who: 'other', relation: undefined, name: 'mara' },
}
const types = ['fact', 'preference', 'goal'] as const
const scopes = ['health', 'nutrition', 'note', 'home', 'work', 'relationship', 'general']
/** Long memories of all kinds, mostly without a full stop. */
const longOnes = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    memory(n, `${units[n % units.length]!.repeat(9_000).slice(0, 8_100)} ${n}`, 20 + (n % 7), {
      type: types[n % types.length]!,
      scope: scopes[n % scopes.length]!,
      importance: 51 + (n % 49),
    }),
  )

test('other requests run while a brief is chosen from long memories', async () => {
  const understood = understand(longOnes(200), NAMES, NOW)
  const counter = countTurns()
  await paragraphInSlices(identity, understood, NOW)
  expect(counter.stop()).toBeGreaterThan(1)
})

test('patterns of a brief read only the beginning of a long memory', () => {
  const understood = understand(longOnes(80), NAMES, NOW)
  const read = lengthsRead()
  paragraph(identity, understood, NOW)
  expect(Math.max(...read())).toBeLessThanOrEqual(1_000)
})

test('other requests run in each pass over the memories that are compared', async () => {
  const memories = longOnes(48)
  understand(memories, NAMES, NOW)
  // One slice for every few steps, however fast the machine is.
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time++)
  const counter = countTurns()
  const considered = await understandInSlices(memories, NAMES, NOW)
  const turnsOfReading = counter.turns()
  await chooseInSlices(considered, wanted, 20, NOW)
  const turns = counter.stop()
  clock.mockRestore()
  expect(turnsOfReading).toBeGreaterThan(3 * memories.length)
  expect(turns).toBeGreaterThan(turnsOfReading)
})

test('patterns of a bundle read only the beginning of a long memory', () => {
  const memories = longOnes(80)
  understand(memories, NAMES, NOW)
  const read = lengthsRead()
  choose(understand(memories, NAMES, NOW), wanted, 20, NOW)
  expect(Math.max(...read())).toBeLessThanOrEqual(1_000)
})

/** Returns the lengths of the texts that patterns read from now on, until the function returned is called. */
function lengthsRead(): () => number[] {
  const tested = vi.spyOn(RegExp.prototype, 'test')
  const executed = vi.spyOn(RegExp.prototype, 'exec')
  return () => {
    const calls = [...tested.mock.calls, ...executed.mock.calls]
    tested.mockRestore()
    executed.mockRestore()
    return calls.map(([text]) => text.length)
  }
}
