import { describe, expect, test } from 'vitest'
import type { Memory } from '../memories/memory.ts'
import { choose, type Wanted } from './choose.ts'
import { paragraph } from './paragraph.ts'
import { suggest } from './suggest.ts'
import { contents, memory, NOW, nothingWanted, read } from './test/memories.ts'
import { quote } from './words.ts'

const mira = { name: 'Ada', toneNote: null, personName: 'Mira Solberg' }
const briefOf = (...memories: Memory[]) => paragraph(mira, read(memories), NOW).text
const health = { scope: 'health' }
const food = { scope: 'nutrition' }
const work = { scope: 'work' }
const home = { scope: 'home' }
const people = { scope: 'relationship' }

describe('a brief', () => {
  test('quotes what harms and what ails before readings and habits, in wordings that no rule reads', () => {
    const serious = [
      memory(1, 'Naproxen messes with her stomach.', 300, health),
      memory(2, 'Two stents were put in, the cardiologist says all is well.', 290, health),
    ]
    const habits = Array.from({ length: 12 }, (_, i) =>
      memory(
        10 + i,
        `Porridge with ${'abcdefghijkl'[i]}berries for breakfast, and a walk round the block after.`,
        i,
        food,
      ),
    )
    const text = briefOf(...habits, ...serious)
    expect(text.indexOf('Naproxen')).toBeGreaterThan(0)
    expect(text.indexOf('Two stents')).toBeGreaterThan(text.indexOf('Naproxen'))
    expect(text.includes('Porridge') && text.indexOf('Porridge') < text.indexOf('Two stents')).toBe(false)
  })

  test('gives each section something before any gets a third statement', () => {
    const text = briefOf(
      ...Array.from({ length: 9 }, (_, i) =>
        memory(
          10 + i,
          `Has asthma of kind ${'abcdefghi'[i]}, which the doctor in town treats with an inhaler.`,
          i,
          health,
        ),
      ),
      memory(1, 'Lives in Bergen.', 200, home),
      memory(2, 'Works as a welder.', 200, work),
      memory(3, 'Is married to Jon.', 200, people),
      memory(4, 'Wants to sail to Shetland.', 200, { scope: 'goal', type: 'goal' }),
    )
    for (const said of ['Bergen', 'welder', 'Jon', 'Shetland']) expect(text).toContain(said)
  })

  test('takes neither the home nor the work of another person for theirs', () => {
    const text = briefOf(
      memory(1, 'The landlord, Göran, lives in Spain from October.', 5, home),
      memory(2, 'Best friend: Zainab, gynaecologist, lives in Sharjah.', 6, people),
      memory(3, 'Lives in Bergen.', 90, home),
    )
    expect(text).toContain(`home and work: ${quote('Lives in Bergen.', 90)}`)
    expect(text).not.toContain('Göran')
  })

  test('does not quote an earlier home or work beside a later one', () => {
    const text = briefOf(
      memory(1, 'Intern at the city archive, posted in rotations.', 700, work),
      memory(2, 'Junior restorer of maps.', 60, work),
      memory(3, 'Shares a room in Tromsø with two students.', 700, home),
      memory(4, 'Lives alone in Bergen.', 60, home),
    )
    expect(text).toContain('Junior restorer')
    expect(text).toContain('Bergen')
    expect(text).not.toMatch(/Intern|Tromsø/)
  })

  test('keeps an occupation beside the name of a later business', () => {
    const text = briefOf(
      memory(1, 'Restorer of stained glass.', 800, work),
      memory(2, 'Her own workshop is called Lichtwerk.', 60, work),
    )
    expect(text).toContain('Restorer of stained glass')
  })

  test('quotes no event of a goal as a goal, and no passing event at all', () => {
    const text = briefOf(
      memory(1, 'Got the food handler card.', 5, { scope: 'goal', type: 'event' }),
      memory(2, 'Radio battery swollen.', 5, { scope: 'home', type: 'event' }),
      memory(3, 'Has asthma.', 5, health),
    )
    expect(text).toContain('asthma')
    expect(text).not.toMatch(/handler|battery/)
  })
})

describe('a statement', () => {
  test('about a person whom another statement names is not about the user', () => {
    const [, sushi] = read([
      memory(1, 'My Itzel is fifteen and my Beto is eight.', 90, people),
      memory(2, 'Itzel only wants sushi, imagine.', 5, { scope: 'preference', type: 'preference' }),
    ])
    expect(sushi!.statement.about).toMatchObject({ who: 'other', name: 'itzel' })
    expect(sushi!.isAboutUser).toBe(false)
  })

  test('whose subject is what harms the user is about the user, and one about another person is not', () => {
    const about = (content: string) => read([memory(1, content, 5, health)])[0]!.statement.about.who
    expect(about('Metoclopramide gave Mira lockjaw.')).toBe('self')
    expect(about('Mango brings up a rash within minutes.')).toBe('self')
    expect(about('Theo breaks out in a rash from mango.')).toBe('other')
    expect(about("Theo's rash from mango frightened Mira.")).toBe('other')
  })
})

describe('a bundle', () => {
  test('tells nothing of the past to what is coming up', () => {
    const all = read([
      memory(1, 'Unclogged the shower drain.', 1, { scope: 'home', type: 'event' }),
      memory(2, 'Dinner with the choir on 5 May 2026.', 3, { scope: 'schedule', type: 'event' }),
    ])
    const relevance = new Map(all.map(({ memory: { id } }) => [id, 0.5]))
    const wanted: Wanted = { ...nothingWanted, hasQuery: true, relevance, asksAhead: true }
    expect(contents(choose(all, wanted, 1, NOW))).toEqual(['Dinner with the choir on 5 May 2026.'])
  })

  test('for a tutor holds what the person learns and how to speak with them, in wordings that no rule reads', () => {
    const all = read([
      memory(1, 'Likes footnotes.', 400, { scope: 'preference', type: 'preference' }),
      memory(2, 'Short steps, numbered, please.', 400, { scope: 'preference', type: 'preference' }),
      memory(3, 'Coptic, from an old grammar.', 300, { scope: 'learning' }),
      ...Array.from({ length: 9 }, (_, i) => memory(10 + i, `Saw the ${'abcdefghi'[i]} house.`, i, { type: 'event' })),
    ])
    const wanted: Wanted = { ...nothingWanted, hasQuery: true, profile: ['unread_learning', 'unread_style'] }
    expect(contents(choose(all, wanted, 2, NOW))).toEqual([
      'Coptic, from an old grammar.',
      'Short steps, numbered, please.',
    ])
  })

  test('says who a person is before what happened to them', () => {
    const all = read([
      memory(1, 'Foster child Nour, ten, since autumn.', 400, people),
      ...Array.from({ length: 4 }, (_, i) =>
        memory(10 + i, `Nour drew a ${['cat', 'house', 'ship', 'moon'][i]}.`, i, { type: 'event' }),
      ),
    ])
    const about = { who: 'other', relation: undefined, name: 'nour' } as const
    const [first] = contents(choose(all, { ...nothingWanted, hasQuery: true, about }, 4, NOW))
    expect(first).toBe('Foster child Nour, ten, since autumn.')
  })

  test('suggests by tastes, and takes no hobby or reading for one', () => {
    const all = read([
      memory(1, 'Collects lighthouse stamps.', 5, { scope: 'media' }),
      memory(2, 'Likes jazz.', 5, { scope: 'media' }),
    ])
    const { adaptation } = suggest(null, all, nothingWanted).suggestions
    expect(adaptation).toContain('Likes jazz')
    expect(adaptation).not.toContain('stamps')
  })
})
