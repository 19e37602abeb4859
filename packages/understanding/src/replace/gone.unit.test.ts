import { expect, test } from 'vitest'
import { foundEitherWay, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Robin Vale'

test.each([
  ['Robin fosters a goat named Poi.', 'Poi the goat went to a new owner.'],
  ['We keep two canaries on the balcony.', "The neighbour's cat got both canaries."],
  ['My Jack Russell is called Bran.', 'Poor Bran, the vet came to the house and it was very peaceful.'],
  ['We keep a kitten, Chapo.', 'Chapo went out in the rain three weeks ago, bowl still full.'],
  ['We have a rabbit, Hops.', 'Hops we gave to a farm, allergies.'],
  ['Rex the shepherd dog lives with us.', 'Flat too small for Rex, mum and dad took him.'],
  ['I have a piano.', 'The piano went to the school.'],
  ['I have a garden plot in the colony.', 'The plot we gave to young people, my back cannot.'],
  ["I've shaved off the beard.", "I've got a beard again."],
  ['Robin still drives her Fiat Uno.', 'Robin gave the Uno to her grandson.'],
  ['I take the matatu, route 23, to campus.', 'Got a second hand bike, bye bye matatu.'],
])('reads "%s" as replaced by "%s"', (older, newer) => {
  expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
})

test.each([
  ['We keep canaries.', "The neighbour's cat got a bell."],
  ['My dog is Bran.', 'The vet came to the house to vaccinate Bran.'],
  ['We have a kitten, Chapo.', 'Chapo went out in the rain and came back.'],
  ['Rex the shepherd dog lives with us.', 'Basket too small for Rex, bought a bigger one.'],
  ['I have a boat.', 'The boat went to Kiel for repairs.'],
  ['I have a caravan.', 'The caravan has a new awning.'],
  ['We have a rabbit.', 'We gave the rabbit carrots.'],
  ['I have a Corolla.', 'I gave the Corolla a wash.'],
  ['I shaved off my beard.', 'I shaved again.'],
])('reads "%s" and "%s" as both true', (older, newer) => {
  expect(foundEitherWay(older, newer, OWN_NAME).filter((found) => found === 'certain')).toEqual([])
})
