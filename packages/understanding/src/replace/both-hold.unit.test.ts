import { expect, test } from 'vitest'
import { textVector } from '../../../recall/src/text-vectors.ts'
import { judgeReplacement } from './judge.ts'
import { certainFrom, doubtOf, updateLikelihood } from './updates.ts'

const ADA = { ownName: 'Ada Moss', userId: 'usr_1', vectorOf: textVector }

function replaces(newer: string, older: string): boolean {
  const found = judgeReplacement(newer, older, ADA)
  if (found === 'certain' || found === 'series') return true
  return updateLikelihood(newer, older, ADA) >= certainFrom(doubtOf(newer, older, ADA))
}

test.each([
  [
    'another matter than a name',
    'Hates phone calls; text or email instead.',
    'Prefers to be called Marta, not Mrs Nowak.',
  ],
  ['one of several sums', 'Rent went up to 655 euros.', 'Lives on 1,100 euros a month, 620 of it rent.'],
  ['another side', 'Can lift 40 kg with the left arm.', 'Can lift 50 kg with the right arm.'],
  ['another side', 'The left boot pinches.', 'The right boot does not pinch any more.'],
  ['a substitute', 'Has oat milk every morning.', 'Has given up milk.'],
  ['a substitute', 'Eats vegan cheese on toast.', 'Has cut out cheese.'],
  ['a substitute', 'Drinks alcohol-free beer on Fridays.', 'Never drinks beer any more.'],
  ['a limited denial', 'Does not drink coffee at work.', 'Drinks coffee every morning.'],
  ['a limited denial', 'Never sings in public.', 'Sings in a choir.'],
  ['a denial on an occasion', 'Drinks coffee in the morning.', 'No coffee after noon.'],
  ['a denial on an occasion', 'Eats sweets in the afternoon.', 'No sweets before dinner.'],
  ['a denial on an occasion', 'Checks mail in bed.', 'Does not check mail on Sundays, goes out.'],
  ['a longer list', 'Favourite singer is Bea.', 'Favourite singers are Bea and Cid.'],
  ['another of several', 'Leisure: archery.', 'Leisure: bird-watching.'],
  ['another of several', 'Language: Hindi.', 'Language: Tamil.'],
])('%s does not replace: %s, %s', (_, older, newer) => {
  expect(replaces(newer, older)).toBe(false)
})

test.each([
  ['Has oat milk every morning.', 'Has given up oat milk.'],
  ['Favourite singer is Bea.', 'Favourite singer is Cid.'],
  ['Lives in Rome.', 'Left Rome and lives in Oslo now.'],
])('another value replaces: %s, %s', (older, newer) => {
  expect(replaces(newer, older)).toBe(true)
})
