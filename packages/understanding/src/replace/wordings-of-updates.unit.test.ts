import { expect, test } from 'vitest'
import { foundEitherWay, foundReplacement } from './test/pairs.ts'

/** How people and apps tell that a value has changed, or that something is over. */
test.each([
  ['Invoice address on file: Hauptstrasse 4, Graz.', 'Invoice address updated: Ringweg 9, Linz.'],
  ['Shoe size: 41.', 'Updated shoe size: 42.'],
  ['Shirt size: M.', 'Shirt size changed to: L.'],
  ['Dropbox plan: Basic.', 'Dropbox upgraded to the Plus plan.'],
  ['I do judo on Tuesdays.', 'Jacked the judo in, my knees hurt.'],
  ['I play badminton.', 'Packed the badminton in, too many injuries.'],
  ['I keep bees.', 'We gave the bees up.'],
  ['I vape.', "I've been vape-free since May."],
  ['Is secretary of the rowing club.', 'Stood down as secretary.'],
  ['I am a school governor.', 'I stood down as a governor in May.'],
  ['I drink alcohol.', "I've not touched a drop since January."],
  ['I work the night shift.', 'I got bumped to the early shift.'],
  ['I work nights.', 'They moved me to days.'],
  ['Works at a bakery.', 'Took a full-time receptionist position with Nordlicht Clinics.'],
  ["The boys' bedtime is seven.", 'The boys go to bed at eight.'],
  ['The dentist appointment is on 3 May 2027.', 'The dentist appointment got bumped to 17 May 2027.'],
])('%s Then: %s', (older, newer) => {
  expect(foundReplacement(older, newer, 'Kim Doe')).toBe('certain')
})

test.each([
  ['My uncle Leo naps after lunch.', 'Leo passed in his sleep.'],
  ['We foster a whippet called Juno.', 'Juno went off to her new family.'],
])('%s may be over: %s', (older, newer) => {
  expect(foundReplacement(older, newer, 'Kim Doe')).toBeDefined()
})

/** Statements that can both be true, whichever comes later. */
test.each([
  ['I work at a bakery.', 'I joined the YMCA.'],
  ['I work at a bakery.', 'I took a place on a pottery course with Ada.'],
  ['I take ramipril 5 mg in the morning.', 'I take ramipril 10 mg in the evening.'],
  ['I take ramipril 5 mg every morning.', 'The doctor doubled my bisoprolol to 10 mg.'],
  ['I play badminton.', 'I packed the badminton rackets in the blue bag.'],
  ['I keep bees.', 'I gave the beehive a new roof.'],
  ['The twins go to bed at half seven.', 'I go to bed at eleven.'],
  ['I have a cat called Mog.', 'My exam? Mog and I passed on Friday.'],
  ['My car is a Volvo.', 'My car passed today.'],
  ['My brother Tom lives in Leeds.', 'Tom passed peacefully through primary school.'],
  ['My sister Rose lives in Hove.', 'Rose went to her new home in Hove.'],
  ['I play the drums.', 'I packed the drums in, then we drove to the gig.'],
  ['I eat chocolate.', 'I gave my chocolate up for Lent.'],
  ['I work at Acme.', 'I accepted a board position at Oxfam.'],
  ['I work at Acme.', 'I took a long position with Tesla.'],
  ['I work the day shift.', 'I got bumped to the late shift last night.'],
  ['I work days.', 'They put me on nights for Christmas.'],
  ['I drink wine.', 'I have not had a drop of rain in the garden.'],
  ['I drink wine.', "I've not touched a drop today."],
  ['Is secretary of the rowing club.', 'The chair stood down.'],
  ['My weight is 70 kg.', 'Weight goal updated: 65 kg.'],
  ['My meeting is at 10.', 'Meeting updated: room 4.'],
  ['My shoe size is 41.', 'Shoe size of Tom updated: 43.'],
  ["My kids' bedtime is 8.", 'The kids go to bed at 9 at weekends.'],
  ['Disney plan: Basic.', 'Disney switched to the annual plan.'],
  ['Netflix plan: Standard.', 'Spotify upgraded to the Family plan.'],
  ['Shoe size: 41.', 'Updated shirt size: 42.'],
])('both are true: %s %s', (one, other) => {
  expect(foundEitherWay(one, other, 'Kim Doe')).toEqual([])
})
