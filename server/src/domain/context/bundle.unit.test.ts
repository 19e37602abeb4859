import { describe, expect, test } from 'vitest'
import type { Memory } from '../memories/memory.ts'
import { choose, type Wanted } from './choose.ts'
import { suggest } from './suggest.ts'
import { contents, memory, NOW, nothingWanted, read } from './test/memories.ts'

describe('a bundle', () => {
  const bundle = (memories: readonly Memory[], over: Partial<Wanted> = {}) =>
    contents(choose(read(memories), { ...nothingWanted, ...over }, 3, NOW))

  test('leaves out appointments of past days, unless the query asks about the past', () => {
    const memories = [memory(1, 'Optician on 20 April 2026 at 9:00.', 30), memory(2, 'Likes rye bread.', 5)]
    expect(bundle(memories)).toEqual(['Likes rye bread.'])
    expect(bundle(memories, { asksPast: true, relevance: new Map([['mem_0001', 0.9]]) })).toContain(
      'Optician on 20 April 2026 at 9:00.',
    )
  })

  test.each([
    'Book club is every second Thursday.',
    'Team meeting is on the first Monday of each month.',
    'Choir rehearsal on Tuesdays at 19:30.',
    'Physio appointment every Friday at 8.',
  ])('keeps what happens again and again: %s', (recurring) => {
    const memories = [memory(1, recurring, 60), memory(2, 'Likes rye bread.', 5)]
    const wanted = { hasQuery: true, relevance: new Map([['mem_0001', 0.9]]) }
    expect(bundle(memories, wanted)[0]).toBe(recurring)
    expect(read(memories)[0]).toMatchObject({ isOutdated: false, isCurrent: true })
  })

  test('keeps an aim for a month without a year that comes after it was noted', () => {
    const [aim, past] = read([
      memory(1, 'Goal: finish the thesis by February.', 60),
      memory(2, 'Goal: sing in May 2024.', 60),
    ])
    expect([aim!.isOutdated, past!.isOutdated]).toEqual([false, true])
  })

  test('holds what is on record about the person whom the query asks about', () => {
    const memories = [
      memory(1, 'My girlfriend is Ines.', 20),
      memory(2, "Ines's birthday is on 4 January.", 40),
      ...[3, 4, 5, 6].map((id) => memory(id, `Likes ${['chess', 'tea', 'owls', 'fog'][id - 3]}.`, id)),
    ]
    const about = { who: 'other', relation: 'partner', name: undefined } as const
    expect(bundle(memories, { hasQuery: true, about })).toContain("Ines's birthday is on 4 January.")
    const wanted = { ...nothingWanted, about, relevance: new Map([['mem_0003', 0.5]]), asked: ['like'], hasQuery: true }
    expect(suggest(null, read(memories), wanted).suggestions.adaptation).toBe('')
  })

  test('leaves out what is weeks ahead if the query asks about today', () => {
    const memories = [
      memory(1, 'Dentist appointment on 20 May 2026 at 8:15.'),
      memory(2, 'Choir meeting on 3 May 2026 at 20:00.'),
      ...[3, 4, 5].map((id) => memory(id, `Likes ${['chess', 'tea', 'owls'][id - 3]}.`, 1, { importance: 60 })),
    ]
    const ahead = ['appointment', 'meeting']
    expect(bundle(memories, { ahead })).toContain('Dentist appointment on 20 May 2026 at 8:15.')
    const today = bundle(memories, { ahead, aheadDays: 1 })
    expect(today).toContain('Choir meeting on 3 May 2026 at 20:00.')
    expect(today).not.toContain('Dentist appointment on 20 May 2026 at 8:15.')
  })

  test('quotes no medicine as a preference', () => {
    const memories = [memory(1, 'I take 5 mg of bisoprolol every morning.')]
    expect(suggest(null, read(memories), nothingWanted).suggestions.adaptation).toBe('')
  })
})
