import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { updateLikelihood } from './updates.ts'

const CONTEXT = { ownName: 'Robin Vale' }

test.each([
  ['another person gives it up', 'Uses Notion for notes.', 'My classmate gave up Notion for paper.'],
  ['a named other leaves it', 'Keeps all notes in Obsidian.', 'Ravi, a colleague of user, left Obsidian for Notion.'],
  ['a relative outgrew it', 'allergic to peanuts', 'My nephew outgrew his peanut allergy.'],
  ['an animal came back', 'Has a rescue dog called Biscuit.', 'Biscuit ran off at the fireworks and came back muddy.'],
  ['a thing came back', 'Has an HDFC credit card.', 'Lost the HDFC card in a taxi, the driver returned it.'],
  ['a store ran out', 'drinks one black coffee every morning', 'Coffee ran out on Sunday, drove to the shop.'],
  ['a part is finished', 'Is watching Slow Horses.', 'Finished season 2 of Slow Horses.'],
  ['a unit is finished', 'Is learning Spanish with Duolingo.', 'Finished unit four of Spanish on Duolingo.'],
  ['it is paid off', 'has solar panels on the roof', 'User finished paying off the solar panels.'],
  ['it was replaced by its like', 'sleeps with a cpap machine', 'The old machine was replaced by a quieter CPAP.'],
  ['it is off once', 'learning the cello', "Cello lesson cancelled this week, teacher's ill."],
  ['it is closed for some days', 'Brother Nuno runs a tavern.', 'Nuno closed the tavern for two weeks of holiday.'],
  ['it takes place elsewhere', "plays goalie in a men's league", 'Our league moved to the Dartmouth rink.'],
  ['a supplier does less', 'Car insurance is with Aviva.', 'Aviva no longer posts the documents.'],
  ['less of it', 'drinks his coffee black', 'Cut down to two black coffees a day.'],
  ['what was before it', 'rides a cargo bike to school', 'We used to take the tram until we got the cargo bike.'],
  ['not all of it yet', 'Is aiming for a TOEIC score of 900.', 'Got 815 in the TOEIC, 85 to go.'],
])('a fact stays where %s', (_, older, newer) => {
  expect(judgeReplacement(newer, older, CONTEXT)).toBeUndefined()
  expect(updateLikelihood(newer, older, CONTEXT)).toBe(0)
})

test.each([
  ['Uses Notion for notes.', 'Gave up Notion for paper.'],
  ['Has a rabbit called Nuvola.', 'Nuvola escaped through the hedge and never came back.'],
  ['Drives a Nissan Juke.', 'The user and husband Obi traded the Juke for a Skoda.'],
  ['Is reading Middlemarch.', 'Finished Middlemarch and began Emma.'],
  ['Bank is AIB.', 'Closed the AIB account.'],
  ['Phone is an iPhone.', 'The iPhone was replaced by a new Pixel.'],
  ['Drinks five coffees a day.', 'Cut down to two coffees a day.'],
])('"%s" is over after "%s"', (older, newer) => {
  expect(judgeReplacement(newer, older, CONTEXT)).toBeDefined()
})
