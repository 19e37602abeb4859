import { expect, test } from 'vitest'
import { contextOf } from './test/pairs.ts'
import { certainFrom, doubtOf, LIKELY_MIN, updateLikelihood } from './updates.ts'

const KIM = contextOf('Kim Doe')
/** Whether a newer statement replaces an older one by estimate: `certain`, `likely` or not. */
function estimated(older: string, newer: string): 'certain' | 'likely' | undefined {
  const probability = updateLikelihood(newer, older, KIM)
  if (probability >= certainFrom(doubtOf(newer, older, KIM))) return 'certain'
  return probability >= LIKELY_MIN ? 'likely' : undefined
}

/** The second is the first with something else in one place, and says "instead". */
test.each([
  ['I shop at Lidl.', 'I shop at the market instead.'],
  ['I volunteer at the animal shelter.', 'I volunteer at the food bank instead.'],
  ['I paint with oils.', 'I paint with acrylics instead.'],
  ['I knit socks.', 'I knit hats instead.'],
  ['Plays padel.', 'Plays tennis instead.'],
  ['I study in the library.', 'I study at home instead.'],
  ['I watch football on Saturdays.', 'I watch rugby on Saturdays instead.'],
  ['I learn Spanish with Duolingo.', 'I learn Spanish with a tutor instead.'],
  ['I watch the news on a laptop.', 'I went back to watching the news on TV.'],
  ['I listen to Radio 4 in the bath.', 'I have gone back to Radio 3 in the bath.'],
  ['Knits with wool.', 'Has switched to knitting with cotton.'],
  ['Kim drinks cider with dinner.', 'Kim has returned to ale with dinner.'],
])('%s is replaced by %s', (older, newer) => {
  expect(estimated(older, newer)).toBe('certain')
})

/** "Now" leaves it to the person. */
test.each([
  ['I watch football on Saturdays.', 'I watch rugby on Saturdays now.'],
  ['I teach yoga on Mondays.', 'I teach pilates on Mondays now.'],
  ['We go to Crete in summer.', 'We go to Brittany in summer now.'],
  ['I pray at home.', 'I pray at the mosque now.'],
])('%s is likely replaced by %s', (older, newer) => {
  expect(estimated(older, newer)).toBe('likely')
})

test.each([
  ['I volunteer at the animal shelter.', 'I also volunteer at the food bank.'],
  ['I volunteer at the animal shelter.', 'On Fridays I volunteer at the food bank instead.'],
  ['I shop at Lidl.', 'This week I shop at Aldi instead.'],
  ['I shop at Lidl.', 'When Lidl is closed I shop at Aldi instead.'],
  ['Plays padel.', 'Had tea instead.'],
  ['I have a cat.', 'I have a cold instead.'],
  ['I put oat milk in my coffee.', 'I put cinnamon in my coffee now.'],
  ['I listen to Radio 4 in the bath.', 'I have gone back to work in Leeds.'],
  ['Kim drinks cider with dinner.', 'Kim has gone back to bed.'],
  ['Kim drinks cider with dinner.', 'Omar has returned to ale with dinner.'],
  ['I watch the news on a laptop.', 'I want to go back to watching the news on TV.'],
  ['My sister plays padel.', 'I play tennis instead.'],
])('%s stays true beside %s', (older, newer) => {
  expect(estimated(older, newer)).not.toBe('certain')
})
