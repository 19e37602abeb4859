import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'

/* Statements as language models extract them from talks and journals: what a named person did and feels, and short notes. */

const CONTEXT = { ownName: 'Ada Moss', userId: 'usr_1' }

test.each([
  ['a habit', 'Owen started helping out with a soup kitchen.', 'Owen started going to dance classes with his sister.'],
  [
    'a group',
    'Rosa joined a new RSPB bird counting group last Tuesday.',
    'Rosa moved and joined the writing community seeking support.',
  ],
  ['a tournament', 'Leon has worked with Blender and Unity.', 'Leon joined an online chess tournament.'],
  [
    'a new method',
    'Joined East Leeds Writers’ Meetup on 8 April.',
    'Started tracking the length of texts with Wordmeter.com.',
  ],
  [
    'how long it took',
    'Felix has been working on his health for two years.',
    'Felix lost his job and is looking for a new one.',
  ],
  [
    'notes of deeds',
    'Added Pianist for the practice log, syncing with Google Calendar.',
    'Started 3 weekly Pilates classes at Leeds Wellness Center.',
  ],
  ['meals', 'I have worked as a potter for 22 years.', 'Started meal prepping with a budget of $150 since 25 June.'],
  ['a fondness', 'The user is a lorry driver.', 'The user has become fond of chickpea stew.'],
  ['a feeling', "It's made me appreciate my friends and family.", "It's made me even more determined to adopt."],
  ['a reminder', "It's a great reminder of our bond.", "It's a nice reminder of why I started."],
  [
    'a workshop',
    'Curtis has been painting since his military service, when a comrade lent him a box of crayons.',
    'Curtis went to a workshop on oil paint.',
  ],
  [
    'a loss of which it was told',
    'Amara had to say goodbye to her dog, Max.',
    'Amara is trying to cope with the loss of Max.',
  ],
  [
    'an accident',
    'Maria enjoys yoga because it makes her feel light.',
    'Maria got hit by a car, but everybody is okay.',
  ],
  [
    'what is appreciated',
    'Nadia appreciates the importance of rest.',
    'Nadia appreciates the importance of honest friends.',
  ],
  [
    'long preferences',
    'I prefer simple tools that keep the app easy to maintain and light.',
    'I prefer secure settings that do not slow the app or annoy the people who use it.',
  ],
  ['a second repair', 'Fixed the broken search form by adding an index.', 'Fixed the slow search form with a cache.'],
  [
    'what is written down',
    'Jakob wants to write down what he knows about clocks.',
    'Jakob mended the clock in the hall.',
  ],
  ['a drive', 'Evan sold his old Prius.', 'Evan went for a long drive in a Prius.'],
])('%s replaces nothing: %s / %s', (_, older, newer) => {
  expect(judgeReplacement(newer, older, CONTEXT)).toBeUndefined()
})

test.each([
  ['Rosa works at Siemens.', 'Rosa joined Bosch as an engineer.'],
  ['Leon works at Siemens.', 'Leon started working for Bosch in May.'],
  ['Leon works at Siemens.', 'Leon started a new job at Bosch.'],
  ['The user is a lorry driver.', 'The user has become a baker.'],
  ['I am a cashier.', 'They made me head of the shop.'],
  ['Our dog is called Max.', 'We had to say goodbye to Max, our dog.'],
  ['Prefers window seats.', 'Prefers aisle seats.'],
])('is still certain to replace: %s / %s', (older, newer) => {
  expect(judgeReplacement(newer, older, CONTEXT)).toBe('certain')
})
