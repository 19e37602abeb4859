import { expect, test } from 'vitest'
import { foundByDays } from './test/rows.ts'

const OTHERS = {
  2: 'Has an appointment with the optician next month.',
  3: 'Bought a lamp.',
  5: 'Likes chess.',
  7: 'The neighbour plays the oboe.',
}

test.each([
  ['when did I last see the dentist', { 400: 'Saw the dentist for a filling.', 90: 'Saw the dentist, no cavities.' }],
  ['when was my last haircut', { 200: 'Got a haircut at Fade.', 30: 'Got a haircut at the new place on Elm Street.' }],
  [
    'what did we talk about in the last session',
    { 20: 'Session 3: talked about work.', 6: 'Session 4 with the therapist: talked about sleep and rest.' },
  ],
  ['how far did I run last time', { 40: 'Ran 5 km.', 1: 'Ran 8 km along the river with the dog.' }],
  ['has Mia called lately, when did Mia last call', { 50: 'Mia called.', 4: 'Mia called about the weekend in May.' }],
  ['what was the most recent race', { 300: 'Race in Ghent.', 100: 'Race in Bruges, in the rain, with Tom.' }],
])('%s: the last one comes first', async (query, events) => {
  const newest = Object.entries(events).sort(([a], [b]) => Number(a) - Number(b))[0]![1]
  expect((await foundByDays(query, { ...events, ...OTHERS }))[0]).toBe(newest)
})

test.each([
  ['what is my last name', { 300: 'My last name is Voss.', 1: "The last name of Tom's dog is no name." }],
  [
    'did we meet at the lake last summer',
    { 170: 'We met at the lake.', 1: 'We met at the lake to look at the ducks.' },
  ],
])('%s asks for no last time', async (query, contents) => {
  expect((await foundByDays(query, { ...contents, ...OTHERS }))[0]).toBe(
    Object.values(contents).sort((a, b) => a.length - b.length)[0],
  )
})

test('what has not happened yet is not the last time', async () => {
  const events = { '-9': 'Sees the dentist for a crown.', 90: 'Saw the dentist, no cavities.' }
  expect((await foundByDays('when did I last see the dentist', { ...events, ...OTHERS }))[0]).toBe(
    'Saw the dentist, no cavities.',
  )
})
