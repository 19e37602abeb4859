import { expect, test } from 'vitest'
import { foundEitherWay, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Robin Vale'

test.each([
  ['I drive a taxi.', 'I guide hikers for Sierra Libre.'],
  ['Delivers food for Glovo.', 'Started as a barista at Kawa.'],
  ['I work like bricklayer for Obras Marín.', "Marín closed, now I lay tiles for my uncle's company."],
  ['I am fitter at the tube works.', 'Last shift is behind me, they gave me a watch.'],
  ["I'm an apprentice plumber.", 'I packed in plumbing and work on a salmon farm.'],
  ['I am a guard on the night train.', 'I am a train driver for Vlaky Morava.'],
  ['Labourer for Parker Scaffolding.', 'Boss of his own scaffolding crew now, three lads.'],
  ['I cook on an oil rig.', 'I manage the canteen at Nordlaks now.'],
  ["I'm a housemaid in Jumeirah.", 'I am nanny with a family in Mirdif now.'],
  ['I cut hair at Jazz.', 'Since spring Robin rents her own chair at Studio Bella.'],
  ["I'm a postie.", "I've hung up the postbag, retired in June."],
  ['Butcher at Hofer.', 'Changed trade, electrician for Elin.'],
  ['I am welder in the shipyard.', 'I am pensioner now.'],
])('reads "%s" as replaced by "%s"', (older, newer) => {
  expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
})

test.each([
  ['I drive a taxi.', 'I coach the under-12s on Saturdays.'],
  ["I'm a welder.", 'My brother packed in welding and works on a fish farm.'],
  ['I am a chef at Noor.', 'I cook for my family every day.'],
  ['I am a pharmacist.', 'I run the book club in our street.'],
  ["I'm a truck driver.", 'I deliver meals to old neighbours.'],
  ["I'm an electrician.", 'I did nights at a care home as a student.'],
  ['I work for DHL.', 'I drive a forklift.'],
  ["I'm a farmer.", 'I milk the cows at five.'],
  ["I'm a bricklayer.", 'I lay bricks for Obras Marín.'],
  ["I'm an actor.", 'I wait tables between shows.'],
  ["I'm a hairdresser.", "I cut my son's hair myself."],
  ['I do nails at salon Iris.', 'I do yoga at the gym.'],
  ['I am a nurse.', 'I am a coach for Rovers FC.'],
])('reads "%s" and "%s" as both true', (older, newer) => {
  expect(foundEitherWay(older, newer, OWN_NAME).filter((found) => found === 'certain')).toEqual([])
})
