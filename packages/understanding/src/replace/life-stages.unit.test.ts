import { describe, expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { contextOf, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Ines Carvalho'

describe('another stage of life', () => {
  test.each([
    ['On maternity leave', 'Back at work'],
    ['Ines is on sick leave', 'Ines went back to work in May'],
    ['Signed off with stress', 'Back at work full-time'],
    ["I'm on sabbatical", "I'm back in the office"],
    ['Back at work', 'On maternity leave now'],
    ['Between jobs', 'Started at the post office'],
    ['Unemployed', 'Works at Lidl'],
    ['Looking for work', 'Found a job at the bakery'],
    ['On the dole', 'Hired by the council'],
    ['Single', 'Seeing someone'],
    ["I'm single", "I've got a girlfriend now"],
    ['Widowed', 'Remarried in June'],
    ['Divorced', 'In a new relationship'],
    ['Is home-schooled', 'Goes to the local school now'],
    ['My son is at nursery', 'My son started school'],
    ['Doing A-levels', 'Is at university now'],
    ['My daughter goes to primary school', 'My daughter is at secondary school now'],
    ['Ines is doing her nurse training at Leeds', 'Ines qualified as a nurse'],
    ['Trainee plumber', 'Qualified plumber'],
    ['On a zero-hours contract', 'Made permanent'],
    ["I'm on probation", 'I passed my probation'],
    ['Contract: temporary', 'Contract: permanent'],
    ['Works from the office', 'Fully remote now'],
    ['Works from home full-time', 'Works from the office now'],
    ['Walks with crutches', 'Off the crutches'],
    ['Uses a walking frame', 'Walks unaided now'],
    ['My mum uses a stick', 'My mum walks without a stick now'],
    ["I'm in year 9", "I'm in year 10"],
    ['Son is in year 4', 'Son is in year 5'],
    ['Ines is in ward 3', 'Ines moved to ward 7'],
    ['Is in room 12', 'Is in room 20 now'],
    ['Lives alone', 'Has a lodger now'],
    ['Shares a flat with Ana', 'Lives alone now'],
    ['Ines lives with her parents', 'Ines lives on her own now'],
    ['My son studies history', 'My son switched to politics'],
    ['Trains for a 10k', 'Trains for a half marathon now'],
    ['Ines is saving for a car', 'Ines is saving for a boat now'],
    ["I'm training for the Porto marathon", "I'm training for a triathlon now"],
  ])('"%s" is replaced by "%s"', (older, newer) => {
    expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
  })

  test.each([
    ['On maternity leave', 'My boss is back at work'],
    ['On maternity leave', 'Works at Lidl'],
    ['Unemployed', 'My brother got a job at Greggs'],
    ['Unemployed', 'Applied for a job at Greggs'],
    ['Single', 'My sister is seeing someone'],
    ['Single', 'Would like to be in a relationship'],
    ['Home-schooled', 'My cousin goes to the local school'],
    ['My son is at nursery', 'My daughter started school'],
    ['Trainee plumber', 'Qualified electrician'],
    ['Is a student nurse', 'Is a qualified first-aider'],
    ['I was home-schooled as a child', 'I am at university'],
    ['Works from the office', 'Works from home on Fridays'],
    ['Walks with a stick', 'Off the crutches'],
    ['Son is in year 4', 'Daughter is in year 5'],
    ['In room 14', 'In seat 22'],
    ['Works at Lidl', 'Found a job as a lifeguard at weekends'],
    ['Divorced', 'Got a dog'],
    ['Remarried in June', 'Single malt is her drink'],
    ['On probation', 'Passed the driving test'],
    ['Married', 'Separated the eggs'],
    ['Has a stick insect', 'Off the crutches'],
    ['Seeing someone', 'Seeing someone about the boiler'],
    ['Single', 'Seeing someone about the boiler'],
    ['Single', 'Taken to the airport by Rui'],
    ['Reads on a tablet', 'Reads on paper at school'],
    ['Lives alone', 'Lives with two cats'],
    ['Lives alone', 'Lives with asthma'],
    ['Lives alone', 'My son lives with three flatmates'],
    ['Studies law', 'My sister switched to economics'],
    ['Studies law', 'Switched to Spanish wine'],
    ['Studies law', 'Thinking of switching to economics'],
    ['Shift: 6-2', 'Break: 2-10'],
    ['Trains for a 10k', 'Trains on Mondays now'],
    ['Saving for a car', 'Saving for a car and a boat now'],
  ])('"%s" stays beside "%s"', (older, newer) => {
    expect(judgeReplacement(newer, older, contextOf(OWN_NAME))).toBeUndefined()
  })
})
