import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'

const judged = (older: string, newer: string) => judgeReplacement(newer, older, { ownName: 'Thuy Le' })

test.each([
  // Goals that are reached, and what was saved for.
  ['Thuy is saving for a laser machine.', 'The laser machine is paid for and stands in the studio.'],
  ['Saving up for a piano.', 'The piano has arrived!'],
  ['Goal: bench press 60 kg.', 'Benched 60 kg, goal done.'],
  ['Goal: read 20 books.', 'Hit my goal of 20 books.'],
  ['Hopes to be able to swim by her birthday.', 'Swam fifty metres; the swimming goal is reached.'],
  ['Thuy takes sertraline 50 mg in the morning.', "The doctor raised Thuy's sertraline to 100 mg."],
  ["Mobile's 021 555 0188.", 'New number, 027 555 0143.'],
  ['Huntaway called Boss, six years old.', 'Boss got hit by a milk tanker. Gone.'],
  // A home of one's own.
  ['Thuy lives in Can Tho with her in-laws.', 'Thuy and her husband now have a flat of their own in Vung Tau.'],
  ['I live with my parents.', 'I finally have my own flat.'],
  ['Lives with her in-laws.', 'She has a flat of her own.'],
  // Animals.
  ['Keeps six koi in the courtyard.', 'The koi all died in the heatwave.'],
  ['Has a rabbit named Biscuit.', 'Biscuit was taken back to the shelter because of the allergies.'],
  ['The kids keep a rabbit named Biscuit.', 'Biscuit was taken back to the shelter.'],
  // Events, medicines and companions.
  ["Potluck at Joy's on 12 December 2026.", 'Joy has called the potluck on 12 December 2026 off.'],
  ["I'm on lisinopril.", "Lisinopril gave me a cough, so I'm on losartan instead."],
  ['Takes sertraline.', 'Sertraline caused headaches, so now on fluoxetine.'],
  ['She is keeping company with Benoît from the bridge club.', 'Benoît died of pneumonia.'],
  ['My girlfriend is Thao.', 'My girlfriend Quyen is a tattoo artist.'],
  ['Is going steady with Kofi.', 'Kofi and I split up.'],
])('“%s” is replaced by “%s”', (older, newer) => {
  expect(judged(older, newer)).toBe('certain')
})

test.each([
  ['My girlfriend is Thao.', 'My girlfriend Thao is a tattoo artist.'],
  ['My partner is Beth.', 'My partner Bethany runs a farm.'],
  ['My girlfriend is Thao.', 'My girlfriend Quyen was a year older than me.'],
  ['Sport added: kayak.', 'Sport added: cueca dance.'],
  ['Takes sertraline 50 mg.', "The doctor raised Minh's sertraline to 100 mg."],
  ['Goal: bench press 60 kg.', 'Benched 50 kg, goal not reached yet.'],
  ['Goal: bench press 60 kg.', 'Reached my step goal today.'],
  ['Goal: read 20 books.', 'Goal: run 10 km'],
  ['Saving for a laser machine.', 'The laser machine at work is paid for by the boss.'],
  ['Saving for a car.', 'The car is in the garage.'],
  ['Lives with her parents.', 'Her brother has a flat of his own.'],
  ['Lives with her parents.', 'Wants a flat of her own.'],
  ['Lives with her parents.', 'Has her own room there.'],
  ['Keeps six koi.', "The neighbour's koi all died."],
  ['Has a rabbit named Biscuit.', 'Biscuit was taken back to the vet.'],
  ['Takes lisinopril.', 'Lisinopril gave my brother a cough, so he is on losartan instead.'],
  ['Is dating Benoît.', "Benoît's father died."],
])('“%s” stays true after “%s”', (older, newer) => {
  expect(judged(older, newer)).toBeUndefined()
})
