import { expect, test } from 'vitest'
import { foundEitherWay, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Robin Vale'

test.each([
  ['Has a crush on Mei.', 'Mei and he are a couple.'],
  ['My girlfriend is Ionela.', 'Ionela and me, we signed in the town hall, ten guests.'],
  ['No man in my life since Patrick died.', 'Fergal from the choir and myself are doing a line.'],
  ['Robin is married to Duc.', 'The divorce papers from Duc came through.'],
  ['I am single, thanks God.', 'Samuel put a ring on my finger.'],
  ['Engaged to Simran.', 'Anand Karaj with Simran done, 300 guests.'],
  ['My son Deniz is engaged with Lena.', 'Deniz and Lena gave back the rings.'],
  ['I have no girlfriend.', 'Got together with Jana from work.'],
  ['My partner is Noor.', 'Noor passed away last winter.'],
  ['My boyfriend is called Kwame.', 'Kwame proposed and I said yes.'],
  ['I am unmarried.', 'Registered our partnership, Kim and I.'],
  ["I'm seeing Hugo.", 'Hugo ended it.'],
  ['Single and happy.', "There's a man in my life now, his name is Otto."],
])('reads "%s" as replaced by "%s"', (older, newer) => {
  expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
})

test.each([
  ["I'm engaged to Kai.", 'We picked the rings.'],
  ["I'm engaged to Priya.", 'Priya and I are moving in together.'],
  ['My girlfriend is Ionela.', 'My friend Ana and her man signed in the town hall.'],
  ["I'm engaged to Ali.", "Ali's parents want a big nikah."],
  ["I'm seeing Hugo.", 'Hugo ended his course.'],
  ['My girlfriend is Tess.', 'Tess and me are over in Spain this week.'],
  ['I am married to Beth.', 'Beth put a ring on eBay.'],
  ["I'm single.", 'I have a crush on a colleague.'],
  ['I am married.', 'Patrick died.'],
  ['Robin is in love with Sam.', 'Sam and Pat are together.'],
  ["I'm engaged to Clara.", 'Clara called off the dinner.'],
])('reads "%s" and "%s" as both true', (older, newer) => {
  expect(foundEitherWay(older, newer, OWN_NAME).filter((found) => found === 'certain')).toEqual([])
})
