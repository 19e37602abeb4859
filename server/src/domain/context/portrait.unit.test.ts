import { expect, test } from 'vitest'
import { asksPortrait } from './portrait.ts'

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
