import { expect, test } from 'vitest'
import { NO_NAMES, namesIn } from '../../names.ts'
import { readSequence, sequenceFeatures } from './sequence.ts'

const FREQUENT = new Set('handed drives starts lives'.split(' '))
const ADA = namesIn('Ada Moss')

function featuresOf(older: string, newer: string, ownNames: ReadonlySet<string> = NO_NAMES): ReadonlySet<number> {
  const [next, before] = [newer, older].map((text) => readSequence(text, ownNames, (plain) => FREQUENT.has(plain)))
  return sequenceFeatures(next!, before!)
}

test.each([
  ['what both name', 'Drives the Audi.', 'Handed the Audi back.', 'Drives the Volvo.', 'Handed the Volvo back.'],
  ['other names', 'Lives in Ghent.', 'Drives to Bruges.', 'Lives in Turku.', 'Drives to Oulu.'],
  ['names of several words', 'Lives here.', 'Lives in New York.', 'Lives here.', 'Lives in Ghent.'],
  ['dates', 'Starts on 3 May 2026.', 'Starts on 17 June 2026.', 'Starts on 1 May 2026.', 'Starts on 2 May 2026.'],
  ['rare words', 'Drives here.', 'Drives a zzyx.', 'Drives here.', 'Drives a qwompf.'],
])('%s read the same', (_, older, newer, otherOlder, otherNewer) => {
  expect(featuresOf(older, newer)).toEqual(featuresOf(otherOlder, otherNewer))
})

test.each([
  ['whether both name it', 'Drives the Audi.', 'Handed the Audi back.', 'Drives the Audi.', 'Handed the Volvo back.'],
  ['the order of the two', 'Drives the Audi.', 'Handed the Audi back.', 'Handed the Audi back.', 'Drives the Audi.'],
  ['whose it is', 'Drives the Audi.', "Handed the Audi's key back.", 'Drives the Audi.', 'Handed the Audi key back.'],
  ['the kind of a word', 'Drives here.', 'Drives a lorry.', 'Drives here.', 'Drives a sister.'],
])('%s makes a difference', (_, older, newer, otherOlder, otherNewer) => {
  expect(featuresOf(older, newer)).not.toEqual(featuresOf(otherOlder, otherNewer))
})

test("a person's own name reads the same as another person's own name", () => {
  const [one, other] = [ADA, namesIn('Bo Lind')]
  expect(featuresOf('Ada drives.', 'Ada lives in Ghent.', one)).toEqual(
    featuresOf('Bo drives.', 'Bo lives in Ghent.', other),
  )
})
