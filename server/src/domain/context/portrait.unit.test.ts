import { expect, test } from 'vitest'
import { choose } from './choose.ts'
import { asksPortrait } from './portrait.ts'
import { contents, memory, NOW, nothingWanted, read } from './test/memories.ts'

test.each([
  'a few lines about me for the programme booklet',
  'introduce me to the new team',
  'write my bio for the conference',
  'tell them who I am',
  'who am I',
  'help me fill in a form with my details',
  'describe me in three words',
  'update my dating profile',
  'my LinkedIn profile needs a summary',
  'what do you know about me',
  'an introduction for me as a speaker',
])('“%s” asks for who the person is', (query) => {
  expect(asksPortrait(query)).toBe(true)
})

test.each([
  'my bank details',
  'who am I meeting tomorrow',
  'introduce me with a joke about snails',
  'what did Anna say about the trip',
  'tell me about my trip to Porto',
  'present for my sister',
  "my sister's profile",
  'worries about work',
])('“%s” does not', (query) => {
  expect(asksPortrait(query)).toBe(false)
})

test('says who the person is before what has words in common with a request for a text about the person', () => {
  const all = read([
    memory(1, 'Saw a programme about glaciers.', 900),
    memory(2, 'Works as a stage manager.', 800),
    memory(3, 'Lives in Glasgow.', 700),
    memory(4, 'Renewed the library card.', 600),
  ])
  const relevance = new Map([
    [all[0]!.memory.id, 0.9],
    [all[3]!.memory.id, 0.8],
  ])
  const portrait = ['job', 'home']
  expect(contents(choose(all, { ...nothingWanted, hasQuery: true, relevance, portrait }, 3, NOW))).toEqual([
    'Works as a stage manager.',
    'Lives in Glasgow.',
    'Saw a programme about glaciers.',
  ])
})
