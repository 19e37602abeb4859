import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'

/** Pairs that can both be true: the newer one must not demote the older one. */
const BOTH_TRUE: Readonly<Record<string, readonly (readonly [older: string, newer: string])[]>> = {
  partner: [
    ['My wife is Eva', 'I left my wife a message'],
    ['My wife is Eva', 'I left my wife the car today'],
    ['My girlfriend is Mia', 'Mia and I split up the chores'],
    ['My girlfriend is Mia', 'Mia and I parted ways at the airport'],
    ['My wife is Eva', 'Eva and I split the bill'],
    ['My partner is Jo', 'I am seeing Paul again'],
  ],
  home: [
    ['I live in Oslo', 'The cottage is in Bergen'],
    ['I live in Oslo', 'Our cottage is near Bergen'],
    ['I live in Oslo', 'I took a room in Bergen for the conference'],
    ['I live in Oslo', 'I found a cottage in Wales for our summer holiday'],
    ['I live in Oslo', 'Renting a flat in Nice for July'],
    ['I live in London', 'The studio is in Hackney'],
    ['I live in Oslo', 'I live in Bergen in summer'],
    ['I live in Oslo', 'I live in Bergen at weekends'],
  ],
  work: [
    ['I work at Siemens', 'I started at the gym'],
    ['I work at Siemens', 'I started at the bottom'],
    ['I work at Siemens', "I started at Anna's choir"],
    ['I work at Siemens', 'I started at university'],
    ['I work for Bosch', 'I was hired by a friend to paint his flat'],
    ['I work as a teacher', 'I work as a lifeguard in summer'],
    ['I work as a lifeguard in summer', 'I work as a teacher'],
    ['I am a lawyer', 'I took a job as Santa in December'],
  ],
  doses: [
    ['I take warfarin 5 mg on weekdays', 'I take warfarin 3 mg on weekends'],
    ['I take warfarin 3 mg on weekends', 'I take warfarin 5 mg on weekdays'],
    ['I take ibuprofen 400 mg', 'I take ibuprofen 800 mg when it is bad'],
    ['I take warfarin 5 mg', 'I take warfarin 3 mg on Sundays'],
  ],
  commute: [
    ['I take the tram to work', 'I take a coffee to work'],
    ['I take the tram to work', 'I walk the dog to work'],
    ['I go to the office on Mondays', 'I go to the office on Tuesdays'],
    ['I go to the office on Tuesdays', 'I go to the office on Mondays'],
    ['I cycle to work', 'I take the train to work when it rains'],
  ],
  gym: [
    ['I train at McFit', 'I train at altitude'],
    ['I train at McFit', 'I work out at the office gym'],
    ['My gym is PureGym', 'I train at home on Sundays'],
  ],
  vehicle: [
    ['I drive a Golf', 'I drive a Golf to work'],
    ['I drive a Golf', 'I drive a hard bargain'],
    ['I drive a Golf', 'I drive a Skoda when my car is in the garage'],
  ],
  times: [
    ['I wake up at 7', 'I wake up at 5 for the gym on Mondays'],
    ['I go to bed at 10', 'I go to bed at midnight on Fridays'],
    ['I get up at 6 on weekdays', 'I get up at 9 at weekends'],
    ['I get up at 9 at weekends', 'I get up at 6 on weekdays'],
  ],
  others: [
    ['My number is 0711 123', 'Call me at 0711 999 in an emergency'],
    ['My phone is a Pixel 8', 'I got an iPhone for testing'],
    ['I work part-time', 'I work night shifts'],
    ['I stopped smoking', 'I started vaping'],
    ['My boss is Ines', 'I work under Marco on Fridays'],
    ['Rex sleeps in the kitchen', 'Rex sleeps in the garden in summer'],
    ['Waters the lawn every Tuesday', 'Waters the plants every Monday now'],
  ],
}

for (const [subject, pairs] of Object.entries(BOTH_TRUE))
  for (const [older, newer] of pairs)
    test(`${subject}: "${newer}" leaves "${older}" as it is`, () => {
      expect(judgeReplacement(newer, older)).toBeUndefined()
    })

/** What a qualifier must not hide. */
const REPLACED: readonly (readonly [older: string, newer: string])[] = [
  ['My wife is Eva', 'I left my wife'],
  ['My wife is Eva', 'I left my wife last year'],
  ['My girlfriend is Mia', 'Mia and I split up'],
  ['I live in Oslo', 'The new flat is in Bergen'],
  ['I live in Oslo', 'My studio is in Bergen'],
  ['I work at Siemens', 'I started at Bosch'],
  ['I take warfarin 5 mg on weekdays', 'I take warfarin 3 mg on weekdays'],
  ['I take warfarin 5 mg', 'I take warfarin 3 mg'],
  ['I take the tram to work', 'I take the bus to work'],
  ['I train at McFit', 'I train at PureGym'],
  ['I drive a Golf', 'I drive a Skoda'],
  ['I get up at 6 on weekdays', 'I get up at 7 on weekdays'],
  ['I get up at 6', 'I now get up at 7 on weekdays'],
  ['The dentist appointment is on Monday', 'The dentist appointment was moved to Tuesday'],
  ['I stopped smoking', 'I started smoking'],
  ['I vape', 'I stopped vaping'],
  ['I live in Oslo', 'I moved to Bergen in March'],
  ['I work at Siemens', 'I started at Bosch in March'],
]

for (const [older, newer] of REPLACED)
  test(`"${newer}" replaces "${older}"`, () => {
    expect(judgeReplacement(newer, older)).toBe('certain')
  })
