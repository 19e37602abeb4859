import { describe, expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'

const CONTEXT = { newerAt: 2e12, olderAt: 1e12 }
const judge = (older: string, newer: string) => judgeReplacement(newer, older, CONTEXT)

describe('different things of one name', () => {
  test.each([
    ['a number after it', 'Room 12 is booked for the workshop.', 'Room 14 was given to another group.'],
    ['a number in what follows it', 'The printer on floor 3 is out of toner.', 'The printer on floor 5 was replaced.'],
    ['a letter after it', 'Rents studio B for recordings.', 'Studio C is no longer available to bands.'],
    ['the word before it', 'The bathroom tap drips.', 'The kitchen tap was fixed yesterday.'],
    ['a colour', 'The blue bin goes out on Tuesdays.', 'The green bin goes out on Fridays now.'],
    ['a season', 'The spring semester starts on 4 March.', 'The autumn semester now starts on 20 September.'],
    ['what it is for', 'I have a standing order for the gym.', 'I cancelled the standing order for the charity.'],
    ['with whom', 'Plays chess with Tom.', 'No longer plays chess with Ana.'],
    ['with whom, of a general habit', 'Plays chess.', 'No longer plays chess with Ana.'],
    ['where', 'I play the organ at St. Anna.', 'I stopped playing the organ at St. Mark.'],
    ['what a tool is for', 'Uses Notion for recipes.', 'Uses Obsidian for work notes now.'],
    ['its owner', 'Her grandfather was a miner.', "Her grandfather's house was sold in May."],
    ['its kind', 'Lives on the Rua das Flores in Porto.', 'The café on the Rua das Flores has closed.'],
    ['another party', "Walks Mrs Fell's poodle at noon.", 'The Turners no longer need their poodle walked.'],
    ['the sex of a relative', "Mei's brother lives in Vancouver.", "Mei's sister moved to Singapore."],
    ['that it is beside it', 'Runs a kiosk by the canal.', 'The kiosk next to ours shut down.'],
    ['what was replaced', 'Our team uses Jira for tickets.', 'Our team switched from Slack to Teams.'],
  ])('that differ in %s are both kept', (_, older, newer) => {
    expect(judge(older, newer)).toBeUndefined()
  })

  test.each([
    ['Room 207.', 'Room 311, they swapped me for the noise.'],
    ['The exam is in room 204.', 'The exam was switched to room 118.'],
    ['Drinks four coffees a day.', 'Cut down to one coffee a day.'],
    ['Shaves with a safety razor.', 'Has gone back to the electric razor.'],
    ['I am having lunch with Gwen on 5 June.', "Gwen can't make lunch on 5 June, so it's off."],
    ['Plays chess with Tom.', 'No longer plays chess with Tom.'],
    ['I train at Iron Gym.', 'I left Iron Gym and train at Pulse Fitness.'],
    ['Takes the red line.', 'The green line is what takes her to work since the move.'],
  ])('is not read from another value: "%s", "%s"', (older, newer) => {
    expect(judge(older, newer)).toBe('certain')
  })
})

describe('what does not contradict', () => {
  test.each([
    ['an event of the past', 'Crashed the Audi in 2021.', 'Got rid of the Audi.'],
    ['a meeting of another day', 'Had lunch with Ottoline on Monday.', "Ottoline cancelled Friday's lunch."],
    ['a value of an earlier life', 'Weighed 4 kilos at birth.', 'Weighs 70 kilos now.'],
    ['a landmark', 'Our house is near the mill.', 'The mill burned down.'],
    ['a rise', 'Loves the bakery on Dock Street.', 'The Dock Street bakery put its prices up.'],
    ['the home of a friend', 'Beatriz is my best friend from school.', 'Beatriz moved to Recife last month.'],
    ["another person's diet", 'Gluten-free baking is her thing.', 'Her brother eats gluten again.'],
  ])('keeps %s', (_, older, newer) => {
    expect(judge(older, newer)).toBeUndefined()
  })

  test.each([
    ['Signed up with GymNation.', 'Ended the GymNation contract.'],
    ['Employed at Fernhill Hospital as a nurse.', 'Left Fernhill Hospital.'],
    ['My dentist is Dr Weiss.', 'Dr Weiss retired, I see Dr Amari now.'],
  ])('replaces what lasted until then: "%s", "%s"', (older, newer) => {
    expect(judge(older, newer)).toBe('certain')
  })
})
