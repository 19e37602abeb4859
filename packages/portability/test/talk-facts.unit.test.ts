import fc from 'fast-check'
import { expect, test } from 'vitest'
import { talkFacts } from '../src/talk-facts.ts'

const found = (message: string) => talkFacts(message).map(({ content }) => content)

test.each([
  ["I'm allergic to hazelnuts.", 'fact'],
  ['I live in Bergen with two cats.', 'fact'],
  ['My sister Kari works at a bakery.', 'fact'],
  ['I work as a nurse.', 'fact'],
  ['I speak Danish and a little Greek.', 'fact'],
  ['I never drink coffee after noon.', 'fact'],
  ['I throw bowls every Saturday.', 'fact'],
  ['I have two sons.', 'fact'],
  ['My favourite season is autumn.', 'preference'],
  ['I prefer trains to planes.', 'preference'],
  ["I'm training for a half marathon.", 'goal'],
  ['My goal is to run a marathon.', 'goal'],
  ["I've been playing the cello for twelve years.", 'fact'],
  ['I was diagnosed with asthma by Dr. Larsen.', 'fact'],
])('finds %s', (message, type) => {
  expect(talkFacts(message)).toMatchObject([{ content: message, type }])
})

test.each([
  'Do I live in Bergen?',
  'If I lived in Rome I would eat out.',
  'I love the way you explained that!',
  'I love this.',
  "I'm tired today.",
  "I'm looking for a recipe.",
  'I have a question about knots.',
  'I want to know how sails work.',
  'My boss wrote: "I own two houses and I hate dogs."',
  '> I work as a spy',
  '```\n// I live in Ghent\n```',
  'Translate: I live in Berlin.',
  'Write a story. I am a vampire and I live in a castle.',
  'Pretend that I work at a bank.',
  'From: me\nSubject: I live in Oslo',
  'You live in a computer.',
  'I might move to Spain.',
  'Ich wohne in Bergen.',
  // The task of the chat, and not the person.
  'My goal is to keep the image below 120MB.',
  'My goal is to finish five more problems by the end of the month.',
  "I've been working on exception handling for timeouts.",
  "I've been practicing induction for 7 hours.",
  "I'm preparing for the integration tests of Phase 3.",
  "I'm trying to reduce the latency of the queue.",
  'I prefer asynchronous workers to keep my API below 250ms.',
  "I prefer worked examples, so I'd like to go over one.",
  'I want to learn breathing techniques before auditions, got any suggestions',
  'I enjoy watching the games.',
  'Is this grammar right? I live in Cork since 2001.',
])('finds nothing in %s', (message) => {
  expect(found(message)).toEqual([])
})

test('finds sentences among others and writes them without what leads to them', () => {
  expect(found('Thanks. Yes, my brother Odd lives in Bodø. What should I bring?')).toEqual([
    'My brother Odd lives in Bodø.',
  ])
})

test('reads no message that is mostly pasted text', () => {
  expect(found(`I live in Bergen. ${'It rains. '.repeat(200)}`)).toEqual([])
})

test('preselects only classes that are nearly always right', () => {
  expect(talkFacts('I work as a nurse.')[0]?.isClear).toBe(true)
  expect(talkFacts('I really love opera.')[0]?.isClear).toBe(false)
})

test('reads any message', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("I'm ", 'my ', 'wife ', 'is ', 'live in ', '"', "'", '. ', '\n', 'every ', 'a ', 'x')),
      (pieces) => {
        expect(talkFacts(pieces.join(''))).toBeInstanceOf(Array)
      },
    ),
  )
})
