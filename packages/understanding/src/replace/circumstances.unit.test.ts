import { expect, test } from 'vitest'
import { foundReplacement } from './test/pairs.ts'

/** Statements of which the second says in other words that the first is no longer so. */
test.each([
  ['I live with my sister.', 'My sister moved out in May.'],
  ['My flatmate is Tove.', 'Tove has moved out.'],
  ['My best friend is Maya.', "I don't talk to Maya any more."],
  ['My best friend is Maya.', 'Lost touch with Maya over the years.'],
  ['Tom lives in Oslo.', 'Tom is back from Oslo.'],
  ['We have no dishwasher.', 'We got a dishwasher.'],
  ["Doesn't have a dog.", 'Got a dog from the shelter.'],
  ["Can't swim.", 'Learned to swim.'],
  ["Doesn't know how to ride a bike.", 'Can ride a bike now.'],
  ['I wear glasses.', 'I wear contact lenses again.'],
  ['My favourite subject is maths.', 'I prefer biology to maths now.'],
  ["Kim's favourite subject is maths.", 'Kim prefers biology to maths now.'],
  ['Prefers tea.', 'Prefers coffee over tea these days.'],
  ['The album comes out on 3 May 2027.', 'The album comes out on 17 May 2027.'],
  ['Commutes by train.', 'Has driven to work since the strike.'],
  ['Takes the 7:12 train.', 'Takes the 6:58 since the timetable change.'],
  ['Wakes up at 5:30.', 'Sleeps until 7 these days.'],
  ["Milo's teacher is Mrs Khan.", 'Milo has Mr Boyle this year.'],
  ['I manage a hotel in Faro.', 'I work as a tour guide now.'],
])('%s is replaced by %s', (older, newer) => {
  expect(foundReplacement(older, newer, 'Kim Doe')).toBe('certain')
})

test.each([
  ['Lives with Viktor.', 'Viktor moved out of the office.'],
  ['I live with my sister.', 'My brother moved out in May.'],
  ['My best friend is Maya.', "I don't talk to Tom any more."],
  ['My brother is in Australia.', 'My sister is back from Australia.'],
  ["Can't drive.", 'Learned to swim.'],
  ['I wear glasses for reading.', 'I wear contact lenses now.'],
  ['I wear glasses.', 'I wear sunglasses now.'],
  ["Tom's favourite subject is maths.", 'I prefer biology to maths now.'],
  ['My favourite band is Elbow.', 'My brother prefers Wilco to Elbow.'],
  ['The album comes out on 3 May 2027.', 'The single comes out on 17 May 2027.'],
  ['Our flight leaves at 7:40 on 9 May 2027.', 'Our flight back leaves at 18:20 on 16 May 2027.'],
  ["Milo's teacher is Mrs Khan.", 'Lily has Mr Boyle this year.'],
])('%s stays true beside %s', (older, newer) => {
  expect(foundReplacement(older, newer, 'Kim Doe')).not.toBe('certain')
})

/** What a person may depend on is only marked. */
test('another aid for walking is likely to replace one', () => {
  expect(foundReplacement('I walk with a stick.', 'I use a rollator now.', 'Kim Doe')).toBe('likely')
})

/** Operations and examinations that were to come and have taken place. */
test.each([
  ['On the waiting list for a hip replacement.', 'Hip was done on 3 November, went fine.'],
  ['Bad hip, on the list for a replacement at the infirmary.', 'Hip was done on 3 November.'],
  ['Waiting for a cataract operation.', 'Cataracts were done in May.'],
  ['Needs a root canal.', 'Root canal done on Monday.'],
  ['Waiting for a biopsy.', 'Had the biopsy on Monday.'],
  ['Learning the accordion with Mr Baird.', 'Chucked the accordion, no patience.'],
])('%s is over by %s', (older, newer) => {
  expect(foundReplacement(older, newer, 'Kim Doe')).toBe('certain')
})

test.each([
  ['On the list for a hip replacement.', 'Knee was done on 3 November.'],
  ['On the list for a left hip replacement.', 'Right hip was done in May.'],
  ['My mum is on the list for a hip replacement.', 'Hip was done on 3 November.'],
  ['On the list for a hip replacement.', 'Mum had her hip done in May.'],
  ['On the list for a hip replacement.', 'Hip is not done yet.'],
  ['Bad hip since the fall.', 'Hip was done on 3 November.'],
  ['Had surgery on her knee.', 'Had surgery on her shoulder.'],
])('%s is not over by %s', (older, newer) => {
  expect(foundReplacement(older, newer, 'Kim Doe')).toBeUndefined()
})
