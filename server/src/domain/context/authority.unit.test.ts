import { expect, test } from 'vitest'
import { contradictingUser, mayOutdate, newestOf } from './authority.ts'
import { memory, NOW, read } from './test/memories.ts'
import type { Understood } from './understood.ts'

const isNewer = (one: Understood, other: Understood) => one.time > other.time
const [own, byApp, bySame] = [{ sourceApp: null }, { sourceApp: 'notes' }, { sourceApp: 'clinic' }]

const phone = (number: number) => `My phone number is 555 010${number}.`

/** Whether the second of two memories may make the first outdated. */
function mayFollow(earlier: object, later: object, daysAgo = 1, text = phone): boolean {
  const [first, second] = read([memory(1, text(1), 10, earlier), memory(2, text(2), daysAgo, later)])
  const isNewest = !newestOf([first!, second!], isNewer).includes(first!)
  const may = mayOutdate(second!, first!)
  if (daysAgo < 10) expect(isNewest).toBe(may)
  return may
}

test('a statement of the user counts against any, whatever its scope', () => {
  expect(mayFollow({ ...byApp, scope: 'fitness' }, { ...own, scope: 'note' })).toBe(true)
})

test('a statement of an app counts against its own, and within one scope', () => {
  expect(mayFollow({ ...byApp, scope: 'fitness' }, { ...byApp, scope: 'note' })).toBe(true)
  expect(mayFollow({ ...own, scope: 'fitness' }, { ...byApp, scope: 'fitness' })).toBe(true)
  expect(mayFollow({ ...own, scope: 'fitness' }, { ...byApp, scope: 'note' })).toBe(false)
  expect(mayFollow({ ...own, scope: 'fitness', pinned: true }, { ...byApp, scope: 'fitness' })).toBe(false)
})

test('a statement of an app counts against those of others only if they state everyday facts about the user', () => {
  const texts: [(n: number) => string, boolean][] = [
    [(n) => `I work at company ${n}.`, true],
    [(n) => `I weigh ${70 + n} kg.`, true],
    [(n) => `The key word for picking up the children is ${n}.`, false],
    [(n) => `My partner is number ${n}.`, false],
    [(n) => `Pump basal is 0.${n} an hour.`, false],
  ]
  for (const [text, may] of texts) {
    expect(mayFollow({ ...own, scope: 'fitness' }, { ...byApp, scope: 'fitness' }, 1, text), text(1)).toBe(may)
    expect(mayFollow({ ...byApp, scope: 'fitness' }, { ...byApp, scope: 'fitness' }, 1, text), text(1)).toBe(true)
  }
})

test('who wrote the present text counts, not who changed the memory last', () => {
  const earlier = { ...own, scope: 'fitness' }
  expect(mayFollow(earlier, { ...own, scope: 'note', writers: ['notes'] })).toBe(false)
  expect(mayFollow(earlier, { ...own, scope: 'note', writers: ['notes', ''] })).toBe(false)
  expect(mayFollow(earlier, { ...bySame, scope: 'note', writers: [''] })).toBe(true)
  expect(mayFollow({ ...bySame, scope: 'fitness', writers: [''] }, { ...bySame, scope: 'note' })).toBe(false)
  expect(mayFollow(earlier, { ...own, scope: 'note', writers: [] })).toBe(false)
})

test('what lies ahead counts against nothing until it has come', () => {
  expect(mayFollow(own, own, -30)).toBe(false)
  const created = new Date(NOW - 20 * 86_400_000).toISOString()
  expect(mayFollow(own, { ...own, createdAt: created }, 1)).toBe(true)
})

test('an app contradicts the user only where it may not make what the user says outdated', () => {
  const contradicts = (...over: object[]) => {
    const all = read(over.map((each, n) => memory(n, `Lives in place ${n}.`, 10 - n, each)))
    return contradictingUser(all).has(all.at(-1)!)
  }
  expect(contradicts({ ...own, scope: 'home' }, { ...byApp, scope: 'note' })).toBe(true)
  expect(contradicts({ ...own, scope: 'home' }, { ...byApp, scope: 'home' })).toBe(false)
  expect(contradicts({ ...own, scope: 'home' }, { ...byApp, scope: 'note', writers: [''] })).toBe(false)
  expect(contradicts({ ...bySame, scope: 'home' }, { ...byApp, scope: 'note' })).toBe(false)
})
