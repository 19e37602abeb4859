import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { contextOf, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Nora Lindqvist'

test.each([
  // Doses.
  ['Takes sertraline 50 mg.', 'Dr Okafor doubled it: sertraline 100 mg.', 'certain'],
  ['Takes 40 mg of propranolol twice a day.', 'Cardiologist says down from 40 to 20 of propranolol.', 'certain'],
  ['Methotrexate 10 mg on Mondays.', 'Rheumatologist upped the methotrexate, 15 mg now.', 'certain'],
  ['Takes ramipril 2.5 mg.', 'Ramipril is at 5 mg since Monday.', 'certain'],
  ['On 30 mg of duloxetine.', "Duloxetine's gone from 30 to 60.", 'certain'],
  ['Takes 20 mg of prednisone a day.', 'Halved the prednisone.', 'likely'],
  ['Takes methadone 60 ml.', 'Methadone has been halved.', 'likely'],
  ['Dad takes furosemide 40 mg.', "The heart nurse doubled Dad's furosemide.", 'likely'],
  ['Nora takes bisoprolol 2.5 mg.', "Nora's GP doubled it: bisoprolol 5 mg.", 'certain'],
  ['Mum takes donepezil 5 mg.', 'Memory clinic doubled it for Mum: donepezil 10 mg.', 'certain'],
  // Readings.
  ['PSA is 4.8.', 'Letter from the urologist: PSA 3.4, all fine.', 'series'],
  ['Resting pulse is 66.', 'Watch says 58 at rest.', 'series'],
  ['Blood pressure is 148/95.', 'Cuff at the pharmacy says 131/84.', 'series'],
  ['Weighs 81 kg.', 'Weigh-in at the club: 79.5', 'series'],
  ["Dad's PSA is 4.8.", 'Letter about Dad: PSA 6.1.', 'series'],
  // Numbers and addresses.
  ['Email is nora@old.example.', 'Hotmail locked me out, write to nora@new.example instead.', 'certain'],
  ["Klara's email is klara@a.example.", 'Klara changed jobs, klara@b.example now.', 'certain'],
] as const)('%j is replaced by %j: %s', (older, newer, expected) => {
  expect(foundReplacement(older, newer, OWN_NAME)).toBe(expected)
})

test.each([
  ['Takes sertraline 50 mg.', 'Up to 50 of sertraline now.'],
  ['Takes sertraline 50 mg.', 'Dr Okafor may double it: sertraline 100 mg.'],
  ['Takes sertraline 50 mg.', "Dr Okafor doubled Dad's: sertraline 100 mg."],
  ['Takes sertraline 50 mg.', 'Did Dr Okafor double the sertraline?'],
  ['Takes topiramate 50 mg.', 'Read on a forum: topiramate 75 mg.'],
  ['Takes apixaban 5 mg.', "Grandma's kidney doctor lowered her apixaban to 2.5 mg."],
  ['Takes ramipril 2.5 mg.', 'The vet doubled it for Tusse: ramipril 5 mg.'],
  ['Takes 20 mg of prednisone a day.', 'Halved the pumpkin for the soup.'],
  ['PSA is 4.8.', "Letter from Dad's urologist: PSA 3.4."],
  ['PSA is 5.2.', "Emil's urologist wrote back. PSA 4.1."],
  ['Ferritin was 12.', "Ylva's clinic rang: ferritin has come back at 49."],
  ['HbA1c is 7.9.', 'Diabetes nurse wants HbA1c below 7.'],
  ['Resting pulse is 66.', 'Watch says 58 minutes at rest in total.'],
  ['Weighs 74 kg.', 'Scales said Tusse is 31 kg.'],
  ['Phone number is 07700 900111.', "New SIM in Peder's phone, it's 07700 900222."],
  ['Email is nora@old.example.', 'Klara left her firm, use klara@private.example.'],
])('%j stays true after %j', (older, newer) => {
  expect(judgeReplacement(newer, older, contextOf(OWN_NAME))).toBeUndefined()
})
