import { expect, test } from 'vitest'
import type { Memory } from '../memories/memory.ts'
import { paragraph } from './paragraph.ts'
import { memory, NOW, read } from './test/memories.ts'

const EVENT = { type: 'event' }
const briefOf = (...memories: Memory[]) =>
  paragraph({ name: 'Ada', toneNote: null, personName: 'Mira Solberg' }, read(memories), NOW).text

test('quotes a home and a job of events that the estimate takes for passing', () => {
  const text = briefOf(
    memory(1, 'I have left Adehye; from this month I am finance director at Kuapa Kokoo.', 4, EVENT),
    memory(2, 'Bought a house in Barna! Moved in last week.', 3, EVENT),
    memory(3, 'Radio battery swollen.', 2, EVENT),
  )
  expect(text).toContain('finance director')
  expect(text).toContain('Barna')
  expect(text).not.toContain('battery')
})

test('quotes an employer where no job is stated', () => {
  expect(briefOf(memory(1, 'Joined Arup in January.', 90, EVENT))).toContain('home and work: “Joined Arup')
})

test('quotes what one does beside work after the work', () => {
  const text = briefOf(
    memory(1, 'Drove a bus for RTA for 31 years, retired in 2021.', 60, EVENT),
    memory(2, 'I drive the church van on Sundays.', 5, EVENT),
  )
  expect(text).toContain('home and work: “Drove a bus')
})

test('quotes grave conditions before injuries', () => {
  const text = briefOf(
    memory(1, 'Type 1 diabetes since I was 11.', 90, EVENT),
    memory(2, 'Broke my wrist skiing.', 5, EVENT),
  )
  expect(text.indexOf('diabetes')).toBeLessThan(text.indexOf('wrist'))
  expect(text).toContain('diabetes')
})

test('quotes who the children are before what only mentions them', () => {
  const text = briefOf(
    memory(1, 'We have two grown kids, Marcus and Tanya.', 90, EVENT),
    memory(2, 'Gráinne next door minds the kids in a pinch.', 5, EVENT),
  )
  expect(text).toContain('people and pets: “We have two grown kids')
})

test('quotes no friend who has died as close', () => {
  expect(briefOf(memory(1, 'My buddy Leroy passed away in spring.', 5))).not.toContain('people and pets')
})

test('quotes two wishes of how to answer, and aims noted as events', () => {
  const text = briefOf(
    memory(1, 'Please call me by my first name.', 20, { scope: 'preference', ...EVENT }),
    memory(2, 'Keep it short, no waffle.', 10, { scope: 'preference', ...EVENT }),
    memory(3, 'I like metric units.', 5, { scope: 'preference', ...EVENT }),
    memory(4, 'I want to lose ten kilos.', 5, { scope: 'goal', ...EVENT }),
    memory(5, 'Ran five kilometres.', 5, { scope: 'goal', ...EVENT }),
  )
  expect(text).toContain('goals: “I want to lose ten kilos”')
  expect(text).toMatch(/tastes: “(?:Keep it short|Please call)[^;]*“(?:Keep it short|Please call)/)
})

test('quotes where someone lives before what they only keep elsewhere', () => {
  const text = briefOf(
    memory(1, 'Moved to Leipzig in April, into a small flat in Plagwitz.', 30, { scope: 'home' }),
    memory(2, 'Still has a storage unit in Hamburg.', 10, { scope: 'home' }),
  )
  expect(text).toContain('home and work: “Moved to Leipzig')
})

test('quotes what someone does before news of colleagues', () => {
  const text = briefOf(
    memory(1, 'Head chef at Osteria Lume in Bristol since 2022.', 90, { scope: 'work' }),
    memory(2, 'Our pastry chef, Louis, has resigned.', 10, { scope: 'work' }),
  )
  expect(text).toContain('home and work: “Head chef at Osteria Lume')
})

test('shortens no reaction to what causes it', () => {
  const facts = Array.from({ length: 30 }, (_, at) =>
    memory(
      at + 2,
      `I collect old number plates of region ${String.fromCharCode(65 + at)} and hang them in the hall.`,
      5,
      {
        importance: 85,
      },
    ),
  )
  const text = briefOf(memory(1, 'My face swells up badly when I eat mussels.', 90, { scope: 'health' }), ...facts)
  expect(text).toContain('when I eat mussels')
})

test('shortens no list of what is harmful to fit more', () => {
  const facts = Array.from({ length: 30 }, (_, at) =>
    memory(
      at + 2,
      `I collect old number plates of region ${String.fromCharCode(65 + at)} and hang them in the hall.`,
      5,
      {
        importance: 85,
      },
    ),
  )
  const text = briefOf(memory(1, 'Allergic to birch pollen and, because of it, raw apples.', 90), ...facts)
  expect(text).toContain('raw apples')
})

test('quotes a patient, a guest or the medicine of a pet as no health of the user', () => {
  const text = briefOf(
    memory(1, 'Patient in bed 4 was on warfarin; nearly missed the INR check last night.', 5, { scope: 'health' }),
    memory(2, 'Table 12 tonight: sesame allergy, two vegans.', 5, { scope: 'note' }),
    memory(3, 'We have a Labrador, Moss, 11, on Metacam for his joints.', 5, { scope: 'home' }),
    memory(4, 'I have asthma.', 90, { scope: 'health' }),
  )
  expect(text).toContain('health and diet: “I have asthma”')
  expect(text).not.toMatch(/warfarin|sesame/)
  expect(text.split(';').find((part) => part.includes('health and diet'))).not.toContain('Metacam')
})

test('quotes a diet before what someone likes to eat', () => {
  const text = briefOf(
    memory(1, 'Low-salt diet on the advice of the cardiology nurse.', 30, { scope: 'nutrition' }),
    memory(2, "Fish and chips from Harper's on Fridays.", 5, { scope: 'nutrition' }),
  )
  expect(text).toContain('health and diet: “Low-salt diet')
})

test('quotes a home rather than its rent, and what one studies rather than who one’s dentist is', () => {
  const text = briefOf(
    memory(1, 'Moved to Leipzig in April, into a small flat in Plagwitz.', 30, { scope: 'home' }),
    memory(2, 'Rent in Leipzig is 720 euros.', 30, { scope: 'finance' }),
    memory(3, "I'm doing a master's in structural engineering at TU Delft, second year.", 30, { scope: 'learning' }),
    memory(4, 'Dentist in Delft is Dr. Bakker.', 5, { scope: 'health' }),
  )
  expect(text).toMatch(/home and work: “Moved to Leipzig[^;]*”, “I'm doing a master's/)
})
