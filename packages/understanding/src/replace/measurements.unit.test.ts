import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'

const OWN = { ownName: 'Nadia' }

test.each([
  ['Uric acid was 8.1.', 'Uric acid is down to 6.2.'],
  ['Blood pressure was 148 over 92.', 'Blood pressure 126 over 80 today.'],
  ['Creatinine came back at 1.4.', 'Creatinine result today: 1.1, all good.'],
  ['Nadia’s ferritin was 12.', 'Ferritin is up to 38.'],
  ['Peak flow 380.', 'Peak flow hit 460 this morning.'],
  ['Eye pressure was 24 in March.', 'Eye pressure 17.'],
  ['Tips the scales at 91 kilos.', 'The scales said 87.5 kilos this morning.'],
  ['Weight was 13 stone 4.', '12 stone 10 on the surgery scales.'],
  ['I have 900 pesos saved.', 'My savings stand at 1,400 pesos.'],
])('reads %j and %j as one series', (older, newer) => {
  expect(judgeReplacement(newer, older, OWN)).toBe('series')
})

test.each([
  ['another person’s', 'Tomás’s ferritin was 12.', 'Ferritin is 41.'],
  ['numbers that tell apart', 'Terminal 5.', 'Terminal 2.'],
  ['sides', 'Left eye pressure is 24.', 'Right eye pressure is 17.'],
  ['what was done', 'Walked 1199 steps.', 'Walked 1198 steps.'],
  ['units', 'Bread was 2 euros.', 'Bread is 500 g.'],
  ['occasions', 'Blood sugar was 9 after lunch.', 'Blood sugar was 5 before breakfast.'],
  ['places', 'Coffee was 4 euros at work.', 'Coffee was 3 euros at home.'],
  ['a person named after it', 'Resting pulse is 61.', 'Resting pulse is 88, Tomás.'],
  ['a person named before it', 'Uric acid was 8.1.', 'Took Tomás to the lab. Uric acid was 5.0.'],
  ['his and hers', 'Uric acid was 8.1.', 'His uric acid is 6.2.'],
  ['a dose and a level', 'Zinc is 15 mg.', 'Zinc is 0.7.'],
  ['a change by an amount', 'Uric acid is 8.1.', 'Uric acid is down 2.'],
  ['what happened twice', 'Lunch was 12 euros.', 'Lunch was 9 euros.'],
  ['parts of a day', 'Uric acid is 8.1 in the morning.', 'Uric acid is 6.2.'],
  ['what it is of', 'Washing is at 40 degrees.', 'Washing is at 60 degrees, towels.'],
  ['purposes', 'Saved 30 euros on shoes.', 'Saved 50 euros on the train.'],
  ['intentions', 'Ferritin is 40.', 'Wants ferritin to be 60.'],
])('reads %s as no series', (_, older, newer) => {
  expect(judgeReplacement(newer, older, OWN)).not.toBe('series')
})
